// What the page shows: cards, the cards to tap, and the answer.

import { size } from "./rules.js";
import { card as cardWords, choices, counted, gathered, listed, said, typed } from "./words.js";

const MOST_NAMED = 3; // readings that cards would have
const MOST_DRAWN = 10; // cards of a play; those of a whole hand stand in letters, which is quicker
const MOST_PLAYS = 12; // of one reading, which are shown card by card
const SVG = "http://www.w3.org/2000/svg";

/** Make an element. */
export function element(name, attributes = {}, inside = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...[inside].flat());
  return made;
}

/**
 * Show a card, with what it stands for if that is another rank: drawn, or else in letters. Without
 * words it says nothing aloud, for what it stands in does.
 */
export function cardShown(rules, card, { as = null, drawn = true, words = aloud(rules, card) } = {}) {
  const [rank, suit] = rules.words.cards[card];
  const names = [suit === null ? rules.words.ranks[rank] : `${rules.words.ranks[rank]}-${rules.words.suits[suit][0]}`];
  const other = as && as[1] !== rank ? rules.words.ranks[as[1]] : "";
  if (other) names.push(`as-${other}`);
  const there = drawn && rules.drawings && names.every((name) => rules.drawings.titles.has(name));
  const shown = element("span", { class: `ask-card${other ? " ask-wild" : ""}${there ? " ask-drawn" : ""}` }, [
    there ? drawing(rules.drawings.address, names) : letters(rules, card, other),
  ]);
  if (words) shown.append(element("span", { class: "ask-spoken" }, other ? `${words} as ${other}` : words));
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

/** Say a card as it is called aloud. */
function aloud(rules, card) {
  const [rank, suit] = rules.words.cards[card];
  const called = rules.drawings?.titles.get(rules.words.ranks[rank]);
  return called && suit === null ? called : cardWords(rules, card);
}

/** The cards of the deck, to be tapped, and what the players agree on. */
export const picker = {
  all(rules, plays, taps, { go, tap }) {
    const radios = Object.entries(plays).map(([name, words]) => {
      const radio = element("input", { type: "radio", name: "ask-taps", value: name });
      radio.checked = name === taps;
      radio.addEventListener("change", () => go(name));
      return element("label", {}, [radio, element("span", {}, words)]);
    });
    const buttons = rules.names.map((_, card) => picker.card(rules, card, tap));
    const [suited, bare] = [true, false].map((has) =>
      buttons.filter((_, card) => (rules.words.cards[card][1] !== null) === has));
    const head = element("fieldset", { class: "ask-taps" }, [
      element("legend", {}, "Tap cards for"), ...radios,
    ]);
    const grids = [["ask-suited", suited], ["ask-bare", bare]]
      .filter(([, cards]) => cards.length)
      .map(([kind, cards]) => element("div", { class: kind }, cards));
    return [head, element("div", { role: "group", "aria-label": "Cards of the deck" }, grids)];
  },

  card(rules, card, tap) {
    const [rank, suit] = rules.words.cards[card];
    const button = element("button", { type: "button", class: "ask-tap" },
      cardShown(rules, card, { drawn: false, words: "" }));
    const ranks = [...new Set(rules.words.cards.filter((c) => c[1] !== null).map((c) => c[0]))];
    if (suit !== null) {
      button.style.setProperty("--rank", ranks.sort((a, b) => a - b).indexOf(rank) + 1);
      button.style.setProperty("--suit", suit + 1);
    }
    button.dataset.card = card;
    button.append(element("span", { class: "ask-left" }));
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") tap(card);
    });
    return button;
  },

  /** Show of each card how many are taken, and which cannot be. */
  taken(whole, rules, cards) {
    for (const button of whole.querySelectorAll("[data-card]")) {
      const card = Number(button.dataset.card);
      const copies = rules.words.cards[card][3];
      const taken = cards[card] ?? 0;
      if (button.dataset.taken === String(taken)) continue; // what is set anew is laid out anew
      button.dataset.taken = taken;
      button.setAttribute("aria-disabled", String(taken >= copies));
      button.classList.toggle("ask-taken", taken > 0);
      button.lastChild.textContent = taken && copies > 1 ? `${taken}/${copies}` : "";
      const told = taken ? `, ${taken} of ${copies} taken` : "";
      button.setAttribute("aria-label", aloud(rules, card) + told);
    }
  },

  /** Give the cards of a play, each a button that takes it away. */
  chips(rules, cards, remove) {
    const drawn = size(cards) <= MOST_DRAWN;
    return rules.inOrder(cards).flatMap(([card, count]) => Array.from({ length: count }, () => {
      const words = `Take away ${aloud(rules, card)}`;
      const button = element("button", { type: "button", "aria-label": words },
        cardShown(rules, card, { drawn, words: "" }));
      button.addEventListener("click", () => remove(card));
      return element("li", {}, button);
    }));
  },

  options(options, agree) {
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
  },

  /** Show what is agreed on. */
  agree(whole, agreed) {
    for (const input of whole.querySelectorAll("[data-option]")) {
      const value = agreed[input.dataset.option];
      if (input.type === "checkbox") input.checked = value;
      else input.value = String(value);
    }
  },
};

