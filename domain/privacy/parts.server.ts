import { accountsPart } from '#domain/accounts/privacy-part.server.ts'
import { applicationsPart } from '#domain/applications/privacy-part.server.ts'
import { auditPart } from '#domain/audit/privacy-part.server.ts'
import { bookingsPart } from '#domain/bookings/privacy-part.server.ts'
import { booksPart } from '#domain/books/privacy-part.server.ts'
import { discoveryPart } from '#domain/discovery/privacy-part.server.ts'
import { expertsPart } from '#domain/experts/privacy-part.server.ts'
import { filesPart } from '#domain/files/privacy-part.server.ts'
import { mailsPart } from '#domain/mails/privacy-part.server.ts'
import { notificationsPart } from '#domain/notifications/privacy-part.server.ts'
import { peoplePart } from '#domain/people/privacy-part.server.ts'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { refundsPart } from '#domain/refunds/privacy-part.server.ts'
import { requestsPart } from '#domain/requests/privacy-part.server.ts'
import { reviewsPart } from '#domain/reviews/privacy-part.server.ts'
import { schedulePart } from '#domain/schedule/privacy-part.server.ts'
import { boardsPart } from '#domain/boards/privacy-part.server.ts'
import { sessionsPart } from '#domain/sessions/privacy-part.server.ts'
import { signInPart } from '#domain/sign-in/privacy-part.server.ts'
import { ticketsPart } from '#domain/tickets/privacy-part.server.ts'
import { walletPart } from '#domain/wallet/privacy-part.server.ts'
import { withdrawalsPart } from '#domain/withdrawals/privacy-part.server.ts'

/**
 * The parts of all rooms. Locks and refusals follow this order. Deletion runs in reverse order, so that rows are
 * deleted before the rows that they reference.
 */
export const privacyParts: PrivacyPart[] = [
  schedulePart,
  accountsPart,
  auditPart,
  notificationsPart,
  mailsPart,
  expertsPart,
  signInPart,
  filesPart,
  discoveryPart,
  walletPart,
  withdrawalsPart,
  refundsPart,
  sessionsPart,
  boardsPart,
  bookingsPart,
  requestsPart,
  reviewsPart,
  ticketsPart,
  applicationsPart,
  booksPart,
  peoplePart,
]
