// Cards in a question, and what the module says of them: what they can be, and what beats what.
//
// It reads and answers as haggis_rules/finder/cards_asked.py does, line for line. Players name ranks
// and leave out suits. So all suits that make a difference are gone through, and an answer says for
// which suits it holds.

import { Breach } from "./rules.js";
import { saidTogether } from "./words.js";

const MOST_CARDS = 12; // of a play in a question
const MOST_SUITS = 300; // ways to give them suits that are gone through
const MOST_PAIRS = 400; // of plays that are compared
const HIGHER_THAN = 10;
const JOINS = /^[\s,+&/-]*$/;

/**
 * Answer what a question asks of cards; null where it names none. `names` has what players call a
 * rank, and `between` what stands between two plays of which one is to beat the other.
 */
export function cardsAsked(rules, question, names, between) {
  const text = question.toLowerCase();
  const typed = text.length === question.length ? question : text;
  const every = [...groups(rules, text, typed, names)];
  const pair = paired(text, every, between);
  const found = pair && compared(rules, ...pair);
  if (found) return found;
  const several = every.filter(({ cards }) => cards.length > 1 || cards.some(([, suit]) => suit !== null));
  return several.length ? read(rules, several[0]) : null;
}

/** Say whether the one play beats the other; nothing where only examples tell it. */
export function verdictOf(rules, { compared: all }) {
  const told = all.map(({ readings }) => readings);
  if (settledByReading(all)) {
    const [yes, no] = told;
    return `Yes as ${saidTogether(rules, yes, no)}; no as ${saidTogether(rules, no, yes)}.`;
  }
  if (all.length !== 1) return "";
  return `${all[0].beats ? "Yes" : "No"}${told[0].length > 1 ? ", however it is read" : ""}.`;
}

/** Whether a play beats another as some things that it can be, and not as others. */
export function settledByReading(all) {
  if (all.length < 2) return false;
  const yes = new Set(all[0].readings.map(String));
  return !all[1].readings.some((reading) => yes.has(String(reading)));
}

const tokensOf = (text) => [...text.matchAll(/[a-z0-9]+/g)].map((found) => ({
  word: found[0], start: found.index, end: found.index + found[0].length,
}));

/** Give the cards that stand together, from the left, each with what was typed there. */
function* groups(rules, text, typed, names) {
  const tokens = tokensOf(text);
  const word = (place) => tokens[place]?.word;
  let place = 0;
  while (place < tokens.length) {
    const start = place;
    let cards = [];
    while (place < tokens.length
      && (!cards.length || JOINS.test(text.slice(tokens[place - 1].end, tokens[place].start)))) {
      const { many, taken } = counted(rules, word(place), word(place + 1), names);
      if (!many.length) {
        const joined = word(place) === "and" && cards.length && place + 1 < tokens.length;
        if (!joined || !counted(rules, word(place + 1), word(place + 2), names).many.length) break;
        place += 1;
        continue;
      }
      cards = [...cards, ...many];
      place += taken;
    }
    if (cards.length) {
      const [first, last] = [tokens[start].start, tokens[place - 1].end];
      if (cards.length <= MOST_CARDS) yield { cards, start: first, end: last, shown: typed.slice(first, last) };
    } else {
      place += 1;
    }
  }
}

/** Give the cards at the head of some words, and how many words name them. */
function counted(rules, first, second, names) {
  if (second?.endsWith("s")) {
    const many = names[first] ?? first;
    const card = cardNamed(rules, second.slice(0, -1), names);
    const number = /^[0-9]+$/.test(many) ? Number(many) : 0;
    if (number > 1 && number < HIGHER_THAN && card && card[1] === null) {
      return { many: Array(number).fill(card), taken: 2 };
    }
  }
  const card = cardNamed(rules, first, names);
  return card ? { many: [card], taken: 1 } : { many: [], taken: 0 };
}

/** Give the rank and the suit that a word names, if it names a card. */
function cardNamed(rules, word, names) {
  const written = Object.hasOwn(names, word) ? names[word] : word;
  const rank = rules.words.ranks.findIndex((name) => name.toLowerCase() === written.toLowerCase());
  if (rank >= 0) return [rank, null];
  const card = rules.known.get(word);
  if (card === undefined) return null;
  const [own, suit] = rules.words.cards[card];
  return suit === null ? null : [own, suit];
}

/** Give two plays between which a word stands that compares them. */
function paired(text, every, between) {
  for (let place = 1; place < every.length; place += 1) {
    const [one, other] = [every[place - 1], every[place]];
    const words = tokensOf(text.slice(one.end, other.start)).map(({ word }) => word);
    if (between.some((word) => ` ${words.join(" ")} `.includes(` ${word} `))) return [one, other];
  }
  return null;
}

