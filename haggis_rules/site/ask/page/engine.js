// What cards make, what wild cards stand for, and what beats what: all by a table of the rules.
//
// This module knows what the language means by a pattern and by an expression, and no rule of any
// game. It needs neither a page nor a network, so it runs wherever JavaScript does. Cards are an
// array with how many there are of each card of the table. A reading is an array: the index of its
// pattern, and then its fields.

import { Breach, compiled } from "./expressions.js";
import { product, range, sum } from "./lists.js";
import { canStand, highestHolds, linesHold, suitsHold, Tally, tallied } from "./suits.js";

export { Breach };

const FORM = 1;
const NOWHERE = { add() {} }; // where clauses go that nobody asked for
const WITH_LINES = new Set(["matching suits", "matching different suits"]);

/** Something that was written means nothing; `problem` says what, and `word` where. */
export class NotUnderstood extends Error {
  constructor(problem, word, more = {}) {
    super(`${problem}: ${word}`);
    Object.assign(this, { problem, word, ...more });
  }
}

/** A table, ready to be asked. */
export class Rules {
  constructor(table) {
    if (table.form !== FORM) throw new NotUnderstood("other-form", String(table.form));
    this.table = table;
    this.names = table.cards.map(([rank, suit]) => this.#name(rank, suit, 1));
    this.known = new Map();
    table.cards.forEach(([rank, suit], card) => {
      const letters = suit === null ? [1] : table.suits[suit].slice(1).map((_, n) => n + 1);
      for (const n of letters) this.known.set(this.#name(rank, suit, n).toLowerCase(), card);
    });
    this.free = table.cards.map(([, , group]) => table.groups[group][1] !== null);
    this.places = new Map(Object.keys(table.clauses).map((name, place) => [name, place]));
    this.layouts = new Map(); // of readings that were asked about
    this.patterns = table.patterns.map((pattern) => ({
      ...pattern,
      stands: new Map(pattern.wild.map(([card, ranks]) => [card, new Set(ranks)])),
      lined: pattern.needs.filter((need) => need.lines),
      whole: pattern.needs.filter((need) => !need.lines),
    }));
    this.asked = table.order && compiled(table, table.order);
  }

  #name(rank, suit, letter) {
    return this.table.ranks[rank] + (suit === null ? "" : this.table.suits[suit][letter]);
  }

  /** Read cards separated by blanks. Throws NotUnderstood: unknown-card or too-many. */
  cards(text) {
    const found = this.table.cards.map(() => 0);
    for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
      const card = this.known.get(word.toLowerCase());
      if (card === undefined) throw new NotUnderstood("unknown-card", word);
      found[card] += 1;
      const most = this.table.cards[card][3];
      if (found[card] > most) throw new NotUnderstood("too-many", this.names[card], { most });
    }
    return found;
  }

  /** Write cards, the lowest rank first. */
  write(cards) {
    return each(this.inOrder(cards)).map((card) => this.names[card]).join(" ");
  }

  /** Pair each card that is there with how many there are, the lowest rank first. */
  inOrder(cards) {
    return held(cards).sort(([a], [b]) => this.table.cards[a][0] - this.table.cards[b][0] || a - b);
  }

  /** Write a reading in the notation of its pattern. */
  notation([index, ...values]) {
    const { fields, written } = this.patterns[index];
    return written.replace(/\{([^{}]*)\}/g, (_, name) => {
      const place = fields.findIndex((field) => field.name === name);
      return this.value(fields[place], values[place]);
    });
  }

  /** Write the value of a field. */
  value(field, value) {
    switch (field.kind) {
      case "number": return String(value);
      case "choice": return field.choices[value];
      case "rank": return this.table.ranks[value];
      case "suit": return this.table.suits[value][1];
      default: throw new Error(`no field is a ${field.kind}`);
    }
  }

