import { createContext } from 'react-router'
import type { PhotoContext } from '#domain/files/save-photo.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { ShareImages } from '#domain/discovery/share-images.server.ts'
import type { OnlineFigures } from '#domain/discovery/contract.ts'
import type { PushContext } from '#domain/notifications/subscribe-push.server.ts'
import type { CalendarsContext } from '#domain/schedule/connect-calendar.server.ts'
import type { CallTimes } from '#domain/sessions/rules.ts'
import type { Installation, Vitals } from '#domain/team/contract.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import type { Payouts } from '#domain/withdrawals/contract.ts'
import type { Product } from '#kernel/product.ts'

/** Values and services of the server for the loaders and actions of one request. */
export type RequestScope = {
  requestId: string
  /** CSP nonce of this page's scripts. */
  nonce: string
  /** The script for signed-in users; undefined in development. */
  signedInScript: string | undefined
  product: Product
  context: Context
  /** Mails that were not sent because no mail server is configured; otherwise empty. */
  listOutbox(): Promise<OutboxMail[]>
  /** File storage. */
  storage: PhotoContext['storage']
  /** The queue of uploads that wait to be decoded. */
  decodeQueue: PhotoContext['decodeQueue']
  payments: PaymentsContext['payments']
  push: PushContext['push']
  /** The calendars of other programs. */
  calendars: CalendarsContext['calendars']
  /** Payout provider for withdrawals. */
  payouts: Payouts
  /** Timeouts and intervals of calls. */
  times: CallTimes
  shareImages: ShareImages
  /** Online counts, at most 30 seconds old. */
  getOnlineFigures(): Promise<OnlineFigures>
  /** Health figures of this process. */
  readVitals(): Promise<Vitals>
  installation: Installation
  log: Log
}

type OutboxMail = { name: string; to: string; subject: string; text: string; at: Date }

export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const requestScope = createContext<RequestScope>()

/** The path of the page, even for a data request of the client router. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '')
}

/** Whether the client router asks for data, instead of the browser for a document. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}
