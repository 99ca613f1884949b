import type { ExpertCard } from '#domain/discovery/contract.ts'

const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
const listFormat = new Intl.ListFormat('en-IN', { type: 'conjunction' })

/** 'Identity and degree checked by the Samjhao team, last on 4 May 2026'; null when nothing was verified. */
export function verifiedText(
  { verified, verifiedAt }: Pick<ExpertCard, 'verified' | 'verifiedAt'>,
  productName: string,
): string | null {
  if (!verifiedAt || verified.length === 0) return null
  const checked = listFormat.format(verified)
  const lastText = verified.length > 1 ? ', last' : ''
  return `${checked.charAt(0).toUpperCase()}${checked.slice(1)} checked by the ${productName} team${lastText} on ${dayFormat.format(verifiedAt)}`
}
