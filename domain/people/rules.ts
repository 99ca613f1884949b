import { type EvidenceKind, evidenceKinds, type PairEvidence } from '#domain/people/contract.ts'
import { pairShortCallsFrom, pairWholeRefundsFrom } from '#kernel/limits.ts'

/** Masks '+91 98450 54321' as '••• 21'. */
export function maskPhone(phone: string): string {
  return `••• ${phone.replace(/\D/g, '').slice(-2)}`
}

/** The digits of a phone number in any notation; null for anything else. */
export function phoneDigits(search: string): string | null {
  if (!/^\+?[\d ()-]+$/.test(search)) return null
  const digits = search.replace(/\D/g, '')
  return digits.length >= phoneSearchMinDigits ? digits : null
}

/** Fewer digits would match too many people. */
const phoneSearchMinDigits = 4

/** A pair is suspicious if any figure is at least this high. */
export const suspiciousFrom: Record<EvidenceKind, number> = {
  sharedBrowsers: 1,
  sharedDevices: 1,
  sharedAddresses: 1,
  sharedBankAccounts: 1,
  deviceBankAccounts: 1,
  circlePeople: 1,
  shortCallsAtOnce: pairShortCallsFrom,
  refundedWhole: pairWholeRefundsFrom,
}

/** The kinds of evidence that are suspicious and have increased since the team last looked. */
export function listNewEvidence(evidence: PairEvidence, seen: PairEvidence | null): EvidenceKind[] {
  return evidenceKinds.filter((kind) => {
    const [now, before] = [evidence[kind], seen?.[kind] ?? 0]
    // A smaller circle is a different circle.
    const isMore = kind === 'circlePeople' ? before === 0 || now < before : now > before
    return now >= suspiciousFrom[kind] && isMore
  })
}

/** The evidence that the team has seen after a look. Short and refunded calls are then counted from zero. */
export function seenEvidence(evidence: PairEvidence): PairEvidence {
  return { ...evidence, shortCallsAtOnce: 0, refundedWhole: 0 }
}