/** Say which rules are not offered, and why. */
export function refusedShown(refused) {
  return refused.map(({ title, why }) =>
    element("p", { class: "ask-refused" }, `${title} is left out: ${why}.`));
}

/** Give the blocks of an answer, and one line that says it all. */
export function answer(asked) {
  const { rules, play, other, hand } = asked;
  if (!play) return { blocks: [hint(asked)], told: "Type or tap cards to see what they make." };
  const holds = hand ? handShown(rules, hand) : { blocks: [], told: "" };
  if (!play.readings.length) {
    const { blocks, told } = nothing(asked, play, hand ? "Together, these cards" : "These cards");
    return { blocks: [...blocks, ...holds.blocks], told: `${told} ${holds.told}`.trim() };
  }
  const names = play.readings.map((reading) => rules.notation(reading));
  const made = `${counted(names.length, "reading")}: ${listed(names)}.`;
  const readings = play.readings.map((reading) => readingShown(asked, reading));
  const heading = play.readings.length === 1 ? "What it is" : `${play.readings.length} readings`;
  const shown = [element("h2", {}, heading), ...readings, ...holds.blocks];
  if (!other) return { blocks: shown, told: made };
  const { blocks, told } = other.readings.length ? verdict(asked) : nothing(asked, other, "The cards to beat");
  return { blocks: [...blocks, ...shown], told };
}

function hint({ rules }) {
  const names = rules.names.filter((_, card) => card % 7 === 0).slice(0, 2);
  return element("p", { class: "ask-hint" }, [
    "Type or tap cards, as ", element("code", {}, names.join(" ")),
    ". You see all that they can be played as, what beats it, and which clause says so.",
  ]);
}

