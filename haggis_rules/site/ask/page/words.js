// Answers in words: a reading, many readings at once, what is wrong with what was typed.
//
// All words of a game come from its rules. What is left is plain English that fits any game.

const MOST_NAMED = 6; // so many readings are named one by one

const NUMBERS = [
  "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
  "twelve", "thirteen", "fourteen", "fifteen",
];
const GROUPS = { 2: "pairs", 3: "triplets" };

/** Say a reading: "a sequence of three, up to the jack". */
export function said(rules, reading) {
  const { each, by } = rules.patterns[reading[0]];
  return withArticle(filled(rules, reading, each[by === null ? 0 : reading[1 + by]]));
}

/** Say whether one reading beats another: "A single 9 beats a single 8." */
export function saidAgainst(rules, reading, beaten, verb) {
  const one = said(rules, reading);
  return `${capital(one)}${one.includes(",") ? "," : ""} ${verb} ${said(rules, beaten)}.`;
}

/** Say of what kind a reading is: "sequence of three". */
export function kindOf(rules, reading) {
  return filled(rules, reading, rules.patterns[reading[0]].kind);
}

/** Say readings that have one answer: by their pattern, where the others have none of it. */
export function saidTogether(rules, readings, others) {
  const apart = new Set(others.map(([index]) => index));
  const patterns = [...new Set(readings.map(([index]) => index))];
  const told = patterns.flatMap((index) => {
    const some = readings.filter((reading) => reading[0] === index);
    const whole = some.length > 1 && !apart.has(index);
    return whole ? [withArticle(rules.patterns[index].said)] : some.map((reading) => said(rules, reading));
  });
  return listed(told, "or");
}

/** Put the values of a reading into the places of a text. */
function filled(rules, reading, text) {
  const { fields } = rules.patterns[reading[0]];
  return text.replace(/\{([^{}:]+):(\w+)\}/g, (_, name, how) => {
    const place = fields.findIndex((field) => field.name === name);
    const value = reading[1 + place];
    switch (how) {
      case "number": return number(value);
      case "groups": return GROUPS[value] ?? `groups of ${number(value)}`;
      case "rank": return rules.words.called[value];
      case "ranks": return `${rules.words.called[value]}s`;
      case "suit": return rules.words.suits[value][0];
      default: return rules.value(fields[place], value);
    }
  });
}

/** Say a number as a word, where it is small. */
export const number = (value) => NUMBERS[value] ?? value.toLocaleString("en");

/** Put an article before a noun. */
export const withArticle = (noun) => `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;

/** Begin with a capital. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

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

/** Sort readings into kinds, each with its name: "set of two". */
export function typed(rules, readings) {
  return [...grouped(rules, readings)].flatMap(([, types]) =>
    [...types.values()].map((some) => ({ text: kindOf(rules, some[0]), readings: some })));
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
  const name = kindOf(rules, some[0]);
  if (count === every.length) return { text: `any ${name}`, count };
  if (count === 1) return { text: said(rules, some[0]), count };
  const ranked = [...every].sort((a, b) => higher(pattern, a, b));
  const places = some.map((reading) => ranked.findIndex((other) => !higher(pattern, reading, other)));
  const lowest = Math.min(...places);
  const highest = Math.max(...places);
  const bound = (reading) => bounding(rules, pattern, reading);
  const up = ranked.filter((reading) => higher(pattern, reading, ranked[lowest]) >= 0);
  const down = ranked.filter((reading) => higher(pattern, reading, ranked[highest]) <= 0);
  if (up.length === count) return { text: `${name} from ${bound(ranked[lowest])} up`, count };
  if (down.length === count) return { text: `${name} up to ${bound(ranked[highest])}`, count };
  const few = some.slice(0, MOST_NAMED).map((reading) => said(rules, reading));
  return { text: count > MOST_NAMED ? `some of ${name}, such as ${listed(few)}` : listed(few, "or"), count };
}

/** Name what a reading is ranked by: a rank, or all of it where that is more. */
function bounding(rules, pattern, reading) {
  const [at, ...more] = pattern.ranked;
  if (more.length || pattern.fields[at].kind !== "rank") return said(rules, reading);
  return `the ${rules.words.called[reading[1 + at]]}`;
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
    names.length === suits && suits > 1 ? `${withArticle(rules.words.called[rank])} of any suit` : listed(names, "or"));
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

/** Say a card: "10 of red", or "jack". */
export function card(rules, index) {
  const [rank, suit] = rules.words.cards[index];
  const name = rules.words.called[rank];
  return suit === null ? name : `${name} of ${rules.words.suits[suit][0]}`;
}

/** Write a list: "a, b and c". */
export function listed(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Count things: "1 reading" or "2 readings". */
export function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