  /** Give every reading of exactly these cards, in order. `but` leaves needs or suits aside. */
  readings(cards, but = "") {
    const wanted = sum(cards);
    const fitting = wanted ? this.#bySize().get(wanted) ?? [] : [];
    return fitting.filter((reading) => this.makes(reading, cards, [], but));
  }

  /** Whether cards make a reading, with some wild cards pinned to [card, rank, suit]. */
  makes(reading, cards, pins = [], but = "") {
    const pattern = this.patterns[reading[0]];
    if (but !== "needs" && !this.#needsMet(pattern, cards)) return false;
    const hand = this.#sorted(pattern, cards, pins);
    return this.#layouts(reading).some((layout) => this.#fills(reading, layout, hand, but));
  }

  /** Give one way to lay the wild cards of a play, always the same: [card, rank, suit] for each. */
  laid(reading, cards) {
    const pins = [];
    for (const card of each(this.#wild(reading, cards))) {
      const own = this.table.cards[card][0];
      const stands = this.#stands(reading, card, cards);
      stands.sort((a, b) => (a[1] !== own) - (b[1] !== own) || a[1] - b[1] || a[2] - b[2]);
      pins.push(stands.find((pin) => this.makes(reading, cards, [...pins, pin])));
    }
    return pins;
  }

  /** Pair each wild card of a play with all [card, rank, suit] that it can stand for. */
  may(reading, cards) {
    return this.#wild(reading, cards).map(([card]) => [
      card,
      this.#stands(reading, card, cards).filter((pin) => this.makes(reading, cards, [pin])),
    ]);
  }

  /** Name what a card stands for. */
  standing([, rank, suit]) {
    return this.#name(rank, suit, 1);
  }

  /** Name the clauses that make cards a reading. */
  clauses(reading, cards) {
    const pattern = this.patterns[reading[0]];
    const groups = new Set(held(cards).map(([card]) => this.table.cards[card][2]));
    const suited = pattern.parts.some((part) => part.suits !== "any suits" || part.suit !== null);
    const frees = pattern.frees.filter(([group]) => groups.has(group)).map(([, clause]) => clause);
    const taken = [...groups].map((group) => this.table.groups[group][1]).filter(Boolean);
    const needs = pattern.needs.map((need) => need.clause);
    return this.sorted([pattern.clause, ...frees, ...needs, ...(suited ? taken : [])]);
  }

  /** Put clauses into the order of the rules, each once. */
  sorted(clauses) {
    return [...new Set(clauses)].sort((a, b) => this.places.get(a) - this.places.get(b));
  }

  /** Whether one reading beats another, the clause that decides, and all that is looked at. */
  beats(reading, other) {
    const rests = new Set();
    const { asked, words } = this.asked;
    const [value, clause] = words.get(asked).call([reading, other], rests);
    return { beats: value, clause, rests: this.sorted(rests) };
  }

  /** Whether one reading beats another, and no more: for when many are asked about. */
  holds(reading, other) {
    const { asked, words } = this.asked;
    return words.get(asked).call([reading, other], NOWHERE)[0];
  }

  /** Give every reading that a hand can make. */
  made() {
    this.everything ??= this.patterns.flatMap((pattern, index) => {
      const bits = atob(this.table.made[index]);
      const there = (place) => (bits.charCodeAt(place >> 3) >> (place & 7)) & 1;
      return this.#ofPattern(index).filter((_, place) => there(place));
    });
    return this.everything;
  }

