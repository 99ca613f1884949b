/** The page numbers to list: first, last, current and its neighbours, with gaps between. */
export function pageWindow({ page, pageCount }: { page: number; pageCount: number }): (number | 'gap')[] {
  const near = [1, page - 1, page, page + 1, pageCount].filter((number) => number >= 1 && number <= pageCount)
  const shown = [...new Set(near)].toSorted((a, b) => a - b)
  return shown.flatMap((number, index) => {
    const left = number - (shown[index - 1] ?? 0) - 1
    if (left === 0) return [number]
    // A gap for a single page would take as much space as that page.
    return left === 1 ? [number - 1, number] : (['gap', number] as const)
  })
}
