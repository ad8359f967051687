// Answers questions by finder.js: node rank.mjs FINDER INDEX QUESTIONS
//
// Prints for each question what was understood, which table it names, and all hits in order; and
// how many milliseconds of a processor an answer took.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [script, index, questions] = process.argv.slice(2);
const { finder } = await import(pathToFileURL(script));
const asked = JSON.parse(readFileSync(questions, "utf8"));
const found = finder(readFileSync(index, "utf8"));
const answers = [];
let spent = 0;
for (const { question, variant, players, restsOn } of asked) {
  const { terms, slips } = found.understand(question);
  const named = found.tableIn(question);
  const began = process.cpuUsage().user;
  const hits = found.rank(question, variant, players, restsOn);
  spent += process.cpuUsage().user - began;
  answers.push({
    terms,
    slips,
    named: [named.variant, named.players],
    hits: hits.map((hit) => [hit.entry, hit.score, hit.question, hit.own, hit.sure, hit.opposite]),
  });
}
console.log(JSON.stringify({ answers, spent: spent / asked.length / 1000 }));
