// Puts vectors to the module that the page loads, and prints each that it answers otherwise.
// node run.mjs ENGINE TABLES VECTORS: a module, a folder of tables, and a file of JSON lines.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [engine, folder, file] = process.argv.slice(2);
const { Breach, Rules } = await import(pathToFileURL(resolve(engine)).href);
const known = new Map();

function rulesOf(name) {
  if (!known.has(name)) {
    known.set(name, new Rules(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))));
  }
  return known.get(name);
}

function read(rules, names) {
  const cards = rules.cards(names.join(" "));
  const readings = rules.readings(cards).map((reading) => ({
    reading: rules.notation(reading),
    laid: rules.laid(reading, cards).map((pin) => [rules.names[pin[0]], rules.standing(pin)]),
    may: Object.fromEntries(rules.may(reading, cards).map(([card, stands]) => [
      rules.names[card],
      stands.map((pin) => rules.standing(pin)),
    ])),
    clauses: rules.clauses(reading, cards),
  }));
  return { cards: rules.write(cards).split(" "), readings };
}

function played(rules, { cards, reading }) {
  const made = rules.readings(rules.cards(cards.join(" ")));
  return made.find((one) => rules.notation(one) === reading);
}

function compared(rules, { play, other }) {
  try {
    return { play, other, ...rules.beats(played(rules, play), played(rules, other)) };
  } catch (fault) {
    if (fault instanceof Breach) return { play, other, beats: null };
    throw fault;
  }
}

function answered(rules, wanted) {
  try {
    return "cards" in wanted ? read(rules, wanted.cards) : compared(rules, wanted);
  } catch (fault) {
    return { fault: String(fault) };
  }
}

let asked = 0;
let wrong = 0;
const began = performance.now();
for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
  const { table, ...wanted } = JSON.parse(line);
  const rules = rulesOf(table);
  const found = answered(rules, wanted);
  asked += 1;
  if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(wanted))) {
    wrong += 1;
    if (wrong <= 3) console.log(JSON.stringify({ table, wanted, found }));
  }
}
console.log(JSON.stringify({ asked, wrong, seconds: (performance.now() - began) / 1000 }));

/** Puts the keys of all mappings into order; lists stay as they are. */
function sorted(data) {
  if (Array.isArray(data)) return data.map(sorted);
  if (data === null || typeof data !== "object") return data;
  return Object.fromEntries(Object.keys(data).sort().map((key) => [key, sorted(data[key])]));
}
