/* haggis_rules: which clauses answer a question. It ranks as haggis_rules/finder/ranking.py and
   words.py do, line for line: every score is a whole number of the index, finder.json. */

const FORM = 5;
const CUT = 3; // what scores less than a third of the best is no answer
const MOST_TOGETHER = 6; // words of an expression
const LEAST = 100; // the least score of an answer
const SECOND = 4; // the second best phrase of an entry counts a quarter
const ENGINE = 400; // what a clause counts more on which the engine's answer rests
const LATER = 50; // and how much less each one after it
const MOST_UNKNOWN = 12; // words that are looked for among those that are nearly the same
const MOST_WORDS = 40; // of a question that are looked at
const BASIS = 2166136261; // of FNV-1a with 32 bits
const PRIME = 16777619;

/** Make a finder of the text of an index. */
export function finder(text) {
  const index = typeof text === "string" ? JSON.parse(text) : text;
  if (index.form !== FORM) {
    throw new Error(`this index has the form ${index.form}, not ${FORM}`);
  }
  const forms = new Map(Object.entries(index.forms));
  const held = { ...index, forms: forms, expressions: new Map(Object.entries(index.expressions)) };
  // An object puts keys that are numbers first, so the order of the others is that of the file.
  held.likely = [...forms.keys()].filter((form) => slipsAllowed(form) > 0);
  held.letters = held.likely.map(letters);
  return {
    index: index,
    understand: (question) => understand(held, question),
    tableIn: (question) => tableIn(held, question),
    rank: (question, variant, players, restsOn = []) => rank(held, question, variant, players, restsOn),
  };
}

/** Return the words and numbers of a text, in lower case and without apostrophes. */
export function wordsIn(text) {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const plain = lower.replace(/['\u2019]s(?![a-z0-9])/g, "").replace(/['\u2019]/g, "");
  return plain.match(/[a-z0-9]+/g) || [];
}

/** Return how many slips of the finger a word can have and still be known. */
export function slipsAllowed(word) {
  if (word.length < 4 || /^[0-9]/.test(word)) {
    return 0;
  }
  return word.length < 7 ? 1 : 2;
}

/** Return which letters a word has, a bit for each. */
export function letters(word) {
  let found = 0;
  for (const letter of word) {
    if (letter >= "a") {
      found |= 1 << (letter.charCodeAt(0) - 97);
    }
  }
  return found;
}

/** Whether two words have too many letters that the other lacks: each of these is a slip. */
export function farApart(one, other, most) {
  return bits(one & ~other) > most || bits(other & ~one) > most;
}

function bits(number) {
  let many = 0;
  for (let left = number; left !== 0; left &= left - 1) {
    many += 1;
  }
  return many;
}

/** Return how many letters are missing, added, wrong or swapped, or most + 1 if more are. */
export function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) {
    return most + 1;
  }
  let older = [];
  let old = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const fresh = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const wrong = one[row - 1] === other[column - 1] ? 0 : 1;
      let cost = Math.min(old[column] + 1, fresh[column - 1] + 1, old[column - 1] + wrong);
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && swapped) {
        cost = Math.min(cost, older[column - 2] + 1);
      }
      fresh.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) {
      return most + 1;
    }
    older = old;
    old = fresh;
  }
  return Math.min(old[other.length], most + 1);
}

/** Return the terms of a question, each once, and what was read for each word that was not known. */
function understand(index, question) {
  const found = [];
  const slips = [];
  let whole = true;
  for (const word of wordsIn(question).slice(0, MOST_WORDS)) {
    let term = index.forms.get(word);
    if (term === undefined && slips.length < MOST_UNKNOWN) {
      const meant = nearest(index, word);
      slips.push([word, meant]);
      term = index.forms.get(meant);
    }
    if (term === undefined) {
      whole = false;
    } else {
      found.push(term);
    }
  }
  return { terms: [...new Set(joined(index, found))], slips: slips.filter((pair) => pair[1]), whole };
}

/** Return the variant and the number of players that a question names, or "" and 0. */
function tableIn(index, question) {
  const words = wordsIn(question).slice(0, MOST_WORDS);
  const names = [...new Set(index.tables.map((table) => table.variant))].sort();
  const counts = [...new Set(index.tables.map((table) => table.players))];
  let variant = "";
  let players = 0;
  words.forEach((word, place) => {
    for (const name of names) {
      const parts = wordsIn(name);
      const same = parts.length > 0 && parts.every((part, number) => words[place + number] === part);
      if (same && name.length > variant.length) {
        variant = name;
      }
    }
    if (place + 1 < words.length && index.forms.get(words[place + 1]) === index.player) {
      const term = index.forms.get(word);
      const meant = counts.find((count) => term !== undefined && index.forms.get(`${count}`) === term);
      players = meant === undefined ? players : meant;
    }
  });
  return { variant: variant, players: players };
}

/** Return the answer with the other one of yes and no; "" where that would make no sense. */
function turned(answer) {
  const [verdict] = answer.split(" ", 1);
  const other = { "Yes.": "No.", "No.": "Yes." }[verdict];
  return other ? other + answer.slice(verdict.length) : "";
}

/** Return the question of an entry that a passage is or means, at a table, as in the index, or null. */
function questionOf(entry, meant, nth, table) {
  const places = Array.isArray(meant) ? meant[nth] : meant >= 0 ? [meant] : [];
  const elsewhere = !entry.tables.includes(table);
  return places.find((one) => elsewhere || entry.cases[Math.max(one, ~one)].tables.includes(table)) ?? null;
}

