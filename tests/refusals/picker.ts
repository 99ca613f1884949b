/** A small random number generator with a seed (mulberry32), so that a failure can be reproduced. */
export function createPicker(seed: number) {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    random: next,
    one: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
    shuffled: <Item>(items: Item[]): Item[] =>
      items
        .map((item) => ({ item, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item),
  }
}
