const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * Returns a text that sorts between two others, so that a page can be inserted without changing its neighbours. An
 * empty text is before all; null is after all.
 */
export function orderBetween(before: string, after: string | null): string {
  let order = ''
  let isFree = after === null
  for (let index = 0; ; index += 1) {
    const low = index < before.length ? digits.indexOf(before.charAt(index)) : 0
    const high =
      isFree || after === null ? digits.length : index < after.length ? digits.indexOf(after.charAt(index)) : 0
    // Takes a digit between the two. The last digit is never zero, because nothing would fit before it.
    const middle = Math.floor((low + high) / 2)
    if (middle > low) return order + digits.charAt(middle)
    order += digits.charAt(low)
    if (low < high) isFree = true
  }
}
