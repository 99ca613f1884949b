/** Returns only the word: plural(1, 'minute') is 'minute', plural(2, 'entry', 'entries') is 'entries'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}
