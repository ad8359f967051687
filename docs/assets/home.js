// The search box that is the home page: answers appear as one types, for the game that one plays.

import { called, choose, chosen, element, games, list } from "./game.js";

const PAUSE = 250; // milliseconds without a key before the example of the answer is drawn
const WAIT = 60; // milliseconds after a key before the answer is looked for
const MORE = 4; // answers below the first
const OTHERS = 5; // of other games, beside them

const root = new URL("../", import.meta.url);
const box = document.getElementById("hg-q");
const answers = document.getElementById("hg-answers");
const others = document.getElementById("hg-others");
const home = document.querySelector(".hg-home-main");
let finding;
const loaded = new Map(); // pages of the rules, by their addresses
let timer;
let drawing;

/** Load the index once; its first words are typed while it comes. */
function finder() {
  finding ??= Promise.all([
    import(new URL("search/finder.js", root)),
    fetch(new URL("search/finder.json", root)).then((found) => found.text()),
  ]).then(([script, text]) => script.finder(text));
  return finding;
}

async function answer() {
  const question = box.value.trim();
  home.classList.toggle("asked", question !== "");
  if (!question) document.documentElement.classList.remove("hg-asked");
  keep(question);
  if (!question) {
    answers.replaceChildren();
    answers.classList.remove("drawing");
    others.replaceChildren();
    delete answers.dataset.asked;
    return;
  }
  const found = await finder();
  if (question !== box.value.trim()) return;
  const game = chosen();
  show(found, question, game, null);
  const cards = namesCards(found.index, question, game) ? await cardsAnswered(found.index, question, game) : null;
  if (question !== box.value.trim() || game !== chosen()) return;
  if (cards) show(found, question, game, cards);
  clearTimeout(drawing);
  // What stands below the example waits for it, and so does not move.
  answers.classList.toggle("drawing", answers.querySelector("[data-scene]") !== null);
  const shownAll = () => question === box.value.trim() && answers.classList.remove("drawing");
  drawing = setTimeout(() => drawn(found.index, question, game).finally(shownAll), cards ? 0 : PAUSE);
  answers.dataset.asked = question;
}

/** Show what was found: what the engine says of cards first, and clauses on which that rests before others. */
function show(found, question, game, cards) {
  const hits = found.rank(question, game.variant, game.players, cards?.clauses ?? []);
  const told = (hit) => hit.question < 0 && found.index.entries[hit.entry].clause === cards?.clauses[0];
  const own = hits.filter((hit) => hit.own && !told(hit));
  const rest = hits.filter((hit) => !hit.own);
  const [first, ...more] = cards ? [null, ...own] : [own[0] ?? null, ...own.slice(1)];
  answers.replaceChildren(
    ...(cards ? [cards.shown] : []),
    ...(own.length || cards ? [] : [nothing(game)]),
    ...(first ? [shown(found.index, first, game, "whole")] : []),
    ...(more.length ? [heading("Near your question")] : []),
    ...more.slice(0, MORE).map((hit) => shown(found.index, hit, game, "brief")),
  );
  const fresh = rest.filter((hit) => !own.some((one) => same(found.index, one, hit)));
  others.replaceChildren(
    ...(fresh.length ? [heading("Not in your game")] : []),
    ...fresh.slice(0, OTHERS).map((hit) => shown(found.index, hit, game, "other")),
  );
}

/** Ask the module of a game about the cards in a question; it is loaded when there are some. */
async function cardsAnswered(index, question, game) {
  const asking = await import(new URL("ask/question.js", root)).catch(() => null);
  return asking?.answerAbout(game.table, question, index.cards, index.between).catch(() => null) ?? null;
}

/** Whether a question names two cards that stand together or are compared, or one with its suit. */
function namesCards(index, question, { ranks: own = [] }) {
  const called = Object.entries(index.cards ?? {}).filter(([, rank]) => own.includes(rank));
  const ranks = new Set([...own, ...called.map(([name]) => name)].map((name) => name.toLowerCase()));
  const tokens = [...question.toLowerCase().matchAll(/[a-z0-9]+/g)];
  const isCard = ([word]) => ranks.has(word) || ranks.has(word.replace(/s$/, ""));
  if (tokens.some(([word]) => /^[0-9]+[a-z]$/.test(word) && ranks.has(word.slice(0, -1)))) return true;
  const cards = tokens.filter(isCard);
  return cards.slice(1).some((card, place) => {
    const before = cards[place];
    const words = question.toLowerCase().slice(before.index + before[0].length, card.index);
    const said = ` ${words.match(/[a-z0-9]+/g)?.join(" ") ?? ""} `;
    return /^[\s,+&/-]*(and\s+)?$/.test(words) || index.between.some((word) => said.includes(` ${word} `));
  });
}

/** Draw the example of the first answer, as the page of its clause has it. */
async function drawn(index, question, game) {
  const place = answers.querySelector("[data-scene]");
  if (!place) return;
  const [address, clause] = place.dataset.scene.split("#");
  const page = await pageAt(address);
  if (!page || question !== box.value.trim() || !place.isConnected) return;
  const card = page.getElementById(decodeURIComponent(clause))?.closest(".answer");
  if (!card) return;
  const told = (scene) => scene.querySelector(".story")?.textContent.trim() ?? "";
  const scenes = [card, card.nextElementSibling].flatMap((one) => [...(one?.querySelectorAll(".scene") ?? [])]);
  const scene = scenes.find((one) => place.dataset.words && told(one).startsWith(place.dataset.words)) ?? scenes[0];
  if (!scene) return;
  const own = document.importNode(scene, true);
  for (const use of own.querySelectorAll("use")) use.setAttribute("href", new URL(use.getAttribute("href"), address).href);
  for (const link of own.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), address).href;
  // Where the question and its answer stand above, the scene below only says that it was checked.
  const checked = own.querySelector(".story .checked");
  if (place.dataset.asked && checked) checked.closest(".story").replaceChildren(checked);
  place.replaceWith(own);
}

