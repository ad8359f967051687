// Whole questions in the search. As the theme has it, every word that is typed is the beginning of
// a word to look for: "a" then finds nearly all there is. Here only the last word is, which one may
// still be typing; the others are looked for as they are, small words are left out, and so are
// question marks. What is written for the search itself, as "two words" or +word, stays as it is.
{
  const ASK = 2; // the kind of message with which the page asks its search
  const SPECIAL = /["+*~^:]|(^|\s)-/;
  // Going out, going first: the word that counts is the other one.
  const LITTLE = new Set(["go", "goes", "going", "gone", "went"]);
  const send = Worker.prototype.postMessage;
  const words = (typed) => typed.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.filter((word) => !LITTLE.has(word)) ?? [];

  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.type !== ASK || typeof message.data !== "string" || SPECIAL.test(message.data)) {
      return send.call(this, message, ...rest);
    }
    const asked = words(message.data);
    const last = /[\p{L}\p{N}]$/u.test(message.data) && asked.at(-1)?.length > 2 ? [`${asked.at(-1)}*`] : [];
    const data = [...asked.map((word) => `${word}^1`), ...last].join(" ");
    return send.call(this, { ...message, data }, ...rest);
  };
}
