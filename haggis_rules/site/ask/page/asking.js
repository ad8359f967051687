// What somebody asks: rules, what was agreed on, cards in hand, those that are tried together, and
// perhaps cards to beat.
//
// A question is all that stands behind the # of an address, so that it can be sent to others.

import { Breach, NotUnderstood, size } from "./rules.js";

const MOST_CHANGED = 8; // cards of which it is tried what one other card would make of them

/** Read a question out of an address. What is not there is as usual; `usual` is a table to begin with. */
export function fromHash(hash, seatings, usual = "") {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const named = (name) => seatings.find((one) => one.name === name);
  const seating = named(given.get("table")) ?? named(usual) ?? seatings[0];
  const agreed = {};
  for (const option of seating.options) {
    const worded = given.get(`with.${option.name}`);
    const value = option.values.find((one) => String(one) === worded);
    agreed[option.name] = value ?? option.usual;
  }
  const [play, tried, other] = ["play", "try", "other"].map((name) => given.get(name) ?? "");
  return { seating, agreed, play, tried, other };
}

/** Write a question as an address. */
export function toHash({ seating, agreed, play, tried, other }) {
  const given = new URLSearchParams({ table: seating.name });
  for (const option of seating.options) {
    if (agreed[option.name] !== option.usual) given.set(`with.${option.name}`, agreed[option.name]);
  }
  if (play.trim()) given.set("play", tidy(play));
  if (tried.trim()) given.set("try", tidy(tried));
  if (other.trim()) given.set("other", tidy(other));
  return `#${given}`;
}

const tidy = (text) => text.trim().split(/\s+/).join(" ");

/** Find the files for what was agreed on. */
export function filesOf({ seating, agreed }) {
  const fits = (setting) =>
    Object.entries(setting.agreed).every(([name, value]) => agreed[name] === value);
  return seating.settings.find(fits);
}

/** Read what was typed: cards, and after `=` which of their readings is meant. */
export function played(rules, text) {
  const [named, ...meant] = text.split("=");
  const cards = rules.cards(named);
  const all = rules.readings(cards);
  if (!meant.length) return { cards, all, readings: all };
  const plain = (word) => word.replace(/\s+/g, "").toLowerCase();
  const wanted = plain(meant.join("="));
  const readings = all.filter((reading) => plain(rules.notation(reading)) === wanted);
  if (!readings.length) throw new NotUnderstood("unknown-reading", meant.join("=").trim(), { made: all });
  return { cards, all, readings };
}

/** Compare each reading of a play with each of another. Nothing where the rules do not say it. */
export function compared(rules, play, other) {
  if (!rules.asked) return [];
  return play.readings.flatMap((reading) =>
    other.readings.map((beaten) => ({ reading, beaten, ...answered(rules, reading, beaten) })));
}

/** Give all readings that beat one, and all that it beats. */
export function around(rules, reading) {
  if (!rules.asked) return null;
  return {
    beatenBy: rules.made().filter((other) => holds(rules, other, reading)),
    beats: rules.made().filter((other) => holds(rules, reading, other)),
  };
}

/** Deal a hand by chance, as the rules deal it; null where they deal none. `chance` gives numbers below 1. */
export function dealt(rules, chance = Math.random) {
  if (!rules.words.dealt) return null;
  const { named, drawn } = rules.words.dealt;
  const cards = [...named];
  drawn.forEach((many, group) => {
    const stock = rules.words.cards.flatMap(([, , of, copies], card) =>
      (of === group ? Array(copies - named[card]).fill(card) : []));
    for (let n = 0; n < many && stock.length; n += 1) {
      cards[stock.splice(Math.floor(chance() * stock.length), 1)[0]] += 1;
    }
  });
  return size(cards) ? cards : null;
}

/**
 * Gather the plays that a hand holds; of those that beat others, when there are others. `plain` has
 * the same without the cards that can be wild, where the hand has some of each.
 */
export function holding(rules, { cards }, other) {
  if (size(cards) < 2) return null;
  if (rules.uncounted) return { cards, refused: `The page cannot list all plays by these rules (${rules.uncounted}).`, counts: [] };
  const beaten = rules.asked ? other?.readings ?? [] : [];
  const counted = (some) => rules.counts(some).filter(([reading]) =>
    !beaten.length || beaten.some((one) => holds(rules, reading, one)));
  const plain = withoutWild(rules, cards);
  try {
    return { cards, beaten: beaten.length, counts: counted(cards), plain: plain && { ...plain, counts: counted(plain.cards) } };
  } catch (fault) {
    if (fault instanceof Breach) return { cards, refused: "These are too many cards to list their plays.", counts: [] };
    throw fault;
  }
}

