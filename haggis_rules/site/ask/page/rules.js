// The words of a game beside its module: what is typed is read, and what is answered is written.
//
// What cards make, what wild cards stand for and what beats what is asked of the module. No rule of
// any game stands here. It needs neither a page nor a network, so it runs wherever JavaScript and
// WebAssembly do. Cards are an array with how many there are of each card of the deck. A reading is
// an array: the index of its pattern, and then its fields.

import { range, sum } from "./lists.js";
import { Breach, started } from "./module.js";

export { Breach };

const FORM = 3;

/** Something that was written means nothing; `problem` says what, and `word` where. */
export class NotUnderstood extends Error {
  constructor(problem, word, more = {}) {
    super(`${problem}: ${word}`);
    Object.assign(this, { problem, word, ...more });
  }
}

/** Make rules of words and of the bytes of their module. */
export async function rulesOf(words, bytes) {
  if (words.form !== FORM) throw new NotUnderstood("other-form", String(words.form));
  return new Rules(words, await started(bytes, words.module));
}

/** Rules, ready to be asked. */
class Rules {
  #module;
  #places;

  constructor(words, module) {
    this.words = words;
    this.#module = module;
    this.names = words.cards.map(([rank, suit]) => this.#name(rank, suit, 1));
    this.known = new Map();
    words.cards.forEach(([rank, suit], card) => {
      const letters = suit === null ? [1] : words.suits[suit].slice(1).map((_, n) => n + 1);
      for (const n of letters) this.known.set(this.#name(rank, suit, n).toLowerCase(), card);
    });
    this.order = new Map(Object.keys(words.clauses).map((name, place) => [name, place]));
    this.patterns = words.patterns;
    this.asked = words.module.order !== null;
    this.all = words.module.numbers.map((number) => this.#reading(number));
    this.#places = new Map(this.all.map((reading, place) => [reading.join(), place]));
  }

  #name(rank, suit, letter) {
    return this.words.ranks[rank] + (suit === null ? "" : this.words.suits[suit][letter]);
  }

  /** Read cards separated by blanks, commas or hyphens. Throws NotUnderstood: unknown-card or too-many. */
  cards(text) {
    const found = this.words.cards.map(() => 0);
    for (const word of text.split(/[\s,;+/&-]+/).filter(Boolean)) {
      const card = this.known.get(word.toLowerCase());
      if (card === undefined) throw new NotUnderstood("unknown-card", word);
      found[card] += 1;
      const most = this.words.cards[card][3];
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
    return held(cards).sort(([a], [b]) => this.words.cards[a][0] - this.words.cards[b][0] || a - b);
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
      case "rank": return this.words.ranks[value];
      case "suit": return this.words.suits[value][1];
      default: throw new Error(`no field is a ${field.kind}`);
    }
  }

  /** Give every reading of exactly these cards, in order. `aside` leaves needs or suits aside. */
  readings(cards, aside = "") {
    return this.#module.made(cards, aside).map((place) => this.all[place]);
  }

  /** Give one way to lay the wild cards of a play, always the same: [card, rank, suit] for each. */
  laid(reading, cards) {
    const place = this.#place(reading);
    const pins = [];
    for (const card of each(this.#wild(reading, cards))) {
      const own = this.words.cards[card][0];
      const stands = this.#stands(card);
      stands.sort((a, b) => (a[1] !== own) - (b[1] !== own) || a[1] - b[1] || a[2] - b[2]);
      pins.push(stands.find((pin) => this.#module.makes(place, cards, [...pins, pin])));
    }
    return pins;
  }

  /** Pair each wild card of a play with all [card, rank, suit] that it can stand for. */
  may(reading, cards) {
    const place = this.#place(reading);
    return this.#wild(reading, cards).map(([card]) =>
      [card, this.#stands(card).filter((pin) => this.#module.makes(place, cards, [pin]))]);
  }

  /** Name what a card stands for. */
  standing([, rank, suit]) {
    return this.#name(rank, suit, 1);
  }

  /** Name the clauses that make cards a reading. */
  clauses(reading, cards) {
    const { clause, frees, needs, suited } = this.patterns[reading[0]];
    const groups = new Set(held(cards).map(([card]) => this.words.cards[card][2]));
    const freed = frees.filter(([group]) => groups.has(group)).map(([, one]) => one);
    const taken = [...groups].map((group) => this.words.groups[group][1]).filter(Boolean);
    return this.sorted([clause, ...freed, ...needs, ...(suited ? taken : [])]);
  }

  /** Put clauses into the order of the rules, each once. */
  sorted(clauses) {
    return [...new Set(clauses)].sort((a, b) => this.order.get(a) - this.order.get(b));
  }

  /** Whether one reading beats another, the clause that decides, and all that is looked at. */
  beats(reading, other) {
    const [one, two] = [this.#place(reading), this.#place(other)];
    const beats = this.#module.beats(one, two);
    const { clause, rests } = this.#module.decided(one, two);
    return { beats, clause, rests: this.sorted(rests) };
  }

  /** Whether one reading beats another, and no more: for when many are asked about. */
  holds(reading, other) {
    return this.#module.beats(this.#place(reading), this.#place(other));
  }

  /** Give every reading that a hand can make. */
  made() {
    const bits = atob(this.words.made);
    this.everything ??= this.all.filter((_, place) => (bits.charCodeAt(place >> 3) >> (place & 7)) & 1);
    return this.everything;
  }

  /** Say why the plays of hands are not counted by these rules; nothing where they are. */
  get uncounted() {
    return this.words.module.plays.refused ?? "";
  }

  /** Pair each reading of which a hand has plays with how many. Throws Breach when it is too large. */
  counts(cards) {
    return this.#module.counts(cards).map(([place, count]) => [this.all[place], count]);
  }

  /** Give the cards of the first few plays of a reading in a hand. */
  plays(cards, reading, few) {
    return this.#module.plays(cards, this.#place(reading), few);
  }

  #place(reading) {
    return this.#places.get(reading.join());
  }

  /** Give the reading with a number: the last field runs first. */
  #reading(number) {
    const index = this.words.module.first.findLastIndex((first) => first <= number);
    let left = number - this.words.module.first[index];
    const values = [...this.patterns[index].fields].reverse().map((field) => {
      const [low, count] = this.#bounds(field);
      const value = low + (left % count);
      left = Math.floor(left / count);
      return value;
    });
    return [index, ...values.reverse()];
  }

  #bounds(field) {
    switch (field.kind) {
      case "number": return [field.low, field.high - field.low + 1];
      case "choice": return [0, field.choices.length];
      case "rank": return [0, this.words.ranks.length];
      case "suit": return [0, this.words.suits.length];
      default: throw new Error(`no field is a ${field.kind}`);
    }
  }

  #wild([index], cards) {
    return held(cards).filter(([card]) => this.patterns[index].wild.includes(card));
  }

  /** Give all that a card could stand for, rank by rank. */
  #stands(card) {
    const suits = this.words.suits.length ? range(0, this.words.suits.length) : [null];
    return range(0, this.words.ranks.length).flatMap((rank) => suits.map((suit) => [card, rank, suit]));
  }
}

/** Count cards. */
export const size = (cards) => sum(cards);

/** Pair each card that is there with how many there are. */
const held = (cards) => [...cards.entries()].filter(([, count]) => count > 0);

/** Name each card as often as it is there. */
const each = (pairs) => pairs.flatMap(([card, count]) => Array(count).fill(card));
