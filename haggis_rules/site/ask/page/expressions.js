// Expressions of the rules as functions: of what the names stand for, and of what gathers the
// clauses that a value rests on. An expression is a list that begins with what is done.

import { range, sum } from "./lists.js";

/** The rules give no answer: a value is wanted where there is none, or two exceptions hold. */
export class Breach extends Error {}

/** Make functions of all words of an order. */
export function compiled(table, { asked, words }) {
  const known = new Map();
  for (const [name, word] of Object.entries(words)) known.set(name, new Word(word));
  for (const word of known.values()) word.ready({ table, known });
  return { asked, words: known };
}

/** A word of the rules: a base, and exceptions to it. */
class Word {
  constructor(word) {
    this.word = word;
  }

  ready(about) {
    this.base = expression(this.word.base, about);
    this.exceptions = this.word.exceptions.map(([clause, when, value]) => ({
      clause,
      when: expression(when, about),
      value: expression(value, about),
    }));
  }

  /** Give its value and the clause that says so; `rests` gathers all that is looked at. */
  call(values, rests) {
    const names = Object.fromEntries(this.word.params.map((name, place) => [name, values[place]]));
    rests.add(this.word.clause);
    const chosen = this.exceptions.filter(({ clause, when }) => {
      rests.add(clause);
      return when(names, rests);
    });
    if (chosen.length > 1) throw new Breach("two exceptions hold");
    const { clause, value } = chosen[0] ?? { clause: this.word.clause, value: this.base };
    return [value(names, rests), clause];
  }
}

/** Make a function of the names and of what gathers clauses. */
export function expression([kind, ...parts], about) {
  const make = KINDS[kind];
  if (!make) throw new Error(`no expression is called ${kind}`);
  return make(parts, about);
}

const two = (join) => ([left, right], about) => {
  const [a, b] = [expression(left, about), expression(right, about)];
  return (names, rests) => join(() => a(names, rests), () => b(names, rests));
};

const one = (find) => ([inner, ...more], about) => {
  const value = expression(inner, about);
  return (names, rests) => find(value(names, rests), about, ...more);
};

/** One of several numbers. */
const several = (choose) => (parts, about) => {
  const values = parts.map((part) => expression(part, about));
  return (names, rests) => choose(...values.map((value) => value(names, rests)));
};

/** For each value of a name in turn. */
const over = (gather) => ([name, size, ...parts], about) => {
  const inside = parts.map((part) => expression(part, about));
  return (names, rests) => gather(
    range(0, size),
    ...inside.map((part) => (value) => part({ ...names, [name]: value }, rests)),
  );
};

const best = (choose) => over((values, where, inner) => {
  const found = values.filter(where).map(inner);
  if (!found.length) throw new Breach("there is nothing to compare");
  return choose(...found);
});

const KINDS = {
  is: ([value]) => () => value,
  name: ([name]) => (names) => names[name],
  rests: ([clauses, inner], about) => {
    const value = expression(inner, about);
    return (names, rests) => {
      clauses.forEach((clause) => rests.add(clause));
      return value(names, rests);
    };
  },
  call: ([name, ...given], about) => {
    const values = given.map((part) => expression(part, about));
    return (names, rests) => {
      const word = about.known.get(name);
      return word.call(values.map((value) => value(names, rests)), rests)[0];
    };
  },
  the: one((value) => {
    if (value === null) throw new Breach("there is no value here");
    return value;
  }),
  is_none: one((value) => value === null),
  plus: two((a, b) => a() + b()),
  minus: two((a, b) => a() - b()),
  times: ([factor, inner], about) => {
    const value = expression(inner, about);
    return (names, rests) => factor * value(names, rests) + 0;
  },
  product: two((a, b) => a() * b() + 0),  // 0 times -1 is -0 in JavaScript
  most_of: several(Math.max),
  least_of: several(Math.min),
  lookup: one((value, _, rows) => rows.find(
    ([low, high]) => (low === null || low <= value) && (high === null || value <= high),
  )[2]),
  equal: two((a, b) => same(a(), b())),
  at_most: two((a, b) => a() <= b()),
  below: two((a, b) => a() < b()),
  and: two((a, b) => a() && b()),
  or: two((a, b) => a() || b()),
  implies: two((a, b) => !a() || b()),
  not: one((value) => !value),
  if: ([when, value, other], about) => {
    const [a, b, c] = [when, value, other].map((part) => expression(part, about));
    return (names, rests) => (a(names, rests) ? b : c)(names, rests);
  },
  copies_of: one((card, { table }) => table.cards[card][3]),
  rank_of: one((card, { table }) => table.cards[card][0]),
  suit_of: one((card, { table }) => {
    if (table.cards[card][1] === null) throw new Breach("this card has no suit");
    return table.cards[card][1];
  }),
  in_group: one((card, { table }, group) => table.cards[card][2] === group),
  team_of: one((seat, _, teams) => seat % teams),
  seats_after: one((seat, _, count, seats) => (((seat + count) % seats) + seats) % seats),
  number_of: over((values, where) => values.filter(where).length),
  total: over((values, inner) => sum(values.map(inner))),
  most: best(Math.max),
  least: best(Math.min),
  every: over((values, claim) => values.every(claim)),
  some: over((values, claim) => values.some(claim)),
  first: over((values, where) => values.find(where) ?? null),
  the_one: over((values, where) => {
    const found = values.filter(where);
    if (found.length !== 1) throw new Breach(`there is not one here, but ${found.length}`);
    return found[0];
  }),
  first_seat: ([name, seats, start, inclusive, where], about) => {
    const [from, holds] = [expression(start, about), expression(where, about)];
    return (names, rests) => {
      const first = from(names, rests);
      const there = range(inclusive ? 0 : 1, seats).map((step) => (first + step) % seats);
      return there.find((seat) => holds({ ...names, [name]: seat }, rests)) ?? null;
    };
  },
  is_pattern: one((reading, _, pattern) => reading[0] === pattern),
  field_of: one((reading, { table }, name) => {
    const place = table.patterns[reading[0]].fields.findIndex((field) => field.name === name);
    if (place < 0) throw new Breach(`there is no ${name} here`);
    return reading[1 + place];
  }),
  outranks: ([left, right], about) => {
    const [a, b] = [expression(left, about), expression(right, about)];
    return (names, rests) => {
      const [one, other] = [a(names, rests), b(names, rests)];
      for (const [index] of [one, other]) rests.add(about.table.patterns[index].clause);
      return outranks(about.table, one, other);
    };
  },
};

function outranks({ patterns }, one, other) {
  if (one[0] !== other[0]) return false;
  const { alike, ranked } = patterns[one[0]];
  if (alike.some((field) => one[1 + field] !== other[1 + field])) return false;
  const deciding = ranked.find((field) => one[1 + field] !== other[1 + field]);
  return deciding !== undefined && one[1 + deciding] > other[1 + deciding];
}

function same(one, other) {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, place) => value === other[place]);
}
