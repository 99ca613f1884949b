/** The share of pairs in which the value of the first list is the larger one (Mann–Whitney U, ties count half). */
export function largerShare(first: number[], second: number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let from = 0; from < all.length;) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1
    const rank = (from + 1 + to) / 2
    rankSum += rank * all.slice(from, to).filter(({ isFirst }) => isFirst).length
    from = to
  }
  return (rankSum - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
}

/** The distance of that share from one half that chance exceeds in only one of a thousand comparisons. */
export function chanceDistance(first: number, second: number): number {
  return 3.29 * Math.sqrt((first + second + 1) / (12 * first * second))
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/**
 * Divides all values at random into two lists, many times. Returns how often their medians differ at least as much as
 * the medians of the given lists. Below 0.001, chance alone does not explain the difference.
 */
export function chanceOfMedians(first: number[], second: number[], random = Math.random): number {
  const divisions = 2_000
  const distance = (a: number[], b: number[]) => Math.abs(percentile(a, 50) - percentile(b, 50))
  const found = distance(first, second)
  let asFar = 0
  for (let division = 0; division < divisions; division += 1) {
    const all = shuffle([...first, ...second], random)
    if (distance(all.slice(0, first.length), all.slice(first.length)) >= found) asFar += 1
  }
  return asFar / divisions
}

export function shuffle<Item>(items: Item[], random = Math.random): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1))
    ;[items[last], items[chosen]] = [items[chosen] as Item, items[last] as Item]
  }
  return items
}