/** Load a page of the rules once. */
function pageAt(address) {
  if (!loaded.has(address)) {
    loaded.set(address, fetch(address)
      .then((found) => (found.ok ? found.text() : ""))
      .then((text) => (text ? new DOMParser().parseFromString(text, "text/html") : null))
      .catch(() => null));
  }
  return loaded.get(address);
}

function same(index, one, other) {
  return index.entries[one.entry].words === index.entries[other.entry].words;
}

/** Write an answer: yes or no first, the rule, where it stands, and an example. */
function shown(index, hit, game, kind) {
  const entry = index.entries[hit.entry];
  const near = hit.question >= 0 ? entry.cases[hit.question] : null;
  const asked = hit.sure ? near : null;
  const [verdict, story] = asked ? parted(hit.answer) : [entry.title, ""];
  const first = verdict.toLowerCase();
  const tone = /^no\b/.test(first) ? "no" : /^yes\b/.test(first) ? "yes" : "tells";
  const card = element("article", `answer ${kind === "whole" ? "" : "brief"} ${kind === "other" ? "other" : tone}`);
  const strip = element("div", "strip");
  if (kind !== "other") {
    strip.append(element("span", "pip", tone === "yes" ? "✓" : tone === "no" ? "✗" : "•"));
    strip.append(element("span", "whose", kind === "whole" ? called(game) : ""));
  }
  const says = element("div", "says");
  if (kind === "other") says.append(element("span", "of", tablesOf(index, entry)));
  if (asked) {
    const known = hit.opposite ? ` ${asked.answer.split(" ", 1)[0]}` : "";
    says.append(element("p", "asked", asked.words + known));
  }
  says.append(element("p", "verdict", verdict));
  if (story) says.append(element("p", "rule", story));
  if (!asked || kind === "whole") says.append(element("p", "rule", entry.words));
  if (near && !asked && kind === "whole") {
    const before = element("p", "before", "Asked before: ");
    before.append(element("q", "", near.words), ` ${near.answer}`);
    says.append(before);
  }
  const reference = element("p", "ref");
  const way = address(index, entry, game);
  const name = element(way ? "a" : "b", "", entry.title);
  if (way) name.href = way;
  reference.append(name, element("span", "", ` · ${entry.chapter}${standing(entry)}`));
  says.append(reference);
  const example = asked ?? entry.cases.find((one) => one.answer === null);
  if (kind === "whole" && way && example) {
    const scene = element("p", "eg", asked ? "" : `Example: ${example.words}`);
    scene.dataset.scene = way;
    scene.dataset.words = example.words;
    if (asked) scene.dataset.asked = "true";
    says.append(scene);
  }
  card.append(strip, says);
  return card;
}

function standing(entry) {
  const marks = { ruling: " · our ruling", erratum: " · the source is in error", derived: " · follows from the rules" };
  return marks[entry.status] ?? " · stated in the source";
}

function parted(text) {
  const stop = text.search(/[.!](\s|$)/);
  return stop < 0 ? [text, ""] : [text.slice(0, stop + 1), text.slice(stop + 1).trim()];
}

function tablesOf(index, entry) {
  const tables = entry.tables.map((place) => index.tables[place]);
  const named = tables.map((table) => games.find((one) => one.variant === table.variant && one.players === table.players));
  const known = named.filter(Boolean).map(called);
  return known.length > 2 ? `${known.slice(0, 2).join("; ")}; and ${known.length - 2} more` : known.join("; ");
}

function address(index, entry, game) {
  const own = entry.tables.find((place) => {
    const table = index.tables[place];
    return table.variant === game.variant && table.players === game.players;
  });
  const pages = index.pages[own ?? entry.tables[0]] ?? {};
  const page = pages[`#${entry.clause}`] ?? pages[entry.chapter];
  return page ? `${new URL(page, root)}#${encodeURIComponent(entry.clause)}` : "";
}

function nothing(game) {
  const note = element("article", "answer other");
  const says = element("div", "says");
  const all = element("a", "", `all the rules of ${called(game)}`);
  all.href = new URL(`rules/${game.table}/`, root);
  const line = element("p", "rule", "No rule was found in these words. Try other words, or read ");
  line.append(all, document.createTextNode("."));
  says.append(line);
  note.append(element("div", "strip"), says);
  return note;
}

function keep(question) {
  const address = new URL(location.href);
  if (question) {
    address.searchParams.set("q", question);
    address.searchParams.set("game", chosen().table);
  } else {
    address.searchParams.delete("q");
    address.searchParams.delete("game");
  }
  history.replaceState(null, "", address);
}

function heading(text) {
  return element("h2", "hg-small", text);
}

const soon = () => {
  clearTimeout(timer);
  timer = setTimeout(answer, WAIT);
};
box.addEventListener("input", soon);
box.addEventListener("focus", finder, { once: true });
box.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey) event.preventDefault();
  if (event.key === "Escape") {
    box.value = "";
    answer();
  }
});
for (const chip of document.querySelectorAll("[data-question]")) {
  chip.addEventListener("click", () => {
    box.value = chip.textContent;
    box.focus();
    answer();
  });
}
document.addEventListener("haggis:game", answer);
list(document.getElementById("hg-all-games"));
const asked = new URLSearchParams(location.search);
if (asked.get("game") && games.some((one) => one.table === asked.get("game"))) choose(asked.get("game"));
if (asked.get("q")) {
  box.value = asked.get("q");
  answer();
}
