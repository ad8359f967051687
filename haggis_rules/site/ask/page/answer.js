// The answer about the cards that are tried: yes or no first, then why, by which rule, and drawn.

import { fromHand } from "./asking.js";
import { answerShown, element, linksShown, rowShown, ruleShown } from "./cards.js";
import { capital, card as cardWords, choices, gathered, listed, number, said, saidAgainst, saidTogether } from "./words.js";

const MOST_NAMED = 3; // readings that cards would have

/** Give the blocks of an answer, and one line that says it all. */
export function answer(asked) {
  const { rules, play, other, whole } = asked;
  if (!play) return whole ? { blocks: [], told: "" } : hint(asked);
  if (!play.readings.length) return nothing(asked, play, "No, that isn’t a play.");
  if (other && !other.readings.length) return nothing(asked, other, "The cards to beat aren’t a play.");
  return other ? verdict(asked) : made(asked);
}

function framed({ rules }, tone, text, inside) {
  return answerShown({ tone, whose: rules.words.title, verdict: text, inside });
}

function hint(asked) {
  const told = "Pick your cards, and see what they can play.";
  return { blocks: [framed(asked, "tells", told, [element("p", { class: "rule" },
    "Tap cards of the deck, or type them. Raise some of your hand to try them together, and pick cards to beat.")])], told };
}

/** Say what cards can be. */
function made(asked) {
  const { rules, play, base } = asked;
  const names = play.readings.map((reading) => said(rules, reading));
  const [only] = play.readings.length === 1 ? play.readings : [];
  const text = only ? `Yes, ${names[0]}.` : `Yes, ${number(play.readings.length)} ways.`;
  const clauses = rules.sorted(play.readings.flatMap((reading) => rules.clauses(reading, play.cards)));
  const rows = play.readings.map((reading) => readingShown(asked, reading, Boolean(only)));
  const inside = [element("div", { class: "ask-readings" }, rows), ...ruleShown(rules, clauses, base)];
  return { blocks: [framed(asked, "yes", text, inside)], told: only ? text : `${text} ${capital(listed(names, "or"))}.` };
}

function readingShown({ rules, play, around, say }, reading, only) {
  const about = [element("p", { class: "ask-called" }, [
    element("b", {}, capital(said(rules, reading))), " ", element("code", {}, rules.notation(reading)),
  ])];
  for (const [told, cards] of standing(rules, rules.may(reading, play.cards))) {
    about.push(element("p", { class: "ask-may" }, `${capital(listed(cards))} can be ${told}.`));
  }
  if (!only) {
    const button = element("button", { type: "button", class: "ask-say" }, "Announce this");
    button.setAttribute("aria-label", `Announce ${said(rules, reading)}`);
    button.addEventListener("click", () => say(reading));
    about.push(button);
  }
  about.push(...aroundShown(rules, () => around(reading), only));
  const shown = only ? about.slice(1) : about; // what a single one is called stands above it
  return element("div", { class: "ask-reading" }, [
    rowShown(rules, play.cards, reading), ...(shown.length ? [element("div", { class: "ask-about" }, shown)] : []),
  ]);
}

/** Show what beats a reading and what it beats: at once, or when that is opened. */
function aroundShown(rules, around, open) {
  if (!rules.asked) return [];
  const lists = () => {
    const { beatenBy, beats } = around();
    return [...manyShown(rules, "Beaten by", beatenBy), ...manyShown(rules, "Beats", beats)];
  };
  return open ? [element("div", { class: "ask-around" }, lists())] : [folded("What beats it", lists)];
}

/** Show a line that opens to what is made then. */
export function folded(text, make, kind = "ask-fold") {
  const inside = element("div");
  const whole = element("details", { class: kind }, [element("summary", {}, text), inside]);
  whole.addEventListener("toggle", () => {
    if (whole.open && !inside.childElementCount) inside.append(...make());
  });
  return whole;
}

function manyShown(rules, words, readings) {
  const told = gathered(rules, readings);
  const inside = told.length
    ? told.map(({ text, count }) => element("li", {}, count > 1 ? `${text} (${count})` : text))
    : [element("li", {}, "nothing")];
  return [element("h3", {}, words), element("ul", { class: "ask-many" }, inside)];
}

/** Gather wild cards that can stand for the same. */
function standing(rules, may) {
  const found = new Map();
  for (const [card, stands] of may) {
    const told = choices(rules, stands);
    if (told) found.set(told, [...(found.get(told) ?? []), cardWords(rules, card)]);
  }
  return found;
}

