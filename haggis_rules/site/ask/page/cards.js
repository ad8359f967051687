// Cards as they are drawn, and the card that an answer stands on: a strip with the verdict, and
// beside it what is said. The page that answers has them, and the home page.

import { card as cardWords, listed } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = { yes: "✓", no: "✗", depends: "?", tells: "•" };

/** Make an element. */
export function element(name, attributes = {}, inside = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...[inside].flat());
  return made;
}

/** Find out which cards are drawn; null where nothing is. */
export async function drawn(address) {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return null;
  const symbols = (await response.text()).matchAll(/<symbol id="([^"]+)"/g);
  return { address: address.href, names: new Set([...symbols].map(([, id]) => id)) };
}

/**
 * Show a card, with what it stands for if that is another rank: drawn, or else in letters. Without
 * words it says nothing aloud, for what it stands in does.
 */
export function cardShown(rules, card, { as = null, words = cardWords(rules, card) } = {}) {
  const [rank, suit] = rules.words.cards[card];
  const names = [suit === null ? rules.words.ranks[rank] : `${rules.words.ranks[rank]}-${rules.words.suits[suit][0]}`];
  const other = as && as[1] !== rank ? rules.words.ranks[as[1]] : "";
  if (other) names.push(`as-${other}`);
  const there = rules.drawings && names.every((name) => rules.drawings.names.has(name));
  const shown = element("span", { class: `ask-card${other ? " ask-wild" : ""}${there ? " ask-drawn" : ""}` }, [
    there ? drawing(rules.drawings.address, names) : letters(rules, card, other),
  ]);
  const meant = other ? `${words} as ${rules.words.called[as[1]]}` : words;
  if (words) shown.append(element("span", { class: "ask-spoken" }, meant));
  if (suit !== null) shown.dataset.suit = rules.words.suits[suit][0];
  return shown;
}

function letters(rules, card, other) {
  const [rank, suit] = rules.words.cards[card];
  const face = [element("b", {}, rules.words.ranks[rank])];
  if (suit !== null) face.push(element("i", {}, rules.words.suits[suit][1]));
  if (other) face.push(element("small", {}, `as ${other}`));
  return element("span", { "aria-hidden": "true", class: "ask-face" }, face);
}

function drawing(address, names) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 60 84");
  made.setAttribute("aria-hidden", "true");
  for (const name of names) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${address}#${name}`);
    made.append(use);
  }
  return made;
}

/** Show cards in a row: in their order, or as a reading lays them, wild ones in their places. */
export function rowShown(rules, cards, reading = null) {
  const pins = reading ? rules.laid(reading, cards) : [];
  const left = [...cards];
  for (const [card] of pins) left[card] -= 1;
  const own = rules.inOrder(left).flatMap(([card, count]) =>
    Array.from({ length: count }, () => ({ card, rank: rules.words.cards[card][0], as: null })));
  const wild = pins.map((pin) => ({ card: pin[0], rank: pin[1], as: pin }));
  const laid = [...own, ...wild].sort((a, b) => a.rank - b.rank);
  const aloud = laid.map(({ card, as }) => {
    const other = as && as[1] !== rules.words.cards[card][0];
    return `${cardWords(rules, card)}${other ? ` as ${rules.words.called[as[1]]}` : ""}`;
  });
  return element("span", { class: "ask-row", role: "img", "aria-label": listed(aloud) || "no cards" },
    laid.map(({ card, as }) => cardShown(rules, card, { as, words: "" })));
}

/** Show an answer: `tone` is yes, no, depends or tells, and `whose` the game that says so. */
export function answerShown({ tone, whose, verdict, inside = [] }) {
  return element("article", { class: `answer ask-said ${tone}` }, [
    element("div", { class: "strip" }, [
      element("span", { class: "pip", "aria-hidden": "true" }, SIGNS[tone]),
      element("span", { class: "whose" }, whose),
    ]),
    element("div", { class: "says" }, [element("p", { class: "verdict" }, verdict), ...inside]),
  ]);
}

/** Show the first of some clauses by its rule, and all of them by their titles. */
export function ruleShown(rules, clauses, base) {
  if (!clauses.length) return [];
  const [words] = rules.words.clauses[clauses[0]];
  return [element("p", { class: "rule" }, words), linksShown(rules, clauses, base)];
}

/** Show clauses by their titles, each a way to its place. */
export function linksShown(rules, clauses, base) {
  const links = clauses.map((clause) => linkShown(rules, clause, base));
  return element("p", { class: "ref" }, links.flatMap((link, n) => (n ? [" · ", link] : [link])));
}

function linkShown(rules, clause, base) {
  const [words, address, title] = rules.words.clauses[clause];
  if (!address) return element("b", { title: words }, title);
  return element("a", { href: new URL(address, base).href, title: words }, title);
}
