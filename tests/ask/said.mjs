// Prints what the page calls each reading: node said.mjs PAGE FOLDER TABLE, the folder of the page
// and that of words and modules. Each line has the notation and the words.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [page, folder, table] = process.argv.slice(2);
const part = (name) => import(pathToFileURL(resolve(page, name)).href);
const [{ rulesOf }, { said }] = [await part("rules.js"), await part("words.js")];
const words = JSON.parse(readFileSync(join(folder, `${table}.json`), "utf8"));
const rules = await rulesOf(words, readFileSync(join(folder, `${table}.wasm`)));
for (const reading of rules.all) console.log(JSON.stringify([rules.notation(reading), said(rules, reading)]));
