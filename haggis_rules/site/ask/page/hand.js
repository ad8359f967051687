// All plays of a hand, by what they are: how many, the largest drawn, and every one when it is opened.

import { element, rowShown } from "./cards.js";
import { folded } from "./answer.js";
import { capital, counted, listed, said, typed } from "./words.js";

const MOST_PLAYS = 8; // of one reading, which are shown card by card

/** Give the blocks that show the plays of a hand, and one line that tells of them. */
export function handShown(rules, hand, { later }) {
  if (hand.refused) return { blocks: [element("p", { class: "ask-refused" }, hand.refused)], told: hand.refused };
  const all = total(hand.counts);
  const beat = hand.beaten ? (all === 1 ? " that beats them" : " that beat them") : "";
  const told = `Your hand makes ${all ? counted(all, "play") : "no play"}${beat}.`;
  const list = element("div", { class: "ask-kinds" });
  const show = (some) => list.replaceChildren(...kindsShown(rules, some, later));
  show(hand);
  const head = element("div", { class: "ask-head" }, [element("h2", {}, told.slice(0, -1)), ...filters(hand, show)]);
  return { blocks: [element("section", { class: "ask-hand", "aria-label": "Plays of your hand" }, [head, list])], told };
}

const total = (counts) => counts.reduce((sum, [, count]) => sum + count, 0);

/** Give the buttons that show all plays, or those without wild cards. */
function filters(hand, show) {
  if (!hand.plain?.counts.length) return [];
  const names = `without ${listed(hand.plain.groups, "or")} cards`;
  const choices = [["All", hand], [`${total(hand.plain.counts).toLocaleString("en")} ${names}`, hand.plain]];
  const buttons = choices.map(([text, some], place) => {
    const button = element("button", { type: "button", class: "ask-chip", "aria-pressed": String(!place) }, text);
    button.addEventListener("click", () => {
      for (const one of buttons) one.setAttribute("aria-pressed", String(one === button));
      show(some);
    });
    return button;
  });
  return [element("div", { class: "ask-filters", role: "group", "aria-label": "Which plays" }, buttons)];
}

function kindsShown(rules, { cards, counts }, later) {
  const byPattern = new Map();
  for (const [reading, count] of counts) {
    if (!byPattern.has(reading[0])) byPattern.set(reading[0], []);
    byPattern.get(reading[0]).push([reading, count]);
  }
  return [...byPattern.keys()].sort((a, b) => b - a).map((index) => kindShown(rules, cards, byPattern.get(index), later));
}

/** Show the plays of a pattern: the largest of them drawn, and all when that is opened. */
function kindShown(rules, cards, counts, later) {
  const pattern = rules.patterns[counts[0][0][0]];
  const best = counts.map(([reading]) => reading).reduce((one, other) => (larger(pattern, other, one) ? other : one));
  const count = total(counts);
  const sample = element("span", { class: "ask-sample" });
  later(() => sample.append(rowShown(rules, rules.plays(cards, best, 1)[0], best)));
  const head = [
    element("span", { class: "ask-kind" }, [element("b", {}, capital(pattern.several)), element("span", {}, count.toLocaleString("en"))]),
    sample,
    element("span", { class: "ask-best" }, [
      element("span", {}, alikeNumbers(pattern).length ? "largest" : "highest"), capital(said(rules, best)),
    ]),
  ];
  const plays = new Map(counts);
  return folded(head, () => typed(rules, [...plays.keys()]).map(({ text, readings }) => {
    const many = readings.reduce((sum, reading) => sum + plays.get(reading), 0);
    return folded(`${capital(text)}: ${counted(many, "play")}`, () =>
      readings.map((reading) => playsShown(rules, reading, cards, plays.get(reading))), "ask-type");
  }), "ask-plays");
}

const alikeNumbers = (pattern) => pattern.alike.filter((at) => pattern.fields[at].kind === "number");

/** Whether a reading has more cards than another, or as many and is higher. */
function larger(pattern, one, other) {
  const cards = ([, ...values]) => alikeNumbers(pattern).reduce((product, at) => product * values[at], 1);
  if (cards(one) !== cards(other)) return cards(one) > cards(other);
  const at = pattern.ranked.find((field) => one[1 + field] !== other[1 + field]);
  return at !== undefined && one[1 + at] > other[1 + at];
}

/** Show the first plays of a reading in a hand, and how many more there are. */
function playsShown(rules, reading, cards, count) {
  const first = rules.plays(cards, reading, Math.min(count, MOST_PLAYS));
  const lines = first.map((play) => element("li", {}, rowShown(rules, play, reading)));
  if (count > first.length) lines.push(element("li", {}, `and ${(count - first.length).toLocaleString("en")} more`));
  return element("section", {}, [
    element("h4", {}, [capital(said(rules, reading)), " ", element("code", {}, rules.notation(reading))]),
    element("ul", { class: "ask-many" }, lines),
  ]);
}
