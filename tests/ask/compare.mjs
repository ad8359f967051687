// Answers one vector by the rules of the page, to be compared with what it says.

/** Whether the rules answer a vector as it says, and what they answer. */
export function answers(rules, Breach, wanted) {
  const found = answered(rules, Breach, wanted);
  return { right: JSON.stringify(sorted(found)) === JSON.stringify(sorted(wanted)), found };
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

function compared(rules, Breach, { play, other }) {
  try {
    return { play, other, ...rules.beats(played(rules, play), played(rules, other)) };
  } catch (fault) {
    if (fault instanceof Breach) return { play, other, beats: null };
    throw fault;
  }
}

function answered(rules, Breach, wanted) {
  try {
    return "cards" in wanted ? read(rules, wanted.cards) : compared(rules, Breach, wanted);
  } catch (fault) {
    return { fault: String(fault) };
  }
}

/** Puts the keys of all mappings into order; lists stay as they are. */
function sorted(data) {
  if (Array.isArray(data)) return data.map(sorted);
  if (data === null || typeof data !== "object") return data;
  return Object.fromEntries(Object.keys(data).sort().map((key) => [key, sorted(data[key])]));
}
