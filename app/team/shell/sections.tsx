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
  UserCheck,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Queue } from '#domain/team/contract.ts'

type Section = { to: string; label: string; icon: ReactNode; queue?: Queue; about: string }

/** The team pages, in side bar order. */
export const sections: Section[] = [
  { to: '/team', label: 'Desk', icon: <LayoutDashboard />, about: 'Open tasks' },
  { to: '/team/live', label: 'Live', icon: <Activity />, about: 'Who is online and in a session' },
  {
    to: '/team/applications',
    label: 'Applications',
    icon: <FilePen />,
    queue: 'applications',
    about: 'People who want to be experts',
  },
  {
    to: '/team/experts',
    label: 'Experts',
    icon: <UserCheck />,
    queue: 'experts',
    about: 'Accounts waiting for approval',
  },
  { to: '/team/sessions', label: 'Sessions', icon: <PhoneCall />, about: 'Every call, with its evidence' },
  {
    to: '/team/withdrawals',
    label: 'Withdrawals',
    icon: <BanknoteArrowUp />,
    queue: 'withdrawals',
    about: 'To be decided or paid out',
  },
  {
    to: '/team/tickets',
    label: 'Tickets',
    icon: <LifeBuoy />,
    queue: 'tickets',
    about: 'Refunds, reports and complaints',
  },
  { to: '/team/people', label: 'People', icon: <Users />, about: 'Accounts and their history' },
  { to: '/team/reviews', label: 'Reviews', icon: <MessageSquareQuote />, about: 'What students wrote' },
  {
    to: '/team/pairs',
    label: 'Pairs',
    icon: <UsersRound />,
    queue: 'pairs',
    about: 'Accounts that may belong to one person',
  },
  {
    to: '/team/money',
    label: 'Money',
    icon: <Landmark />,
    queue: 'corrections',
    about: 'Corrections waiting for a second person',
  },
  { to: '/team/content', label: 'Content', icon: <PenLine />, about: 'Texts on public pages' },
  { to: '/team/audit', label: 'Audit log', icon: <ScrollText />, about: 'Who did what, and why' },
  { to: '/team/outbox', label: 'Outbox', icon: <Inbox />, about: 'Delivery of each email' },
]
