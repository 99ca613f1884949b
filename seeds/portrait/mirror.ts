/** Draws something on the left of the picture, and mirrored on the right. */
export function both(left: string): string {
  return `${left}<g transform="matrix(-1 0 0 1 512 0)">${left}</g>`
}
