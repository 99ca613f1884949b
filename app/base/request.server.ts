import { createContext } from 'react-router'
import type { PhotoContext } from '#domain/files/save-photo.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { ShareImages } from '#domain/discovery/share-images.server.ts'
import type { OnlineFigures } from '#domain/discovery/contract.ts'
import type { PushContext } from '#domain/notifications/subscribe-push.server.ts'
import type { CallTimes } from '#domain/sessions/rules.ts'
import type { Vitals } from '#domain/team/contract.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import type { Payouts } from '#domain/withdrawals/contract.ts'
import type { Product } from '#kernel/product.ts'

/** What the server hands to the loaders and actions of one request. */
export type RequestScope = {
  requestId: string
  /** Marks the scripts of this page as ours. */
  nonce: string
  /** The file with what is loaded for those who are signed in; nothing in development. */
  signedInScript: string | undefined
  product: Product
  context: Context
  /** The mails that no mail server has taken; empty when there is one. */
  listOutbox(): Promise<OutboxMail[]>
  /** Where files are kept. */
  storage: PhotoContext['storage']
  payments: PaymentsContext['payments']
  push: PushContext['push']
  /** Where withdrawals go to. */
  payouts: Payouts
  /** How long things of a call take. */
  times: CallTimes
  shareImages: ShareImages
  /** Who is online, in figures that are at most half a minute old. */
  getOnlineFigures(): Promise<OnlineFigures>
  /** How the process that answers is. */
  readVitals(): Promise<Vitals>
  log: Log
}

export type OutboxMail = { name: string; to: string; subject: string; text: string; at: Date }

export type Log = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const requestScope = createContext<RequestScope>()