function nothing({ rules, missing, base }, play, whose = "These cards") {
  const told = `${whose} make nothing.`;
  const blocks = [element("h2", {}, "No play"), element("p", { class: "ask-verdict ask-no" }, told)];
  if (missing) {
    const names = missing.readings.map((reading) => rules.notation(reading));
    const would = listed(names.length > MOST_NAMED
      ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`] : names, "or");
    const lack = { needs: ", but for the cards that such a play needs", suits: ", if their suits were right" };
    const how = missing.but === "cards" ? `${changed(rules, missing.change)}, they` : "They";
    blocks.push(element("p", {}, `${how} would be ${would}${lack[missing.but] ?? ""}:`));
    if (missing.but === "suits" && missing.change) {
      const fit = rules.notation(missing.change.reading);
      blocks.push(element("p", {}, `${changed(rules, missing.change)}, they are ${fit}.`));
    }
    blocks.push(clausesShown(rules, missing.clauses, base));
  }
  return { blocks, told };
}

/** Say which card is exchanged, left out or added. */
function changed(rules, { removed, added }) {
  const [old, other] = [removed, added].map((card) => (card === null ? "" : rules.names[card]));
  if (!other) return `Without ${old}`;
  return old ? `With ${other} instead of ${old}` : `With ${other} as well`;
}

function verdict({ rules, pairs, base, play, other }) {
  if (!rules.asked) {
    const told = "These rules do not say what beats what from the cards.";
    return { blocks: [element("p", { class: "ask-verdict" }, told)], told };
  }
  const yes = pairs.filter((pair) => pair.beats);
  const alone = pairs.length === 1;
  const { text, kind } = yes.length === pairs.length
    ? { text: alone ? "Yes." : "Yes, whichever way it is read.", kind: "yes" }
    : yes.length ? { text: "It depends on how it is read.", kind: "some" }
      : { text: alone ? "No." : "No, whichever way it is read.", kind: "no" };
  const cards = `${rules.write(play.cards)} against ${rules.write(other.cards)}`;
  const clauses = rules.sorted(pairs.map((pair) => pair.clause).filter(Boolean));
  const rest = rules.sorted(pairs.flatMap((pair) => pair.rests)).filter((c) => !clauses.includes(c));
  const lines = [...yes, ...pairs.filter((pair) => !pair.beats)].map((pair) => pairShown(rules, pair));
  const blocks = [
    element("h2", {}, "Does it beat them?"),
    element("p", { class: `ask-verdict ask-${kind}` }, [element("b", {}, text), ` ${cards}`]),
    element("ul", { class: "ask-pairs" }, lines),
    clausesShown(rules, clauses, base),
  ];
  if (rest.length) blocks.push(element("h3", {}, "It also rests on"), linksShown(rules, rest, base));
  return { blocks, told: `${text} ${cards}.` };
}

function pairShown(rules, { reading, beaten, beats }) {
  const [one, other] = [reading, beaten].map((each) => element("code", {}, rules.notation(each)));
  const verb = { true: "beats", false: "does not beat", null: "has no answer against" }[beats];
  return element("li", { class: beats ? "ask-yes" : "ask-no" }, [one, ` ${verb} `, other]);
}

function readingShown({ rules, play, around, say, base }, reading) {
  const pins = rules.laid(reading, play.cards);
  const blocks = [
    element("h3", {}, [said(rules, reading), " ", element("code", {}, rules.notation(reading))]),
    element("p", { class: "ask-laid" }, laidShown(rules, play.cards, pins)),
  ];
  for (const [told, cards] of standing(rules, rules.may(reading, play.cards))) {
    blocks.push(element("p", { class: "ask-may" }, `${listed(cards)} can be ${told}.`));
  }
  const near = around(reading);
  if (near) {
    blocks.push(...manyShown(rules, "Beaten by", near.beatenBy), ...manyShown(rules, "Beats", near.beats));
  }
  blocks.push(element("h4", {}, "By"));
  blocks.push(linksShown(rules, rules.clauses(reading, play.cards), base));
  if (play.readings.length > 1) {
    const button = element("button", { type: "button", class: "ask-say" }, "Say that it is this");
    button.addEventListener("click", () => say(reading));
    blocks.push(button);
  }
  return element("article", { class: "ask-reading" }, blocks);
}

/** Gather wild cards that can stand for the same. */
function standing(rules, may) {
  const found = new Map();
  for (const [card, stands] of may) {
    const told = choices(rules, stands);
    if (told) found.set(told, [...(found.get(told) ?? []), rules.names[card]]);
  }
  return found;
}

/** Show the cards of a play in the order in which they are laid, wild ones in their places. */
function laidShown(rules, cards, pins) {
  const left = [...cards];
  for (const [card] of pins) left[card] -= 1;
  const own = rules.inOrder(left).flatMap(([card, count]) =>
    Array.from({ length: count }, () => ({ card, rank: rules.words.cards[card][0], as: null })));
  const wild = pins.map((pin) => ({ card: pin[0], rank: pin[1], as: pin }));
  const laid = [...own, ...wild].sort((a, b) => a.rank - b.rank);
  return laid.flatMap(({ card, as }) => [cardShown(rules, card, { as }), " "]);
}

/** Show all plays that a hand holds, by type; what is folded is made when it is opened. */
function handShown(rules, { cards, beaten, refused, counts }) {
  const heading = element("h2", {}, beaten ? "Plays in your cards that beat them" : "Plays in your cards");
  if (refused) {
    return { blocks: [heading, element("p", { class: "ask-verdict" }, refused)], told: refused };
  }
  const plays = new Map(counts.map(([reading, count]) => [reading, count]));
  const total = (readings) => readings.reduce((sum, reading) => sum + plays.get(reading), 0);
  const all = total([...plays.keys()]);
  const told = `${counted(all, "play")} in your cards${beaten ? all === 1 ? " beats them" : " beat them" : ""}.`;
  const types = typed(rules, [...plays.keys()]).map(({ text, readings }) =>
    folded(`${text}: ${counted(total(readings), "play")}`, () => readings.map((reading) =>
      playsShown(rules, reading, cards, plays.get(reading)))));
  return { blocks: [heading, element("p", {}, told), element("div", { class: "ask-hand" }, types)], told };
}

/** Show a line that opens to what is made then. */
function folded(text, make) {
  const inside = element("div");
  const whole = element("details", {}, [element("summary", {}, text), inside]);
  whole.addEventListener("toggle", () => {
    if (whole.open && !inside.childElementCount) inside.append(...make());
  });
  return whole;
}

/** Show the first plays of a reading in a hand, and how many more there are. */
function playsShown(rules, reading, cards, count) {
  const first = rules.plays(cards, reading, Math.min(count, MOST_PLAYS));
  const lines = first.map((play) => element("li", {}, element("code", {}, rules.write(play))));
  if (count > first.length) lines.push(element("li", {}, `and ${count - first.length} more`));
  return element("section", {}, [
    element("h3", {}, [said(rules, reading), " ", element("code", {}, rules.notation(reading))]),
    element("ul", { class: "ask-many" }, lines),
  ]);
}

function manyShown(rules, words, readings) {
  const told = gathered(rules, readings);
  const inside = told.length
    ? told.map(({ text, count }) => element("li", {}, count > 1 ? `${text} (${count})` : text))
    : [element("li", {}, "nothing")];
  return [element("h4", {}, words), element("ul", { class: "ask-many" }, inside)];
}

/** Show clauses with their words. */
function clausesShown(rules, clauses, base) {
  return element("ul", { class: "ask-clauses" }, clauses.map((clause) =>
    element("li", {}, [linkShown(rules, clause, base), " ", rules.words.clauses[clause][0]])));
}

/** Show clauses by their names alone. */
function linksShown(rules, clauses, base) {
  return element("ul", { class: "ask-many" }, clauses.map((clause) =>
    element("li", {}, linkShown(rules, clause, base))));
}

function linkShown(rules, clause, base) {
  const [words, address] = rules.words.clauses[clause];
  if (!address) return element("b", { title: words }, clause);
  return element("a", { href: new URL(address, base).href, title: words }, clause);
}