/** Return the place of a question or -1, whether it is the same one, and the other way round. */
function answerOf(entry, same, near) {
  if (same === null) return [near, false, false];
  if (same >= 0) return [same, true, false];
  const sure = turned(entry.cases[~same].answer ?? "") !== "";
  return [~same, sure, sure];
}

/** Return a number of 32 bits that two questions share which ask the same: FNV-1a. */
function signOf(terms, words, kinds) {
  const text = ` ${words.join(" ")} `;
  const there = kinds.map((kind) => (kind.some((word) => text.includes(` ${word} `)) ? "1" : "0"));
  let found = BASIS;
  for (const letter of `${terms.join(",")}|${there.join("")}`) {
    found = Math.imul(found ^ letter.charCodeAt(0), PRIME);
  }
  return found >>> 0;
}

/** Return the entries that answer a question: those of a table, and then those of others. */
function rank(index, question, variant, players, restsOn) {
  const sums = new Map();
  const shared = new Map(); // terms that a passage has in common with the question
  const understood = understand(index, question);
  const foundBy = understood.terms.filter((one) => index.postings[one].length > 0);
  const words = wordsIn(question).slice(0, MOST_WORDS);
  const sign = understood.whole ? signOf(foundBy, words, index.kinds) : -1;
  for (const term of foundBy) {
    let passage = 0;
    for (const [nth, step] of index.postings[term].entries()) {
      passage += step;
      sums.set(passage, (sums.get(passage) || 0) + index.scores[term][nth]);
      shared.set(passage, (shared.get(passage) || 0) + 1);
    }
  }
  const table = index.tables.findIndex((one) => one.variant === variant && one.players === players);
  const many = index.entries.length;
  const score = new Array(many).fill(0);
  const phrase = new Array(many).fill(0);
  const second = new Array(many).fill(0);
  const asked = new Array(many).fill(0);
  const near = new Array(many).fill(-1);
  const same = new Array(many).fill(null);
  for (const passage of [...sums.keys()].sort((one, other) => one - other)) {
    let value = sums.get(passage);
    let equal = false;
    if (passage >= many) { // up to a quarter more, the more of both is in the other
      const terms = foundBy.length + index.lengths[passage - many];
      value += Math.floor((value * shared.get(passage) ** 2) / terms ** 2);
      equal = index.signs[passage - many] === sign;
    }
    const meant = index.questions[passage];
    for (const [nth, place] of index.passages[passage].entries()) {
      const entry = index.entries[place];
      if (passage < many) {
        score[place] += value;
      } else {
        second[place] = Math.max(second[place], Math.min(value, phrase[place]));
        phrase[place] = Math.max(phrase[place], value);
      }
      if (value > asked[place] || equal) {
        const number = questionOf(entry, meant, nth, table);
        if (number !== null) {
          asked[place] = value;
          near[place] = Math.max(number, ~number);
          if (equal) same[place] = number;
        }
      }
    }
  }
  index.entries.forEach((entry, place) => {
    score[place] += Math.floor(second[place] / SECOND);
    const first = restsOn.indexOf(entry.clause);
    if (first >= 0) {
      score[place] += Math.max(ENGINE - LATER * first, LATER);
    }
  });
  const hits = index.entries.map((entry, place) => {
    const nearest = asked[place] * 10 >= phrase[place] * 7 ? near[place] : -1;
    const [question, sure, opposite] = answerOf(entry, same[place], nearest);
    const own = entry.tables.includes(table);
    const known = question < 0 ? "" : entry.cases[question].answer ?? "";
    const answer = opposite ? turned(known) : known;
    return { entry: place, score: score[place] + phrase[place], question, own, sure, opposite, answer };
  });
  const best = Math.max(0, ...hits.map((hit) => hit.score));
  const kept = hits.filter((hit) => hit.score * CUT >= best && hit.score >= LEAST);
  kept.sort((one, other) => other.own - one.own || other.score - one.score || one.entry - other.entry);
  const known = new Set();
  return kept.filter((hit) => {
    const name = `${hit.own} ${index.entries[hit.entry].clause}`;
    const fresh = !known.has(name);
    known.add(name);
    return fresh;
  });
}

/** Return the form that a word with a slip may have been, or nothing. */
function nearest(index, word) {
  const allowed = slipsAllowed(word);
  let best = "";
  let least = allowed + 1;
  if (allowed) {
    const own = letters(word);
    for (let place = 0; place < index.likely.length && least > 1; place += 1) {
      if (!farApart(own, index.letters[place], least - 1)) {
        const apart = distance(word, index.likely[place], least - 1);
        if (apart < least) {
          best = index.likely[place];
          least = apart;
        }
      }
    }
  }
  return best;
}

/* Put together the terms that are one expression, from the left, the longest first. */
function joined(index, terms) {
  const found = [];
  let place = 0;
  while (place < terms.length) {
    let many = Math.min(MOST_TOGETHER, terms.length - place);
    while (many > 1 && !index.expressions.has(terms.slice(place, place + many).join(" "))) {
      many -= 1;
    }
    const one = many === 1 ? terms[place] : index.expressions.get(terms.slice(place, place + many).join(" "));
    found.push(one);
    place += many;
  }
  return found;
}
