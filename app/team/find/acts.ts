import { hasDuty, type TeamDuty, type TeamRole } from '#domain/policy.ts'
import type { FoundKind } from '#domain/team/contract.ts'

type ActBase = {
  label: string
  /** Other words that find it. */
  words: string
  duty: TeamDuty
}
/** An act with its own page. */
type PageAct = ActBase & { to: string }
/** An act on a record, which is chosen first. */
export type RecordAct = ActBase & {
  kind: FoundKind
  /** The place on the page of the record, such as '#suspend'. */
  anchor: string
  /** The place on the page of an expert, if the act on a person is there. */
  expertAnchor?: string
}
export type Act = PageAct | RecordAct

/** The acts that the role may do. */
export function listActs(teamRole: TeamRole | null | undefined): Act[] {
  return acts.filter(({ duty }) => hasDuty(teamRole ?? 'administrator', duty))
}

/** Whether each typed word is the beginning of a word of the text. */
export function hasWordStarts(typed: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((start) => words.some((word) => word.startsWith(start)))
}

const acts: Act[] = [
  {
    label: 'Suspend an account',
    words: 'block ban stop person student expert',
    duty: 'supportPeople',
    kind: 'people',
    anchor: '#suspend',
    expertAnchor: '#approval',
  },
  {
    label: 'Lift a suspension',
    words: 'unblock end suspended person',
    duty: 'supportPeople',
    kind: 'people',
    anchor: '#lift',
    expertAnchor: '#approval',
  },
  {
    label: 'End all sign-ins of a person',
    words: 'log out lost phone device',
    duty: 'supportPeople',
    kind: 'people',
    anchor: '#end_sign_ins',
  },
  {
    label: 'Send a password link',
    words: 'reset lost forgotten',
    duty: 'supportPeople',
    kind: 'people',
    anchor: '#reset_link',
  },
  {
    label: 'Reset a second factor',
    words: 'lost authenticator passkey code',
    duty: 'resetSecondFactors',
    kind: 'people',
    anchor: '#reset_second_factor',
  },
  {
    label: 'Show personal data',
    words: 'reveal email phone address',
    duty: 'supportPeople',
    kind: 'people',
    anchor: '#personal-data',
  },
  {
    label: 'Approve an expert',
    words: 'approval pending',
    duty: 'decideExperts',
    kind: 'experts',
    anchor: '#approval',
  },
  {
    label: 'Verify an expert',
    words: 'check identity degree phone interview',
    duty: 'prepareExperts',
    kind: 'experts',
    anchor: '#checks',
  },
  {
    label: 'Set the rate and share of an expert',
    words: 'terms price percent change',
    duty: 'decideExperts',
    kind: 'experts',
    anchor: '#terms',
  },
  {
    label: 'End a session',
    words: 'stop stuck call danger settle',
    duty: 'supportPeople',
    kind: 'sessions',
    anchor: '#end',
  },
  {
    label: 'Decide a ticket',
    words: 'refund answer complaint report resolve',
    duty: 'supportPeople',
    kind: 'tickets',
    anchor: '',
  },
  {
    label: 'Approve or reject a withdrawal',
    words: 'payout pay out bank processed',
    duty: 'payOut',
    kind: 'withdrawals',
    anchor: '',
  },
  {
    label: 'Export withdrawals for the bank',
    words: 'payout file csv download',
    duty: 'payOut',
    to: '/team/withdrawals?status=approved',
  },
  { label: 'Check the books', words: 'prove audit balance', duty: 'keepBooks', to: '/team/money' },
  {
    label: 'Propose a correction',
    words: 'new goodwill move money',
    duty: 'keepBooks',
    to: '/team/money/corrections/new',
  },
  {
    label: 'Download the sessions of a month',
    words: 'export csv income fee',
    duty: 'keepBooks',
    to: '/team/money/income',
  },
  { label: 'Enter a complaint', words: 'new ticket grievance', duty: 'supportPeople', to: '/team/tickets/new' },
  {
    label: 'Enter an application',
    words: 'new expert applicant',
    duty: 'prepareExperts',
    to: '/team/applications/new',
  },
  { label: 'Invite a colleague', words: 'new member team role', duty: 'manageTeam', to: '/team/members' },
]
