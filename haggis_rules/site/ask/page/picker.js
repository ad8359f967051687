// What is tapped: the cards of the deck, the hand that is held up, and what players agree on.

import { cardShown, element } from "./cards.js";
import { card as cardWords } from "./words.js";

/** The cards of the deck, each a button. */
export function deckShown(rules, tap) {
  const buttons = rules.words.cards.map((_, card) => deckCard(rules, card, tap));
  const [suited, bare] = [true, false].map((has) =>
    buttons.filter((_, card) => (rules.words.cards[card][1] !== null) === has));
  return [["ask-suited", suited], ["ask-bare", bare]]
    .filter(([, cards]) => cards.length)
    .map(([kind, cards]) => element("div", { class: kind }, cards));
}

function deckCard(rules, card, tap) {
  const [rank, suit] = rules.words.cards[card];
  const button = element("button", { type: "button", class: "ask-tap" }, cardShown(rules, card, { words: "" }));
  const ranks = [...new Set(rules.words.cards.filter((c) => c[1] !== null).map((c) => c[0]))].sort((a, b) => a - b);
  if (suit !== null) {
    button.style.setProperty("--rank", ranks.indexOf(rank) + 1);
    button.style.setProperty("--suit", suit + 1);
  }
  button.dataset.card = card;
  button.append(element("span", { class: "ask-left" }));
  button.addEventListener("click", () => tap(card));
  return button;
}

/** Show of each card of the deck how many are taken. */
export function showTaken(whole, rules, cards) {
  for (const button of whole.querySelectorAll("[data-card]")) {
    const card = Number(button.dataset.card);
    const copies = rules.words.cards[card][3];
    const taken = cards[card] ?? 0;
    if (button.dataset.taken === String(taken)) continue; // what is set anew is laid out anew
    button.dataset.taken = taken;
    button.setAttribute("aria-pressed", String(taken > 0));
    button.lastChild.textContent = taken && copies > 1 ? `${taken}/${copies}` : "";
    const told = taken ? `, ${taken} of ${copies} taken` : "";
    button.setAttribute("aria-label", cardWords(rules, card) + told);
  }
}

/** Cards that are held up, each a button. Those that were there stay, so that little is drawn anew. */
export class Held {
  constructor(whole, tap) {
    Object.assign(this, { whole, tap, rules: null, kept: new Map() });
  }

  /** Show cards, and which of them are raised; `words` says what tapping one does. */
  show(rules, cards, raised, words) {
    if (this.rules !== rules) this.kept.clear();
    this.rules = rules;
    const left = [...(raised ?? [])];
    const buttons = rules.inOrder(cards ?? []).flatMap(([card, count]) =>
      Array.from({ length: count }, (_, n) => {
        const up = left[card] > 0;
        if (up) left[card] -= 1;
        return this.#button(card, n, up, words);
      }));
    const same = buttons.length === this.whole.children.length
      && buttons.every((one, place) => this.whole.children[place] === one);
    if (!same) this.whole.replaceChildren(...buttons);
  }

  #button(card, copy, up, words) {
    const name = `${card} ${copy}`;
    if (!this.kept.has(name)) {
      const made = element("button", { type: "button" }, cardShown(this.rules, card, { words: "" }));
      made.addEventListener("click", () => this.tap(card, made.getAttribute("aria-pressed") === "true"));
      this.kept.set(name, made);
    }
    const button = this.kept.get(name);
    button.setAttribute("aria-label", words ? `${words} ${cardWords(this.rules, card)}` : cardWords(this.rules, card));
    if (words) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", String(up));
    return button;
  }
}

/** What the players agree on. */
export function optionsShown(options, agree) {
  return options.map((option) => {
    const id = `ask-with-${option.name}`;
    const truth = option.values.every((value) => typeof value === "boolean");
    const input = truth ? element("input", { id, type: "checkbox" })
      : element("select", { id }, option.values.map((one) => element("option", {}, String(one))));
    input.dataset.option = option.name;
    input.addEventListener("change", () => agree(option.name, truth ? input.checked
      : option.values.find((value) => String(value) === input.value)));
    const label = element("label", { for: id }, option.said);
    return element("span", {}, truth ? [input, label] : [label, input]);
  });
}

/** Show what is agreed on. */
export function showAgreed(whole, agreed) {
  for (const input of whole.querySelectorAll("[data-option]")) {
    const value = agreed[input.dataset.option];
    if (input.type === "checkbox") input.checked = value;
    else input.value = String(value);
  }
}

/** Say which rules are not offered, and why. */
export function refusedShown(refused) {
  return refused.map(({ title, why }) =>
    element("p", { class: "ask-refused" }, `${title} is left out: ${why}.`));
}
