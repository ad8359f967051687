// What the reader plays: asked once, kept in this browser, shown in the head of every page, and in
// the address of what is sent to others.

const KEPT = "haggis.game";
const root = new URL("../", import.meta.url);

// A stroke opens the questions from any page, also while the list of games is on its way.
addEventListener("keydown", (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const box = document.getElementById("hg-q");
  if (box) box.focus();
  else location.assign(root);
});

/** The tables that there are; none where the rules were not written out with their index. */
export const games = await fetch(new URL("search/games.json", root))
  .then((found) => (found.ok ? found.json() : []))
  .catch(() => []);

/** The table that the reader plays at, or the first. */
export function chosen() {
  const asked = new URLSearchParams(location.search).get("game");
  const kept = remembered();
  return games.find((one) => one.table === asked) ?? games.find((one) => one.table === kept) ?? games[0];
}

/** What a table is called: "Classic, 2 players". */
export function called(game) {
  return `${game.title}, ${game.players} players`;
}

/** Keep what the reader plays, and tell whoever listens. */
export function choose(table) {
  try {
    localStorage.setItem(KEPT, table);
  } catch {
    // A browser that keeps nothing is asked again on the next page.
  }
  const address = new URL(location.href);
  if (address.searchParams.has("game")) {
    address.searchParams.set("game", table);
    history.replaceState(null, "", address);
  }
  document.dispatchEvent(new CustomEvent("haggis:game", { detail: table }));
}

/** Fill a place with all games, each with its numbers of players as buttons. */
export function list(place) {
  const names = [...new Set(games.filter((one) => !one.experimental).map((one) => one.variant))];
  for (const name of names) {
    const tables = games.filter((one) => one.variant === name);
    const row = element("li", "hg-row");
    const what = element("span", "hg-what");
    what.append(element("b", "", tables[0].title), element("span", "", firstWords(tables[0].words)));
    const buttons = element("span", "hg-seats");
    for (const one of tables) {
      const button = element("button", "", String(one.players));
      button.type = "button";
      button.dataset.table = one.table;
      button.setAttribute("aria-label", called(one));
      button.addEventListener("click", () => choose(one.table));
      buttons.append(button);
    }
    row.append(what, buttons);
    place.append(row);
  }
  mark(place);
  document.addEventListener("haggis:game", () => mark(place));
}

function mark(place) {
  const now = chosen()?.table;
  for (const button of place.querySelectorAll("[data-table]")) {
    button.setAttribute("aria-pressed", String(button.dataset.table === now));
  }
}

function firstWords(words) {
  const stop = words.search(/[.;](\s|$)/);
  return stop < 0 ? words : words.slice(0, stop);
}

/** Make an element of a class, with a text in it. */
export function element(name, kind, text = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  if (text) made.textContent = text;
  return made;
}

function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

const head = document.querySelector("[data-game]");
if (head && games.length) {
  const button = element("button");
  const dialog = element("dialog", "hg-games");
  const all = element("ul");
  const done = element("button", "hg-done", "Done");
  button.type = done.type = "button";
  dialog.setAttribute("aria-label", "What do you play?");
  dialog.append(element("h2", "", "What do you play?"), all, done);
  document.body.append(dialog);
  list(all);
  const rules = document.querySelector(".hg-rail [data-way='rules']");
  const show = () => {
    button.textContent = called(chosen());
    if (rules) rules.href = new URL(`rules/${chosen().table}/`, root);
    button.setAttribute("aria-label", `You play ${called(chosen())}. Change it`);
  };
  show();
  head.append(button);
  button.addEventListener("click", () => dialog.showModal());
  done.addEventListener("click", () => dialog.close());
  document.addEventListener("haggis:game", () => {
    show();
    dialog.close();
  });
}

if (document.querySelector(".answers")) import("./compare.js");
