// Answers in words: a reading, many readings at once, what is wrong with what was typed.
//
// All words of a game come from its rules. What is left is plain English that fits any game.

const MOST_NAMED = 6; // so many readings are named one by one

/** Say a reading: "sequence, length 3, top J". */
export function said(rules, reading) {
  const pattern = rules.patterns[reading[0]];
  const fields = pattern.fields.map((field, place) => spoken(rules, pattern, field, reading[1 + place]));
  const [first, ...rest] = fields;
  const named = first && pattern.fields[0].said === pattern.said;
  return named ? [`${pattern.said} ${first}`, ...rest].join(", ") : [pattern.said, ...fields].join(", ");
}

function spoken(rules, pattern, field, value) {
  const shown = field.kind === "suit" ? rules.words.suits[value][0] : rules.value(field, value);
  return field.said === pattern.said ? shown : `${field.said} ${shown}`;
}

/** Say many readings in few words: [{ text, count }], by pattern and by what is compared. */
export function gathered(rules, readings) {
  const all = grouped(rules, rules.made());
  return [...grouped(rules, readings)].flatMap(([index, types]) => {
    const every = all.get(index);
    const count = total(types);
    if (count === total(every)) return [{ text: `any ${rules.patterns[index].said}`, count }];
    return [...types].map(([type, some]) => ofType(rules, index, some, every.get(type)));
  });
}

/** Sort readings into types, each with its name: "set with width 2". */
export function typed(rules, readings) {
  return [...grouped(rules, readings)].flatMap(([index, types]) =>
    [...types.values()].map((some) => ({ text: typeOf(rules, index, some[0]), readings: some })));
}

function typeOf(rules, index, reading) {
  const pattern = rules.patterns[index];
  const alike = pattern.alike.map((at) => spoken(rules, pattern, pattern.fields[at], reading[1 + at]));
  return alike.length ? `${pattern.said} with ${listed(alike)}` : pattern.said;
}

/** Sort readings by pattern, and then by all that has to be alike. */
function grouped(rules, readings) {
  const found = new Map();
  for (const reading of readings) {
    const [index, ...values] = reading;
    if (!found.has(index)) found.set(index, new Map());
    const type = rules.patterns[index].alike.map((field) => values[field]).join();
    const types = found.get(index);
    if (!types.has(type)) types.set(type, []);
    types.get(type).push(reading);
  }
  return found;
}

const total = (types) => [...types.values()].reduce((sum, some) => sum + some.length, 0);

function ofType(rules, index, some, every) {
  const pattern = rules.patterns[index];
  const count = some.length;
  const name = typeOf(rules, index, some[0]);
  if (count === every.length) return { text: `any ${name}`, count };
  if (count === 1) return { text: rules.notation(some[0]), count };
  const ranked = [...every].sort((a, b) => higher(pattern, a, b));
  const places = some.map((reading) => ranked.findIndex((other) => !higher(pattern, reading, other)));
  const lowest = Math.min(...places);
  const highest = Math.max(...places);
  const bound = (reading) => bounding(rules, pattern, reading);
  const up = ranked.filter((reading) => higher(pattern, reading, ranked[lowest]) >= 0);
  const down = ranked.filter((reading) => higher(pattern, reading, ranked[highest]) <= 0);
  if (up.length === count) return { text: `${name} from ${bound(ranked[lowest])} up`, count };
  if (down.length === count) return { text: `${name} up to ${bound(ranked[highest])}`, count };
  const few = some.slice(0, MOST_NAMED).map((reading) => rules.notation(reading));
  return { text: count > MOST_NAMED ? `some of ${name}, as ${listed(few)}` : listed(few), count };
}

/** Name what a reading is ranked by; all of it, where that is more than one field. */
function bounding(rules, pattern, reading) {
  if (pattern.ranked.length !== 1) return rules.notation(reading);
  const [at] = pattern.ranked;
  return spoken(rules, pattern, pattern.fields[at], reading[1 + at]);
}

function higher(pattern, one, other) {
  const at = pattern.ranked.find((field) => one[1 + field] !== other[1 + field]);
  return at === undefined ? 0 : one[1 + at] - other[1 + at];
}

/** Say what else a wild card can stand for than how it is laid; nothing when that is all. */
export function choices(rules, stands) {
  const suits = Math.max(1, rules.words.suits.length);
  const byRank = new Map();
  for (const pin of stands) byRank.set(pin[1], [...(byRank.get(pin[1]) ?? []), rules.standing(pin)]);
  const told = [...byRank].map(([rank, names]) =>
    names.length === suits && suits > 1 ? `a ${rules.words.ranks[rank]} of any suit` : listed(names, "or"));
  return stands.length > 1 ? listed(told, "or") : "";
}

/** Say what is wrong with what was typed, and what may have been meant. */
export function problem(rules, fault) {
  if (fault.problem === "too-many") {
    const there = fault.most === 1 ? "there is only one" : `there are only ${fault.most}`;
    return `You have more ${fault.word} than the deck: ${there}.`;
  }
  if (fault.problem === "unknown-reading") {
    const made = fault.made.map((reading) => rules.notation(reading));
    return `These cards are not “${fault.word}”. ${made.length ? `They are ${listed(made, "or")}.` : ""}`.trim();
  }
  const meant = near(rules, fault.word);
  const hint = meant.length ? `Did you mean ${listed(meant, "or")}?` : `It has ${deck(rules)}.`;
  return `“${fault.word}” is not a card of this deck. ${hint}`;
}

/** Find cards that were perhaps meant: letters swapped, or a suit left out. */
function near(rules, word) {
  const sorted = (name) => [...name.toLowerCase()].sort().join("");
  const names = [...rules.known.entries()];
  const same = names.filter(([name]) => sorted(name) === sorted(word));
  const found = same.length ? same : names.filter(([name, card]) =>
    rules.words.ranks[rules.words.cards[card][0]].toLowerCase() === word.toLowerCase() && name);
  return [...new Set(found.map(([, card]) => rules.names[card]))];
}

function deck(rules) {
  const groups = rules.words.groups.map((_, group) =>
    rules.names.filter((_name, card) => rules.words.cards[card][2] === group));
  return listed(groups.map((names) => names.length > 4
    ? `${names[0]} to ${names.at(-1)}` : listed(names)));
}

/** Say a card: "10 of red", or "J". */
export function card(rules, index) {
  const [rank, suit] = rules.words.cards[index];
  const name = rules.words.ranks[rank];
  return suit === null ? name : `${name} of ${rules.words.suits[suit][0]}`;
}

/** Write a list: "a, b and c". */
export function listed(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Count things: "1 reading" or "2 readings". */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
