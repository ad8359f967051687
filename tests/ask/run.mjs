// Puts vectors to the modules that the page runs, and prints each that is answered otherwise.
// node run.mjs RULES FOLDER VECTORS: the page's rules.js, a folder of modules and words, and a file
// of JSON lines.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { answers } from "./compare.mjs";

const [script, folder, file] = process.argv.slice(2);
const { Breach, rulesOf } = await import(pathToFileURL(resolve(script)).href);
const known = new Map();

async function rulesNamed(name) {
  if (!known.has(name)) {
    const words = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
    known.set(name, await rulesOf(words, readFileSync(join(folder, `${name}.wasm`))));
  }
  return known.get(name);
}

let asked = 0;
let wrong = 0;
const began = performance.now();
for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
  const { table, ...wanted } = JSON.parse(line);
  const { right, found } = answers(await rulesNamed(table), Breach, wanted);
  asked += 1;
  if (!right) {
    wrong += 1;
    if (wrong <= 3) console.log(JSON.stringify({ table, wanted, found }));
  }
}
console.log(JSON.stringify({ asked, wrong, seconds: (performance.now() - began) / 1000 }));
