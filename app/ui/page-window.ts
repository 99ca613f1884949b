/** The page numbers to list: first, last, current and its neighbours, with gaps between. */
export function pageWindow({ page, pageCount }: { page: number; pageCount: number }): (number | 'gap')[] {
  const candidates = [1, page - 1, page, page + 1, pageCount].filter((number) => number >= 1 && number <= pageCount)
  const numbers = [...new Set(candidates)].toSorted((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const skipped = number - (numbers[index - 1] ?? 0) - 1
    if (skipped === 0) return [number]
    // A gap for a single page would take as much space as that page.
    return skipped === 1 ? [number - 1, number] : (['gap', number] as const)
  })
}
