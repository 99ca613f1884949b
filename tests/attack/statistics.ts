/** The share of pairs in which the value of the first list is the larger one (Mann–Whitney U, ties count half). */
export function largerShare(first: number[], second: number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((one, other) => one.value - other.value)
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

/** How far from one half that share lies by chance alone, in all but one of a thousand comparisons. */
export function chanceDistance(first: number, second: number): number {
  return 3.29 * Math.sqrt((first + second + 1) / (12 * first * second))
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
