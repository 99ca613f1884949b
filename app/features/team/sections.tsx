import { Inbox, Landmark, LayoutDashboard, PenLine, ScrollText, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Queue } from '#domain/team/contract.ts'

type Section = { to: string; label: string; icon: ReactNode; queue?: Queue; about: string }

/** The screens of the team, in the order of the side bar. */
export const sections: Section[] = [
  { to: '/team', label: 'Desk', icon: <LayoutDashboard />, about: 'What waits' },
  {
    to: '/team/experts',
    label: 'Experts',
    icon: <UserCheck />,
    queue: 'experts',
    about: 'Accounts that wait for approval',
  },
  {
    to: '/team/money',
    label: 'Money',
    icon: <Landmark />,
    queue: 'corrections',
    about: 'Corrections that wait for a second person',
  },
  { to: '/team/content', label: 'Content', icon: <PenLine />, about: 'What public pages say' },
  { to: '/team/audit', label: 'Audit log', icon: <ScrollText />, about: 'Who did what, and why' },
  { to: '/team/outbox', label: 'Outbox', icon: <Inbox />, about: 'How far each mail has come' },
]
