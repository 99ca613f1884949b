import {
  BadgeCheck,
  BellRing,
  CalendarClock,
  CalendarDays,
  IndianRupee,
  Landmark,
  MessageSquareText,
  NotebookPen,
  PhoneMissed,
  RotateCcw,
  ShieldAlert,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { StoredKind } from '#domain/notifications/contract.ts'

export const kindIcons: Record<StoredKind, ReactNode> = {
  missed_call: <PhoneMissed />,
  online: <BellRing />,
  booking: <CalendarDays />,
  reminder: <CalendarClock />,
  low_balance: <Wallet />,
  money: <IndianRupee />,
  withdrawal: <Landmark />,
  refund: <RotateCcw />,
  feedback: <MessageSquareText />,
  summary: <NotebookPen />,
  application: <BadgeCheck />,
  security: <ShieldAlert />,
}
