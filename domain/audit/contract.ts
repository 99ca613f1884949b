import type { AccountId } from '#kernel/ids.ts'

/** Every audited action, as it is stored. */
export const auditActions = [
  'account deleted',
  'second factor on',
  'second factor off',
  'passkey added',
  'passkey removed',
  'recovery codes replaced',
  'team account created',
  'team role changed',
  'team membership ended',
  'team membership restored',
  'expert created',
  'expert pending',
  'expert approved',
  'expert suspended',
  'expert verified',
  'verification taken back',
  'expert terms changed',
  'application entered',
  'application changed',
  'application reviewed',
  'interview planned',
  'application accepted',
  'application rejected',
  'document added',
  'document read',
  'document removed',
  'bank details read',
  'withdrawals exported',
  'withdrawal approved',
  'withdrawal rejected',
  'withdrawal processed',
  'payout came back',
  'payout limit changed',
  'session ended',
  'chat read',
  'board read',
  'refund granted',
  'refund refused',
  'ticket entered',
  'ticket acknowledged',
  'ticket resolved',
  'personal data read',
  'person suspended',
  'suspension lifted',
  'sign-ins ended',
  'second factor reset',
  'reset link sent',
  'review hidden',
  'review shown again',
  'summary hidden',
  'summary shown again',
  'pair looked at',
  'correction proposed',
  'correction confirmed',
  'correction rejected',
  'sessions exported',
  'proof asked for',
  'content changed',
  'search topic saved',
  'search topic removed',
  'mail sent again',
  'books proved',
  'books found wrong',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The page texts of actions whose stored names use different words. */
const actionTexts: Partial<Record<AuditAction, string>> = {
  'proof asked for': 'check of the books requested',
  'books proved': 'books checked',
  'mail sent again': 'email sent again',
  'payout came back': 'payout returned by the bank',
  'verification taken back': 'verification removed',
}

/** Returns an unknown action unchanged, because a newer version may have written it. */
export function auditActionText(action: string): string {
  return actionTexts[action as AuditAction] ?? action
}

/** The kinds of things that an action can change. */
export const auditItemKinds = [
  'withdrawal',
  'session',
  'ticket',
  'expert',
  'application',
  'person',
  'review',
  'pair',
  'correction',
  'content',
  'mail',
  'settings',
] as const
export type AuditItemKind = (typeof auditItemKinds)[number]

/** Values before or after an action. They never contain secrets. */
export type AuditValues = Record<string, unknown>

export const auditTable = {
  sorts: { at: 'number' },
  defaultSort: '-at',
  filters: { person: 'id', about: 'id', act: auditActions, thing: auditItemKinds, id: 'id' },
} as const

export type AuditLine = {
  id: number
  at: Date
  act: string
  /** Null when the system acted. */
  actor: { id: AccountId; name: string } | null
  subject: { id: AccountId; name: string } | null
  thing: AuditItemKind | null
  thingId: string | null
  why: string | null
  before: AuditValues | null
  after: AuditValues | null
  details: AuditValues
}