/** Give the cards of a group with suits, once for all suits that only differ in their names. */
function suited(rules, group) {
  const classes = new Map(rules.words.cards.map(([rank, suit], card) => [`${rank},${suit}`, card]));
  const found = [];
  const go = (place, chosen) => {
    if (found.length === MOST_SUITS) return;
    if (place === group.cards.length) {
      found.push(chosen.map(({ card }) => card));
      return;
    }
    const [rank, suit] = group.cards[place];
    const used = [...new Set(chosen.map((one) => one.suit).filter((one) => one !== null))];
    const fresh = rules.words.suits.findIndex((_, one) => !used.includes(one));
    const anyOf = [...used.sort((a, b) => a - b), fresh < 0 ? null : fresh, null];
    for (const one of suit === null ? new Set(anyOf) : [suit]) {
      const card = classes.get(`${rank},${one}`);
      if (card === undefined) continue;
      const there = chosen.filter((other) => other.rank === rank && other.suit === one).length;
      if (there < rules.words.cards[card][3]) go(place + 1, [...chosen, { rank, suit: one, card }]);
    }
  };
  go(0, []);
  return found;
}

const countsOf = (rules, cards) => rules.words.cards.map((_, card) => cards.filter((one) => one === card).length);

/** Say what cards can be, for all suits that they may have. */
function read(rules, group) {
  const found = new Map();
  for (const cards of suited(rules, group)) {
    const readings = rules.readings(countsOf(rules, cards));
    const name = readings.join(";");
    if (!found.has(name)) found.set(name, { readings, same: [] });
    found.get(name).same.push(cards);
  }
  if (!found.size) return null;
  const every = [...found.values()];
  const several = [...every].sort((one, other) =>
    !one.readings.length - !other.readings.length || one.same.length - other.same.length);
  const readings = several.map(({ readings: each, same }) => ({
    suits: suitsSaid(rules, same, every), cards: same[0], readings: each,
  }));
  const clauses = readings.flatMap(({ cards, readings: each }) =>
    each.flatMap((reading) => making(rules, { reading, cards: countsOf(rules, cards) })));
  return { asked: [group.shown], readings, compared: [], clauses: [...new Set(clauses)] };
}

/** Give the clauses that make a play what it is: of its pattern, and of what is wild in it. */
function making(rules, { reading, cards }) {
  const { clause, frees } = rules.patterns[reading[0]];
  const groups = new Set(rules.inOrder(cards).map(([card]) => rules.words.cards[card][2]));
  return [clause, ...frees.filter(([group]) => groups.has(group)).map(([, one]) => one)];
}

/** Say for which suits cards are what they are; nothing where it is so for all. */
function suitsSaid(rules, same, every) {
  if (every.length === 1) return "";
  const kinds = new Set(same.map((cards) => kindOfSuits(rules, cards)));
  const others = every.filter((one) => one.same !== same).flatMap((one) => one.same);
  const elsewhere = new Set(others.map((cards) => kindOfSuits(rules, cards)));
  const [kind] = kinds;
  if (kinds.size === 1 && !elsewhere.has(kind) && kind) return kind;
  const most = Math.max(...every.map((one) => one.same.length));
  return every.find((one) => one.same.length === most).same === same ? "otherwise" : "such as";
}

function kindOfSuits(rules, cards) {
  const suits = cards.map((card) => rules.words.cards[card][1]).filter((suit) => suit !== null);
  const all = new Set(suits).size;
  if (suits.length > 1 && all === 1) return "in one suit";
  return suits.length > 1 && all === suits.length ? "in different suits" : "";
}

/** Say whether one play beats another, however each is read and for all suits. */
function compared(rules, one, other) {
  if (!rules.asked) return null;
  const found = new Map();
  const there = [...plays(rules, other)];
  let tried = 0;
  for (const play of plays(rules, one)) {
    for (const against of there) {
      if (tried === MOST_PAIRS) break;
      tried += 1;
      const beats = holds(rules, play.reading, against.reading);
      if (beats === null) return null;
      if (!found.has(beats)) found.set(beats, { beats, play, other: against, readings: new Map() });
      found.get(beats).readings.set(String(play.reading), play.reading);
    }
  }
  if (!found.size) return null;
  const clauses = [...found.values()].flatMap(({ play, other: against }) => {
    const of = [...making(rules, play), ...making(rules, against)];
    return [...of, ...rules.sorted([...rules.beats(play.reading, against.reading).rests, ...of])];
  });
  const all = [true, false].filter((beats) => found.has(beats)).map((beats) => {
    const { play, other: against, readings } = found.get(beats);
    return { beats, play, other: against, readings: [...readings.values()].sort(byValues) };
  });
  return { asked: [one.shown, other.shown], readings: [], compared: all, clauses: [...new Set(clauses)] };
}

const byValues = (one, other) => {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : one[at] - (other[at] ?? -1);
};

function holds(rules, reading, other) {
  try {
    return rules.holds(reading, other);
  } catch (fault) {
    if (fault instanceof Breach) return null;
    throw fault;
  }
}

/** Give what cards can be, for all suits that they may have. */
function* plays(rules, group) {
  for (const named of suited(rules, group)) {
    const cards = countsOf(rules, named);
    for (const reading of rules.readings(cards)) yield { cards, reading };
  }
}
