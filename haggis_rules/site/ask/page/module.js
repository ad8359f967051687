// The module of a game: cards are put into its memory, and it is asked about them.
//
// It is WebAssembly made from the rules, and imports nothing. Cards are an array with how many there
// are of each card of the deck. A reading is its place in the order of all readings. The
// layout, which comes with the words of the game, says where everything stands in the memory.

/** The module gives no answer: the rules have none, or the cards are too many to count. */
export class Breach extends Error {}

const ASIDE = { "": 0, needs: 1, suits: 2 };

/** Start a module from its bytes. */
export async function started(bytes, layout) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  return new GameModule(instance.exports, layout);
}

class GameModule {
  #exports;
  #bytes;
  #numbers;

  constructor(exports, layout) {
    this.layout = layout;
    this.#exports = exports;
    this.#bytes = new Uint8Array(exports.memory.buffer); // the memory never grows
    this.#numbers = new DataView(exports.memory.buffer);
  }

  /** Give the places of all readings of exactly these cards. `aside` leaves needs or suits aside. */
  made(cards, aside = "") {
    const { made, found } = this.layout;
    const count = this.#call(made, this.#put(cards), ASIDE[aside]);
    return Array.from({ length: count }, (_, n) => this.#number(found + 4 * n));
  }

  /** Whether cards make a reading, with some wild cards pinned to [card, rank, suit]. */
  makes(place, cards, pins = []) {
    pins.forEach(([card, rank, suit], n) => [card, rank, suit ?? -1].forEach((value, part) =>
      this.#numbers.setInt32(this.layout.pins + n * this.layout.pin_size + 4 * part, value, true)));
    return Boolean(this.#call(this.layout.makes, place, this.#put(cards), pins.length));
  }

  /** Whether one reading beats another. Throws Breach where the rules have no answer. */
  beats(place, other) {
    const { order, numbers } = this.layout;
    return Boolean(this.#call(order.beats, numbers[place], numbers[other]));
  }

  /** Name the clause that decides whether one reading beats another, and all that are looked at. */
  decided(place, other) {
    const { order: { notes, marks, clauses, decides }, numbers } = this.layout;
    this.#bytes.fill(0, marks, marks + clauses.length);
    this.#call(notes, 0, numbers[place], numbers[other]);
    const rests = clauses.filter((_, n) => this.#bytes[marks + n]);
    return { clause: clauses[this.#number(decides)], rests };
  }

  /** Pair each reading of which a hand has plays with how many. Throws Breach when it is too large. */
  counts(cards) {
    const { hold, count, counts } = this.layout.plays;
    this.#call(hold, this.#put(cards));
    this.#call(count);
    return this.layout.numbers
      .map((_, place) => [place, this.#number(counts + 4 * place)])
      .filter(([, plays]) => plays);
  }

  /** Give the cards of the first few plays of a reading in a hand, in order. */
  plays(cards, place, few) {
    const { hold, make, play, play_cards: from } = this.layout.plays;
    this.#call(hold, this.#put(cards));
    return Array.from({ length: few }, (_, which) => {
      this.#call(make, place, which, play);
      return [...this.#bytes.slice(play + from, play + from + cards.length)];
    });
  }

  #put(cards) {
    this.#bytes.set(cards, this.layout.cards);
    return this.layout.cards;
  }

  #number(address) {
    return this.#numbers.getInt32(address, true);
  }

  #call(name, ...values) {
    try {
      return this.#exports[name](...values);
    } catch (fault) {
      if (fault instanceof WebAssembly.RuntimeError) throw new Breach(this.#number(this.layout.breach));
      throw fault;
    }
  }
}