/** Say why cards are no play, and which are nearly the same and are one. */
function nothing(asked, play, text) {
  const { rules, missing, base, held } = asked;
  const tried = tryShown(rules, play.cards, null, "not a play");
  if (!missing) return { blocks: [framed(asked, "no", text, [element("div", { class: "ask-tries" }, tried)])], told: text };
  const names = missing.readings.map((reading) => said(rules, reading));
  const would = listed(names.length > MOST_NAMED
    ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`] : names, "or");
  const { change } = missing;
  const wrong = change?.removed ?? null;
  const why = {
    needs: `It would be ${would}, but for the cards that such a play needs.`,
    suits: wrong === null ? `It would be ${would}, if the suits were right.`
      : `It would be ${would}, but the ${cardWords(rules, wrong)} has the wrong suit.`,
    cards: `It is nearly ${would}.`,
  }[missing.but];
  const own = held && play === asked.play ? fromHand(rules, play.cards, held, missing) : null;
  const same = own && change && String(own.cards) === String(change.cards);
  const tries = [tried, ...[own, same ? null : change].filter(Boolean).map((one) =>
    tryShown(rules, one.cards, one.reading, changed(rules, one)))];
  const inside = [
    element("p", { class: "ask-told" }, why), element("div", { class: "ask-tries" }, tries),
    ...ruleShown(rules, missing.clauses, base),
  ];
  return { blocks: [framed(asked, "no", text, inside)], told: `${text} ${why}` };
}

/** Show cards as they are tried, with what comes of it. */
function tryShown(rules, cards, reading, words) {
  const kind = reading ? "ask-yes" : "ask-no";
  return element("div", { class: `ask-try ${kind}` }, [rowShown(rules, cards, reading), element("span", { class: kind }, words)]);
}

/** Say which card is exchanged, left out or added. */
function changed(rules, { removed, added }) {
  const [old, other] = [removed, added].map((card) => (card === null ? "" : cardWords(rules, card)));
  if (!other) return `without the ${old}`;
  return old ? `the ${other} instead of the ${old}` : `with the ${other}`;
}

function verdict(asked) {
  const { rules, pairs, base, play, other } = asked;
  if (!rules.asked) {
    const told = "These rules do not say what beats what from the cards.";
    return { blocks: [framed(asked, "tells", told, [])], told };
  }
  const readings = [true, false].map((beats) => different(pairs.filter((pair) => pair.beats === beats), "reading"));
  const { text, tone } = summed(rules, pairs, readings);
  const clauses = rules.sorted(pairs.map((pair) => pair.clause).filter(Boolean));
  const rest = rules.sorted(pairs.flatMap((pair) => pair.rests)).filter((clause) => !clauses.includes(clause));
  const shown = pairs.find((pair) => pair.beats) ?? pairs[0];
  const against = element("div", { class: "ask-tries" }, [
    sideShown(rules, "You play", play.cards, shown.reading), sideShown(rules, "To beat", other.cards, shown.beaten),
  ]);
  const lines = pairs.length > 1 ? [...pairs.filter((pair) => pair.beats), ...pairs.filter((pair) => !pair.beats)] : pairs;
  const inside = [
    against, element("ul", { class: "ask-pairs" }, lines.map((pair) => pairShown(rules, pair))),
    ...ruleShown(rules, clauses, base),
    ...(rest.length ? [folded("It also rests on", () => [linksShown(rules, rest, base)])] : []),
  ];
  return { blocks: [framed(asked, tone, text, inside)], told: text };
}

/** Sum up the answers for all readings. */
function summed(rules, pairs, [yes, no]) {
  const however = pairs.length > 1 ? ", however it is read" : "";
  if (pairs.every((pair) => pair.beats === true)) return { text: `Yes${however}.`, tone: "yes" };
  if (pairs.every((pair) => pair.beats === false)) return { text: `No${however}.`, tone: "no" };
  const mixed = no.some((reading) => yes.some((one) => String(one) === String(reading)));
  if (mixed || pairs.some((pair) => pair.beats === null)) return { text: "It depends on how both are read.", tone: "depends" };
  return { text: `Yes as ${saidTogether(rules, yes, no)}; no as ${saidTogether(rules, no, yes)}.`, tone: "depends" };
}

const different = (pairs, name) => [...new Map(pairs.map((pair) => [String(pair[name]), pair[name]])).values()];

function sideShown(rules, words, cards, reading) {
  return element("div", { class: "ask-try" }, [element("span", { class: "ask-side" }, words), rowShown(rules, cards, reading)]);
}

function pairShown(rules, { reading, beaten, beats }) {
  const verb = { true: "beats", false: "does not beat", null: "has no answer against" }[beats];
  return element("li", { class: beats ? "ask-yes" : "ask-no" }, saidAgainst(rules, reading, beaten, verb));
}
