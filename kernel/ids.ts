import { z } from 'zod'

/** Ids are branded, so that the compiler rejects an id of another kind. Parsing an id from outside adds its brand. */
export const accountId = z.uuid().brand<'account'>()
export type AccountId = z.infer<typeof accountId>

/** The public record of an expert, used in the URLs of their pages; the person has an AccountId. */
export const expertId = z.uuid().brand<'expert'>()
export type ExpertId = z.infer<typeof expertId>

/** A withdrawal. The browser creates the id, so that a retry is recognized. */
export const withdrawalId = z.uuid().brand<'withdrawal'>()
export type WithdrawalId = z.infer<typeof withdrawalId>

/** An application to become an expert. */
export const applicationId = z.uuid().brand<'application'>()
export type ApplicationId = z.infer<typeof applicationId>

/** A session or a booking; money is held for it. */
export const sessionId = z.uuid().brand<'session'>()
export type SessionId = z.infer<typeof sessionId>

/** A question to several experts at once. The browser creates the id; money is held for it. */
export const requestId = z.uuid().brand<'request'>()
export type RequestId = z.infer<typeof requestId>

/** A board. The board of a session has the id of the session. */
export const boardId = z.uuid().brand<'board'>()
export type BoardId = z.infer<typeof boardId>

/** A payment into a wallet. The browser creates the id before the first attempt. */
export const paymentId = z.uuid().brand<'payment'>()
export type PaymentId = z.infer<typeof paymentId>

/** A public review of a session by a student. */
export const reviewId = z.uuid().brand<'review'>()
export type ReviewId = z.infer<typeof reviewId>

/** A refund. The browser that requests it creates the id, or the product does when it finds a fault. */
export const refundId = z.uuid().brand<'refund'>()
export type RefundId = z.infer<typeof refundId>

/** Every uuid that the database accepts, of any version. */
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Checks ids from URLs and forms, because the database throws on a malformed uuid: `isUuid<SessionId>(text)`. */
export function isUuid<Id extends string>(text: unknown): text is Id {
  return typeof text === 'string' && uuidShape.test(text)
}
