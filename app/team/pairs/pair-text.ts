import type { EvidenceKind, SuspiciousPair } from '#domain/people/contract.ts'
import { suspiciousFrom } from '#domain/people/rules.ts'
import { counted } from '#kernel/count-text.ts'
import { pairShortCallDays, pairShortCallMinutes, pairWatchDays } from '#kernel/limits.ts'

/** The evidence in sentences. A sentence is new if nobody in the team has seen it. */
export function listEvidence(pair: SuspiciousPair): { text: string; isNew: boolean }[] {
  const { evidence, unseen } = pair
  const kinds = (Object.keys(sentences) as EvidenceKind[]).filter(
    (kind) =>
      evidence[kind] >= suspiciousFrom[kind] &&
      // A shared device is also a shared address.
      (kind !== 'sharedAddresses' || evidence.sharedAddresses > evidence.sharedDevices),
  )
  return [
    ...kinds.map((kind) => ({ text: sentences[kind](pair), isNew: unseen.includes(kind) })),
    ...(evidence.paidSessions > 0 ? [{ text: callsText(pair), isNew: false }] : []),
  ]
}

const sentences: Record<EvidenceKind, (pair: SuspiciousPair) => string> = {
  sharedBrowsers: ({ evidence }) =>
    `Both logged in with ${counted(evidence.sharedBrowsers, 'same browser', 'same browsers')}.`,
  sharedDevices: ({ evidence }) =>
    `Both logged in with the same kind of browser from ${counted(evidence.sharedDevices, 'same address', 'same addresses')}.`,
  sharedAddresses: ({ evidence }) =>
    `Both logged in from ${counted(evidence.sharedAddresses, 'same address', 'same addresses')}, which few others use.`,
  sharedBankAccounts({ evidence, first, second }) {
    const accounts = counted(evidence.sharedBankAccounts, 'bank account')
    return evidence.paidSessions > 0
      ? `Another expert on the device of ${first.name} is paid to ${accounts} of ${second.name}.`
      : `Both are paid to ${counted(evidence.sharedBankAccounts, 'same bank account', 'same bank accounts')}.`
  },
  circlePeople: ({ evidence, second }) =>
    `Short calls go in a circle of ${evidence.circlePeople} people: a student on the device of ${second.name} calls, and the calls lead back.`,
  shortCallsAtOnce: (pair) =>
    `${pair.evidence.shortCallsAtOnce} calls of at most ${pairShortCallMinutes} minutes within ${pairShortCallDays} days${sinceLook(pair)}.`,
  refundedWhole: (pair) => `${counted(pair.evidence.refundedWhole, 'session')} refunded in full${sinceLook(pair)}.`,
}

function callsText({ evidence: { paidSessions, shortCalls } }: SuspiciousPair): string {
  return `${counted(paidSessions, 'paid session')} in ${pairWatchDays} days, ${shortCalls} of them of at most ${pairShortCallMinutes} minutes.`
}

/** If a pair returned to the queue, its short and refunded calls are counted since the last look. */
function sinceLook({ look, unseen }: SuspiciousPair): string {
  return look && unseen.length > 0 ? ' since the last look' : ''
}
