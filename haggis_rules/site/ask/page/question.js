// An answer to a question that names cards, for a page that has no rules yet: the words and the
// module of a game are loaded when the first such question comes.

import { cardsAsked, settledByReading, verdictOf } from "./asked.js";
import { toHash } from "./asking.js";
import { answerShown, drawn, element, rowShown, ruleShown } from "./cards.js";
import { rulesOf } from "./rules.js";
import { capital, number, said, saidAgainst } from "./words.js";

const base = new URL("./", import.meta.url);
const MOST_SHOWN = 6; // ways to play cards, each drawn
const known = new Map();
let listed;
let drawings;

/** Answer a question by the rules of a table; null where it names no cards, or no module answers. */
export async function answerAbout(table, question, names, between) {
  const loaded = await loadedRules(table);
  const found = loaded && cardsAsked(loaded.rules, question, names, between);
  return found ? { clauses: found.clauses, shown: shown(loaded, found) } : null;
}

/** Show what the module says of cards. */
export function shown({ rules, seating }, found) {
  return found.compared.length ? comparedShown(rules, seating, found) : readingsShown(rules, seating, found);
}

async function loadedRules(table) {
  listed ??= read("index.json", (response) => response.json());
  drawings ??= drawn(new URL("../assets/cards.svg", base));
  const seating = (await listed).seatings.find((one) => one.name === table);
  if (!seating) return null;
  if (!known.has(table)) known.set(table, load(seating));
  return known.get(table);
}

async function load(seating) {
  const [{ words, module }] = seating.settings;
  const [said_, bytes, cards] = await Promise.all([
    read(words, (response) => response.json()), read(module, (response) => response.arrayBuffer()), drawings,
  ]);
  return { seating, rules: Object.assign(await rulesOf(said_, bytes), { drawings: cards }) };
}

async function read(name, how) {
  const response = await fetch(new URL(name, base));
  if (!response.ok) throw new Error(`${name} is not there`);
  return how(response);
}

function comparedShown(rules, seating, found) {
  const all = found.compared;
  const verdict = verdictOf(rules, found) || "It depends on the suits.";
  const tone = all.length > 1 ? "depends" : all[0].beats ? "yes" : "no";
  const rows = all.map(({ beats, play, other }) => element("div", { class: "ask-against" }, [
    wayShown(rules, play.cards, play.reading, settledByReading(all) ? "" : capital(said(rules, play.reading))),
    element("span", { class: beats ? "ask-yes" : "ask-no" }, beats ? "beats" : "does not beat"),
    wayShown(rules, other.cards, other.reading, ""),
  ]));
  const { beats, play, other } = all[0];
  const { clause } = rules.beats(play.reading, other.reading);
  const clauses = clause ? [clause, ...found.clauses.filter((one) => one !== clause)].slice(0, 3) : found.clauses;
  const told = all.length > 1 ? [] : [element("p", { class: "ask-told" },
    saidAgainst(rules, play.reading, other.reading, beats ? "beats" : "does not beat"))];
  const way = wayToPage(seating, { play: rules.write(play.cards), other: rules.write(other.cards) });
  return answerShown({ tone, whose: rules.words.title, verdict, inside: [...told, ...rows, ...ruleShown(rules, clauses, base), way] });
}

function readingsShown(rules, seating, found) {
  const ways = found.readings.flatMap(({ suits, cards, readings }) => {
    const counts = rules.words.cards.map((_, card) => cards.filter((one) => one === card).length);
    return (readings.length ? readings : [null]).map((reading) => ({ suits, counts, reading }));
  });
  const made = ways.filter(({ reading }) => reading);
  const verdict = !made.length ? "Not a play."
    : found.readings.length > 1 ? `${capital(found.asked[0])}: that depends on the suits.`
      : made.length === 1 ? `${capital(said(rules, made[0].reading))}.` : `${capital(number(made.length))} different plays.`;
  const tone = !made.length ? "no" : found.readings.length > 1 ? "depends" : "tells";
  const rows = ways.slice(0, MOST_SHOWN).map(({ suits, counts, reading }) => {
    const what = reading ? said(rules, reading) : "not a play";
    return wayShown(rules, counts, reading, capital(suits ? `${suits}: ${what}` : what), reading ? "" : " ask-not");
  });
  const more = ways.length > MOST_SHOWN ? [element("p", { class: "ask-told" }, `And ${ways.length - MOST_SHOWN} more.`)] : [];
  const way = wayToPage(seating, { play: rules.write(ways[0].counts), other: "" });
  return answerShown({
    tone, whose: rules.words.title, verdict,
    inside: [element("div", { class: "ask-ways" }, rows), ...more, ...ruleShown(rules, found.clauses.slice(0, 3), base), way],
  });
}

/** Show one way to play cards, and what it is called. */
function wayShown(rules, cards, reading, words, kind = "") {
  return element("div", { class: `ask-way${kind}` }, [rowShown(rules, cards, reading), element("span", {}, words)]);
}

function wayToPage(seating, { play, other }) {
  const agreed = Object.fromEntries(seating.options.map((option) => [option.name, option.usual]));
  const address = new URL(toHash({ seating, agreed, play, tried: "", other }), base);
  return element("p", { class: "ask-more" }, element("a", { href: address.href }, "Try other cards"));
}
