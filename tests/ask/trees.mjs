// Computes expressions with the module that the page loads: node trees.mjs EXPRESSIONS TABLE CASES.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [module, place, file] = process.argv.slice(2);
const { Breach, compiled, expression } = await import(pathToFileURL(resolve(module)).href);
const table = JSON.parse(readFileSync(place, "utf8"));

for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
  const { tree, words, names } = JSON.parse(line);
  const rests = new Set();
  try {
    const known = compiled(table, { asked: "", words }).words;
    const value = expression(tree, { table, known })(names, rests);
    console.log(JSON.stringify({ value, rests: [...rests].sort() }));
  } catch (fault) {
    if (!(fault instanceof Breach)) throw fault;
    console.log(JSON.stringify({ breach: true }));
  }
}
