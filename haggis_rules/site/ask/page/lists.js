// Small things that are done with lists of numbers.

/** Give the numbers from one on, up to before another. */
export function range(from, before) {
  return Array.from({ length: Math.max(0, before - from) }, (_, n) => from + n);
}

/** Add numbers up. */
export function sum(numbers) {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
