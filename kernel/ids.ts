import { z } from 'zod'

/** Ids are branded, so that the compiler refuses one kind where another is meant. */
export type AccountId = string & { readonly __id: 'account' }

/** The public record of an expert, as in the addresses of their pages; the person behind it has an AccountId. */
export type ExpertId = string & { readonly __id: 'expert' }

/** A withdrawal; the browser that asks makes it, so that a retry is known as one. */
export type WithdrawalId = string & { readonly __id: 'withdrawal' }

/** What somebody sent who wants to be an expert. */
export type ApplicationId = string & { readonly __id: 'application' }

/** A session or a booking: the thing for which money is held. */
export type SessionId = string & { readonly __id: 'session' }

/** Money that somebody adds: made by the browser, before its first try. */
export type PaymentId = string & { readonly __id: 'payment' }

/** What a student said about a session, for everybody to read. */
export type ReviewId = string & { readonly __id: 'review' }

/** Made by the browser that asks for it, or by the product that found the fault. */
export type RefundId = string & { readonly __id: 'refund' }

const uuid = z.uuid()

/** Whether a text can be an id at all: what an address or a form names may be anything, and the database refuses what is none. */
export function isUuid(text: unknown): boolean {
  return uuid.safeParse(text).success
}
