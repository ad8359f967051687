// Rows of cards that can have suits so that the rule of a part holds, by counting.

import { range, sum } from "./lists.js";

/** The cards of a row by what they can do about suits. */
export class Tally {
  constructor(suits) {
    Object.assign(this, { suits: suits.map(() => 0), bare: 0, free: 0, groups: new Map() });
  }

  get size() {
    return sum(this.suits) + this.bare + this.free;
  }

  add({ suit, count, free, group }) {
    if (free) this.free += count;
    else if (suit === null) this.bare += count;
    else {
      this.suits[suit] += count;
      if (!this.groups.has(group)) this.groups.set(group, this.suits.map(() => 0));
      this.groups.get(group)[suit] += count;
    }
  }

  with(free) {
    return Object.assign(new Tally(this.suits), this, { free: this.free + free });
  }
}

/** Give the tally of a rank; a new one where there is none yet. */
export function tallied(rows, rank, suits) {
  if (!rows.has(rank)) rows.set(rank, new Tally(suits));
  return rows.get(rank);
}

/** Whether wild cards are as many as the cells lacking, and no few kinds more than they can fill. */
export function canStand(wild, lacking) {
  if (sum(wild.map(({ count }) => count)) !== sum(lacking.values())) return false;
  const ranks = [...lacking.keys()];
  let unions = new Map();
  for (const kind of wild) {
    const own = new Set([...kind.ranks].filter((rank) => lacking.has(rank)));
    const next = new Map(unions);
    for (const union of [new Set(), ...unions.values()]) {
      const both = new Set([...union, ...own]);
      next.set(ranks.filter((rank) => both.has(rank)).join(), both);
    }
    unions = next;
  }
  return [...unions.values()].every((union) => {
    const inside = (kind) => [...kind.ranks].every((rank) => union.has(rank) || !lacking.has(rank));
    const cells = sum(ranks.filter((rank) => union.has(rank)).map((rank) => lacking.get(rank)));
    return sum(wild.filter(inside).map(({ count }) => count)) <= cells;
  });
}

/** Whether the free cards of a row can take suits so that the highest is this, if one is wanted. */
export function highestHolds(highest, row) {
  if (highest === null) return true;
  return row.suits[highest] + row.free > 0 && !row.bare && !sum(row.suits.slice(highest + 1));
}

/** Whether the free cards of a part can take suits so that its rule holds. */
export function suitsHold(rule, rows) {
  if (rule === "any suits") return true;
  if (rows.some((row) => row.bare)) return false;
  const suits = rows[0].suits.length;
  const width = rows[0].size;
  const cells = sum(rows.map((row) => row.size));
  const totals = range(0, suits).map((suit) => sum(rows.map((row) => row.suits[suit])));
  const most = range(0, suits).map((suit) => Math.max(...rows.map((row) => row.suits[suit])));
  switch (rule) {
    case "one suit": return suits > 0 && totals.filter((total) => total > 0).length <= 1;
    case "different suits": return cells <= suits && totals.every((total) => total <= 1);
    case "mixed suits": return suits > 1 && cells > 1 && !totals.includes(cells);
    case "matching suits": return suits > 0 && sum(most) <= width;
    case "matching different suits":
      return most.every((count) => count <= 1) && sum(most) <= width && width <= suits;
    default: throw new Error(`no rule about suits is called ${rule}`);
  }
}

/** Whether each line can have a suit so that all lines hold what they need. */
export function linesHold(rule, width, rows, needs) {
  const suits = range(0, rows[0].suits.length);
  const fewest = suits.map((suit) => Math.max(...rows.map((row) => row.suits[suit])));
  const highest = suits.map(() => (rule === "matching different suits" ? 1 : width));
  for (const { group, least, most } of needs) {
    for (const suit of suits) {
      const there = sum(rows.map((row) => row.groups.get(group)?.[suit] ?? 0));
      if (most === null) {
        if (least) highest[suit] = Math.min(highest[suit], Math.floor(there / least));
      } else {
        const lines = most ? Math.ceil(there / most) : there ? width + 1 : 0;
        fewest[suit] = Math.max(fewest[suit], lines);
      }
    }
  }
  const between = suits.every((suit) => fewest[suit] <= highest[suit]);
  return between && sum(fewest) <= width && width <= sum(highest);
}
