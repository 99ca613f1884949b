import { z } from 'zod'

/** Ids are branded, so that the compiler rejects an id of another kind. */
export type AccountId = string & { readonly __id: 'account' }

/** The public record of an expert, used in the URLs of their pages; the person has an AccountId. */
export type ExpertId = string & { readonly __id: 'expert' }

/** A withdrawal. The browser creates the id, so that a retry is recognized. */
export type WithdrawalId = string & { readonly __id: 'withdrawal' }

/** An application to become an expert. */
export type ApplicationId = string & { readonly __id: 'application' }

/** A session or a booking; money is held for it. */
export type SessionId = string & { readonly __id: 'session' }

/** A payment into a wallet. The browser creates the id before the first attempt. */
export type PaymentId = string & { readonly __id: 'payment' }

/** A public review of a session by a student. */
export type ReviewId = string & { readonly __id: 'review' }

/** A refund. The browser that requests it creates the id, or the product does when it found the fault. */
export type RefundId = string & { readonly __id: 'refund' }

const uuid = z.uuid()

/** Checks ids from URLs and forms, because the database throws on a malformed uuid. */
export function isUuid(text: unknown): boolean {
  return uuid.safeParse(text).success
}