/** Leave out the cards that can be wild, and name their groups; nothing where that leaves all or none. */
function withoutWild(rules, cards) {
  const wild = new Set(rules.patterns.flatMap((pattern) => pattern.wild));
  const left = cards.map((count, card) => (wild.has(card) ? 0 : count));
  if (size(left) === size(cards) || !size(left)) return null;
  const groups = [...wild].filter((card) => cards[card]).map((card) => rules.words.cards[card][2]);
  return { cards: left, groups: [...new Set(groups)].map((group) => rules.words.groups[group][0]) };
}

/** Whether a reading beats another; not where the rules have no answer. */
function holds(rules, reading, other) {
  try {
    return rules.holds(reading, other);
  } catch (fault) {
    if (fault instanceof Breach) return false;
    throw fault;
  }
}

/**
 * Say why cards make nothing: what they would be if needs, or suits, did not count, or with one
 * other card. `change` has the cards to give back, those to take, and the reading they then have.
 */
export function nearly(rules, cards) {
  for (const but of ["needs", "suits"]) {
    const readings = rules.readings(cards, but);
    if (readings.length) {
      const of = (reading) => rules.patterns[reading[0]];
      const clauses = but === "suits" ? readings.map((reading) => of(reading).clause)
        : readings.flatMap((reading) => of(reading).needs);
      const patterns = new Set(readings.map(([index]) => index));
      const change = but === "suits" ? mended(rules, exchanged(rules, cards, true), patterns) : null;
      return { but, readings, clauses: rules.sorted(clauses), change };
    }
  }
  if (size(cards) > MOST_CHANGED) return null;
  const suited = new Set([...rules.patterns.keys()].filter((index) => rules.patterns[index].suited));
  const change = mended(rules, added(rules, cards), suited)
    ?? (size(cards) > 2 ? mended(rules, leftOut(cards)) : null)
    ?? mended(rules, exchanged(rules, cards, false))
    ?? mended(rules, added(rules, cards));
  if (!change) return null;
  const { clause } = rules.patterns[change.reading[0]];
  return { but: "cards", readings: [change.reading], clauses: [clause], change };
}

/** Find the play that cards become with a card of the hand instead of one, or as well; null if none does. */
export function fromHand(rules, cards, held, { readings }) {
  const patterns = new Set(readings.map(([index]) => index));
  const changes = [...exchanged(rules, cards, false), ...exchanged(rules, cards, true), ...added(rules, cards)];
  return mended(rules, changes.filter((change) => change.cards.every((count, card) => count <= held[card])), patterns);
}

/** Find the change after which cards make a play: of the first pattern, and its highest reading. */
function mended(rules, changes, patterns = null) {
  let best = null;
  for (const change of changes) {
    for (const reading of rules.readings(change.cards)) {
      const better = !best || reading[0] < best.reading[0]
        || (reading[0] === best.reading[0] && later(reading, best.reading));
      if (better && (patterns?.has(reading[0]) ?? true)) best = { ...change, reading };
    }
  }
  return best;
}

const later = (one, other) => {
  const place = one.findIndex((value, at) => value !== other[at]);
  return place >= 0 && one[place] > other[place];
};

const moved = (cards, card, by) => cards.map((count, at) => (at === card ? count + by : count));

/** Exchange each card for each other one, of the same rank or of another. */
function* exchanged(rules, cards, same) {
  for (const { removed, cards: left } of leftOut(cards)) {
    for (const change of added(rules, left)) {
      const [one, other] = [removed, change.added].map((card) => rules.words.cards[card][0]);
      if (removed !== change.added && (one === other) === same) yield { ...change, removed };
    }
  }
}

/** Leave out each card that is there, the last one first: the first ones show what was meant. */
function* leftOut(cards) {
  for (const [removed, count] of [...cards.entries()].reverse()) {
    if (count) yield { removed, added: null, cards: moved(cards, removed, -1) };
  }
}

/** Add each card of which the deck has one more. */
function* added(rules, cards) {
  for (const [card, count] of cards.entries()) {
    if (count < rules.words.cards[card][3]) yield { removed: null, added: card, cards: moved(cards, card, 1) };
  }
}

/** Answer, or say that the rules have no answer: `beats` is null then. */
function answered(rules, reading, other) {
  try {
    return rules.beats(reading, other);
  } catch (fault) {
    if (fault instanceof Breach) return { beats: null, clause: null, rests: [] };
    throw fault;
  }
}
