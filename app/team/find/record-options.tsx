import { BanknoteArrowUp, CreditCard, Landmark, LifeBuoy, PhoneCall, UserCheck, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { receiptNumber, sessionStateLabel } from '#app/sessions/session-text.ts'
import type { RecordAct } from '#app/team/find/acts.ts'
import type { FindOption } from '#app/team/find/find-box.tsx'
import { approvalLabels } from '#app/team/experts/expert-text.ts'
import { accountStateLabels, roleText } from '#app/team/people/person-text.tsx'
import { ticketKindLabels, ticketStateLabels } from '#app/team/tickets/ticket-text.tsx'
import { statusLabels } from '#app/withdrawals/withdrawal-status.tsx'
import { operationKinds } from '#domain/books/contract.ts'
import { hasDuty, type TeamRole } from '#domain/policy.ts'
import type { FoundGroup, FoundKind, FoundRows } from '#domain/team/contract.ts'
import type { PaymentState } from '#domain/wallet/contract.ts'
import { formatRupees } from '#kernel/money.ts'
import { dateText } from '#kernel/time.ts'

export const kindLabels: Record<FoundKind, string> = {
  people: 'People',
  experts: 'Experts',
  sessions: 'Sessions',
  tickets: 'Tickets',
  withdrawals: 'Withdrawals',
  payments: 'Payments',
  operations: 'Operations of the books',
}

const icons: Record<FoundKind, ReactNode> = {
  people: <Users />,
  experts: <UserCheck />,
  sessions: <PhoneCall />,
  tickets: <LifeBuoy />,
  withdrawals: <BanknoteArrowUp />,
  payments: <CreditCard />,
  operations: <Landmark />,
}

type Viewer = { zone: string; teamRole: TeamRole | null | undefined }
type Links = { viewer: Viewer; act: RecordAct | null; onOpen(): void }

/** The records as links to their pages. With an act, they lead to the place on the page where it is done. */
export function toOptions(group: FoundGroup, { viewer, act, onOpen }: Links): FindOption[] {
  return describeRows(group, viewer).map(({ path, title, detail }, index) => ({
    id: `${group.kind}-${index}-${path}`,
    icon: icons[group.kind],
    title,
    detail,
    to: act ? placeOf(act, group, index, path) : path,
    onOpen,
  }))
}

/** An expert is suspended as an expert, on another page than a student. */
function placeOf({ anchor, expertAnchor }: RecordAct, group: FoundGroup, index: number, path: string): string {
  const expertId = group.kind === 'people' ? group.rows[index]?.expertId : null
  return expertId && expertAnchor ? `/team/experts/${expertId}${expertAnchor}` : `${path}${anchor}`
}

type Described = { path: string; title: string; detail: string }

function describeRows(group: FoundGroup, viewer: Viewer): Described[] {
  switch (group.kind) {
    case 'people':
      return group.rows.map(describePerson)
    case 'experts':
      return group.rows.map(describeExpert)
    case 'sessions':
      return group.rows.map((row) => describeSession(row, viewer))
    case 'tickets':
      return group.rows.map((row) => describeTicket(row, viewer))
    case 'withdrawals':
      return group.rows.map((row) => describeWithdrawal(row, viewer))
    case 'payments':
      return group.rows.map((row) => describePayment(row, viewer))
    case 'operations':
      return group.rows.map((row) => describeOperation(row, viewer))
    default:
      // A newer node may find more kinds.
      return []
  }
}

function describePerson(row: FoundRows['people']): Described {
  const state = row.state === 'active' ? null : accountStateLabels[row.state]
  return { path: `/team/people/${row.id}`, title: row.name, detail: join(roleText(row), state, row.maskedEmail) }
}

function describeExpert({ id, name, title, approval, maskedEmail }: FoundRows['experts']): Described {
  return { path: `/team/experts/${id}`, title: name, detail: join(approvalLabels[approval].label, title, maskedEmail) }
}

function describeSession(row: FoundRows['sessions'], { zone }: Viewer): Described {
  return {
    path: `/team/sessions/${row.id}`,
    title: `${row.studentName} with ${row.expertName}`,
    detail: join(receiptNumber(row), sessionStateLabel(row).label, day(row.askedAt, zone)),
  }
}

function describeTicket(row: FoundRows['tickets'], { zone }: Viewer): Described {
  return {
    path: `/team/tickets/${row.number}`,
    title: `#${row.number} ${ticketKindLabels[row.kind]} of ${row.personName}`,
    detail: join(ticketStateLabels[row.state].label, day(row.openedAt, zone)),
  }
}

function describeWithdrawal(row: FoundRows['withdrawals'], { zone }: Viewer): Described {
  return {
    path: `/team/withdrawals/${row.id}`,
    title: `${formatRupees(row.amount)} to ${row.expertName}`,
    detail: join(statusLabels[row.status].label, day(row.createdAt, zone)),
  }
}

const paymentStates: Record<PaymentState, string> = {
  started: 'Started',
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** A paid payment is shown in the books, any other on the page of its student. */
function describePayment(row: FoundRows['payments'], { zone, teamRole }: Viewer): Described {
  const isInBooks = row.state === 'paid' && hasDuty(teamRole ?? 'administrator', 'keepBooks')
  return {
    path: isInBooks ? `/team/money/operations?q=${row.id}` : `/team/people/${row.student.id}`,
    title: `${formatRupees(row.amount)} by ${row.student.name}`,
    detail: join(paymentStates[row.state], day(row.startedAt, zone)),
  }
}

function describeOperation(row: FoundRows['operations'], { zone }: Viewer): Described {
  return {
    path: `/team/money/operations/${row.id}`,
    title: operationKinds[row.kind],
    detail: join(formatRupees(row.moved), day(row.at, zone)),
  }
}

/** In a JSON response an instant is a text. */
function day(at: Date, zone: string): string {
  return dateText(new Date(at), zone)
}

function join(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}