  #ofPattern(index) {
    const runs = this.patterns[index].fields.map((field) => {
      switch (field.kind) {
        case "number": return range(field.low, field.high + 1);
        case "choice": return range(0, field.choices.length);
        case "rank": return range(0, this.table.ranks.length);
        case "suit": return range(0, this.table.suits.length);
        default: throw new Error(`no field is a ${field.kind}`);
      }
    });
    return product(runs).map((values) => [index, ...values]);
  }

  #bySize() {
    if (!this.sizes) {
      this.sizes = new Map();
      for (const index of this.patterns.keys()) {
        for (const reading of this.#ofPattern(index)) {
          const size = this.#size(reading);
          if (!this.sizes.has(size)) this.sizes.set(size, []);
          this.sizes.get(size).push(reading);
        }
      }
    }
    return this.sizes;
  }

  #parts([index, ...values]) {
    const { parts } = this.patterns[index];
    return [...parts.entries()].filter(([, { when }]) => !when || values[when[0]] === when[1]);
  }

  #size(reading) {
    const [, ...values] = reading;
    return sum(this.#parts(reading).map(([, { amount, place }]) => {
      const rows = {
        at: () => 1,
        another: () => 1,
        others: () => counted(place.count, values),
        run: () => counted(place.length, values),
        listed: () => place.ranks.length,
      }[place.kind]();
      return counted(amount, values) * rows;
    }));
  }

  /** Give each way to choose the ranks of the rows; of ways that swap equal rows only one. */
  #layouts(reading) {
    const key = reading.join();
    if (!this.layouts.has(key)) this.layouts.set(key, this.#laidOut(reading));
    return this.layouts.get(key);
  }

  #laidOut([index, ...values]) {
    const { parts } = this.patterns[index];
    let found = [[]];
    for (const [number, part] of this.#parts([index, ...values])) {
      const width = counted(part.amount, values);
      found = found.flatMap((rows) => {
        const twins = rows.filter((row) => row.width === width && twin(parts[row.part], part));
        const above = Math.max(-1, ...twins.map((row) => row.rank));
        const taken = new Set(rows.map((row) => row.rank));
        return this.#ranks(part.place, values, above, taken)
          .filter((ranks) => endsIn(ranks, part.place.highest, values))
          .filter((ranks) => part.place.repeated || new Set(ranks).size === ranks.length)
          .filter((ranks) => !ranks.some((rank) => taken.has(rank)))
          .map((ranks) => [...rows, ...rowsOn(ranks, width, number, topOf(part, ranks, values))]);
      });
    }
    return found.filter((rows) => rows.length);
  }

  #ranks(place, values, above, taken) {
    switch (place.kind) {
      case "at": return [[values[place.field]]];
      case "another": return range(above + 1, this.table.ranks.length).map((rank) => [rank]);
      case "others": {
        const left = range(0, this.table.ranks.length).filter((rank) => !taken.has(rank));
        return several(left, counted(place.count, values), place.repeated);
      }
      case "run": {
        const order = place.order ?? range(0, this.table.ranks.length);
        const end = order.lastIndexOf(values[place.top]) + 1;
        const start = end - counted(place.length, values);
        return end > 0 && start >= 0 ? [order.slice(start, end)] : [];
      }
      case "listed": return [place.ranks];
      default: throw new Error(`no part lies ${place.kind}`);
    }
  }

  #needsMet(pattern, cards) {
    return pattern.whole.every(({ group, least, most }) => {
      const there = sum(cards.filter((_, card) => this.table.cards[card][2] === group));
      return there >= (least ?? 0) && there <= (most ?? Infinity);
    });
  }

  #wild([index], cards) {
    return held(cards).filter(([card]) => this.patterns[index].stands.has(card));
  }

  /** Give what a wild card may stand for, where a row lacks cards. */
  #stands(reading, card, cards) {
    const { stands: wild } = this.patterns[reading[0]];
    const own = this.table.ranks.map(() => 0);
    for (const [each, count] of held(cards)) if (!wild.has(each)) own[this.table.cards[each][0]] += count;
    const rows = this.#layouts(reading).flat().filter((row) => own[row.rank] < row.width);
    const ranks = new Set(rows.map((row) => row.rank));
    const stands = [...wild.get(card)].filter((rank) => ranks.has(rank));
    const suits = this.table.suits.length ? range(0, this.table.suits.length) : [null];
    return stands.sort((a, b) => a - b).flatMap((rank) => suits.map((suit) => [card, rank, suit]));
  }

  /** Sort cards for a pattern: own ones by rank, wild ones by the ranks that they may have. */
  #sorted(pattern, cards, pins) {
    const own = new Map();
    const wild = [];
    const left = [...cards];
    for (const [card] of pins) left[card] -= 1;
    for (const [card, count] of held(left)) {
      const ranks = pattern.stands.get(card);
      if (ranks) wild.push({ ranks, count });
      else tallied(own, this.table.cards[card][0], this.table.suits).add(this.#lying(card, count));
    }
    for (const [, rank, suit] of pins) {
      tallied(own, rank, this.table.suits).add({ suit, count: 1, free: suit === null, group: -1 });
    }
    return { own, wild };
  }

  #lying(card, count) {
    const [, suit, group] = this.table.cards[card];
    return { suit, count, group, free: this.free[card] };
  }

  #fills(reading, layout, { own, wild }, but) {
    const rows = new Map(layout.map((row) => [row.rank, row.width]));
    for (const rank of own.keys()) if (!rows.has(rank)) return false;
    const laid = new Map();
    const lacking = new Map();
    for (const [rank, width] of rows) {
      const there = own.get(rank) ?? new Tally(this.table.suits);
      const cells = width - there.size;
      if (cells < 0) return false;
      lacking.set(rank, cells);
      laid.set(rank, there.with(cells));
    }
    if (!canStand(wild, lacking)) return false;
    return but === "suits" || this.#parts(reading).every(([number, part]) => {
      const own = layout.filter((row) => row.part === number);
      const tallies = own.map((row) => laid.get(row.rank));
      return this.#partHolds(reading, part, tallies, own[0].width, own.map((row) => row.highest));
    });
  }

  #partHolds([index, ...values], part, rows, width, highest) {
    if (!rows.every((row, at) => highestHolds(highest[at], row))) return false;
    if (part.suit !== null) {
      return rows.every((row) => row.size === row.suits[values[part.suit]] + row.free);
    }
    if (!suitsHold(part.suits, rows)) return false;
    const { lined } = this.patterns[index];
    return !lined.length || !WITH_LINES.has(part.suits) || linesHold(part.suits, width, rows, lined);
  }
}

