// Asks the page what cards nearly make, and prints for each line the clause and the change.
// node nearly.mjs PAGE FOLDER TABLE CARDS...: the folder of the page, that of words and modules.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [page, folder, table, ...all] = process.argv.slice(2);
const part = (name) => import(pathToFileURL(resolve(page, name)).href);
const [{ rulesOf }, { nearly }] = [await part("rules.js"), await part("asking.js")];
const words = JSON.parse(readFileSync(join(folder, `${table}.json`), "utf8"));
const rules = await rulesOf(words, readFileSync(join(folder, `${table}.wasm`)));
for (const cards of all) {
  const found = nearly(rules, rules.cards(cards));
  const change = !found?.change ? null : {
    removed: found.change.removed === null ? null : rules.names[found.change.removed],
    added: found.change.added === null ? null : rules.names[found.change.added],
    reading: rules.notation(found.change.reading),
  };
  console.log(JSON.stringify({ cards, but: found?.but, clauses: found?.clauses ?? [], change }));
}
