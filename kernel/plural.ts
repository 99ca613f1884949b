/** 'minute' for one, 'minutes' for any other number: plural(2, 'entry', 'entries'). The caller writes the number. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}
