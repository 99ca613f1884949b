import type { EvidenceKind, SuspiciousPair } from '#domain/people/contract.ts'
import { suspiciousFrom } from '#domain/people/rules.ts'
import { counted } from '#kernel/count-text.ts'
import { pairAddressAccountsMax, pairShortCallDays, pairShortCallMinutes, pairWatchDays } from '#kernel/limits.ts'

/** The evidence in sentences. A sentence is new if nobody in the team has seen it. */
export function listEvidence(pair: SuspiciousPair): { text: string; isNew: boolean }[] {
  const { evidence, unseen } = pair
  const kinds = (Object.keys(sentences) as EvidenceKind[]).filter(
    (kind) =>
      evidence[kind] >= suspiciousFrom[kind] &&
      // A shared device is also a shared network address.
      (kind !== 'sharedAddresses' || evidence.sharedAddresses > evidence.sharedDevices),
  )
  return [
    ...kinds.map((kind) => ({ text: sentences[kind](pair), isNew: unseen.includes(kind) })),
    ...(evidence.paidSessions > 0 ? [{ text: callsText(pair), isNew: false }] : []),
  ]
}

const sentences: Record<EvidenceKind, (pair: SuspiciousPair) => string> = {
  sharedBrowsers: ({ evidence }) => `Both logged in with the same ${several(evidence.sharedBrowsers, 'browser')}.`,
  sharedDevices: ({ evidence }) =>
    `Both logged in with the same kind of browser at the same ${several(evidence.sharedDevices, 'network address', 'network addresses')}.`,
  sharedAddresses: ({ evidence }) =>
    `Both logged in from the same ${several(evidence.sharedAddresses, 'network address', 'network addresses')}, used by at most ${pairAddressAccountsMax} accounts.`,
  sharedBankAccounts: ({ evidence }) =>
    `Both requested payouts to the same ${several(evidence.sharedBankAccounts, 'bank account')}.`,
  deviceBankAccounts: ({ evidence, first, second }) =>
    `Another expert account on a device of ${first.name} requested payouts to ${evidence.deviceBankAccounts === 1 ? 'a bank account' : counted(evidence.deviceBankAccounts, 'bank account')} of ${second.name}.`,
  circlePeople: ({ evidence, first, second }) =>
    `Short calls form a circle of ${evidence.circlePeople} people: a student account on a device of ${second.name} calls the next expert, and the calls lead back to ${first.name}.`,
  shortCallsAtOnce: (pair) =>
    `${pair.evidence.shortCallsAtOnce} calls of at most ${pairShortCallMinutes} minutes within ${pairShortCallDays} days${afterLook(pair)}.`,
  refundedWhole: (pair) => `${counted(pair.evidence.refundedWhole, 'session')} refunded in full${afterLook(pair)}.`,
}

/** 'browser', '2 browsers'. */
function several(count: number, singular: string, plural?: string): string {
  return count === 1 ? singular : counted(count, singular, plural)
}

function callsText({ evidence: { paidSessions, shortCalls } }: SuspiciousPair): string {
  return `${counted(paidSessions, 'paid session')} in ${pairWatchDays} days, ${shortCalls} of them of at most ${pairShortCallMinutes} minutes.`
}

/** For a pair that is back in the queue, short and refunded calls are counted since the last look. */
function afterLook({ look, unseen }: SuspiciousPair): string {
  return look && unseen.length > 0 ? ', new since the last look' : ''
}
