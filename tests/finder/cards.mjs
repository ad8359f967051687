// Answers questions about cards as the home page does: node cards.mjs PAGE FOLDER QUESTIONS, where
// QUESTIONS is a file with a list of [table, question], the names of ranks and what compares plays.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [page, folder, file] = process.argv.slice(2);
const part = (name) => import(pathToFileURL(resolve(page, name)).href);
const [{ rulesOf }, { cardsAsked, verdictOf }] = [await part("rules.js"), await part("asked.js")];
const { questions, names, between } = JSON.parse(readFileSync(file, "utf8"));
const known = new Map();
for (const [table, question] of questions) {
  if (!known.has(table)) {
    const words = JSON.parse(readFileSync(join(folder, `${table}.json`), "utf8"));
    known.set(table, await rulesOf(words, readFileSync(join(folder, `${table}.wasm`))));
  }
  const rules = known.get(table);
  const play = ({ cards, reading }) => `${rules.write(cards)} = ${rules.notation(reading)}`;
  const counts = (cards) => rules.words.cards.map((_, card) => cards.filter((one) => one === card).length);
  const found = cardsAsked(rules, question, names, between);
  console.log(JSON.stringify(found && {
    asked: found.asked,
    readings: found.readings.map(({ suits, cards, readings }) =>
      [suits, rules.write(counts(cards)), readings.map((one) => rules.notation(one))]),
    compared: found.compared.map(({ beats, play: one, other, readings }) =>
      [beats, play(one), play(other), readings.map((each) => rules.notation(each))]),
    clauses: found.clauses,
    verdict: verdictOf(rules, found),
  }));
}