/** Whether two parts lie on hidden ranks and ask for the same, but perhaps for the width. */
function twin(one, other) {
  return one.place.kind === "another" && other.place.kind === "another"
    && one.suits === other.suits && one.suit === other.suit && one.highest === other.highest;
}

/** Give each choice of so many of some ranks, in rising order; with `repeated`, with repeats. */
function several(ranks, count, repeated) {
  if (!count) return [[]];
  return ranks.flatMap((rank, place) => several(ranks.slice(place + (repeated ? 0 : 1)), count - 1, repeated)
    .map((more) => [rank, ...more]));
}

/** Whether ranks in rising order end in those that some fields have, the highest first. */
function endsIn(ranks, highest = [], values) {
  return highest.every((field, place) => ranks[ranks.length - 1 - place] === values[field]);
}

/** Give the highest row of a part, and the suit that its highest card has to have. */
function topOf({ place, highest }, ranks, values) {
  if (highest === undefined) return {};
  return { rank: place.kind === "run" ? ranks.at(-1) : Math.max(...ranks), suit: values[highest] };
}

/** Make a row of each rank; one that is there several times is so many times as wide. */
function rowsOn(ranks, width, part, top) {
  return [...new Set(ranks)].map((rank) => {
    const times = ranks.filter((one) => one === rank).length;
    return { rank, width: times * width, part, highest: rank === top.rank ? top.suit : null };
  });
}

const counted = (amount, values) => (typeof amount === "object" ? values[amount.field] : amount);

/** Pair each card that is there with how many there are. */
const held = (cards) => [...cards.entries()].filter(([, count]) => count > 0);

/** Name each card as often as it is there. */
const each = (pairs) => pairs.flatMap(([card, count]) => Array(count).fill(card));
