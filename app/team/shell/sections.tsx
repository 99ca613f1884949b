import {
  Activity,
  BanknoteArrowUp,
  FilePen,
  Inbox,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  MessageSquareQuote,
  PenLine,
  PhoneCall,
  ScrollText,
  SearchCheck,
  Settings,
  ShieldUser,
  UserCheck,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { hasDuty, type TeamDuty, type TeamRole } from '#domain/policy.ts'
import type { Queue } from '#domain/team/contract.ts'

type Section = {
  to: string
  label: string
  icon: ReactNode
  queue?: Queue
  /** Describes the queue on the desk. */
  about?: string
  /** If undefined, every team member sees the page. */
  duty?: TeamDuty
}

/**
 * The team pages for a role, in sidebar order. If the role is missing (loader data from an older version), returns all
 * pages.
 */
export function sectionsOf(teamRole: TeamRole | null | undefined): Section[] {
  return sections.filter(({ duty }) => !duty || hasDuty(teamRole ?? 'administrator', duty))
}

const sections: Section[] = [
  { to: '/team', label: 'Desk', icon: <LayoutDashboard /> },
  { to: '/team/live', duty: 'supportPeople', label: 'Live', icon: <Activity /> },
  {
    to: '/team/applications',
    duty: 'prepareExperts',
    label: 'Applications',
    icon: <FilePen />,
    queue: 'applications',
    about: 'People who want to be experts',
  },
  {
    to: '/team/experts',
    duty: 'prepareExperts',
    label: 'Experts',
    icon: <UserCheck />,
    queue: 'experts',
    about: 'Accounts waiting for approval',
  },
  { to: '/team/sessions', duty: 'supportPeople', label: 'Sessions', icon: <PhoneCall /> },
  {
    to: '/team/withdrawals',
    duty: 'payOut',
    label: 'Withdrawals',
    icon: <BanknoteArrowUp />,
    queue: 'withdrawals',
    about: 'To be decided or paid out',
  },
  {
    to: '/team/tickets',
    duty: 'supportPeople',
    label: 'Tickets',
    icon: <LifeBuoy />,
    queue: 'tickets',
    about: 'Refunds, reports and complaints',
  },
  { to: '/team/people', duty: 'supportPeople', label: 'People', icon: <Users /> },
  { to: '/team/reviews', duty: 'supportPeople', label: 'Reviews', icon: <MessageSquareQuote /> },
  {
    to: '/team/pairs',
    duty: 'supportPeople',
    label: 'Pairs',
    icon: <UsersRound />,
    queue: 'pairs',
    about: 'Accounts that may belong to one person',
  },
  {
    to: '/team/money',
    duty: 'keepBooks',
    label: 'Money',
    icon: <Landmark />,
    queue: 'corrections',
    about: 'Corrections waiting for a second person',
  },
  { to: '/team/content', duty: 'editContent', label: 'Content', icon: <PenLine /> },
  { to: '/team/search', duty: 'editContent', label: 'Search', icon: <SearchCheck /> },
  { to: '/team/audit', duty: 'readAuditLog', label: 'Audit log', icon: <ScrollText /> },
  { to: '/team/outbox', duty: 'supportPeople', label: 'Outbox', icon: <Inbox /> },
  { to: '/team/members', duty: 'manageTeam', label: 'Members', icon: <ShieldUser /> },
  { to: '/team/settings', duty: 'manageTeam', label: 'Settings', icon: <Settings /> },
]
