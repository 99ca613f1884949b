import { beforeAll, expect, test } from 'vitest'
import { acceptApplication } from '#domain/applications/accept-application.server.ts'
import { changeApplication } from '#domain/applications/change-application.server.ts'
import { enterApplication } from '#domain/applications/enter-application.server.ts'
import { planInterview } from '#domain/applications/plan-interview.server.ts'
import { getApplication } from '#domain/applications/queries.server.ts'
import { rejectApplication } from '#domain/applications/reject-application.server.ts'
import { reviewApplication } from '#domain/applications/review-application.server.ts'
import { getCorrection } from '#domain/books/correction-queries.server.ts'
import { confirmCorrection, rejectCorrection } from '#domain/books/decide-correction.server.ts'
import { listFeeIncome, listSessionMonths } from '#domain/books/fee-income.server.ts'
import { proposeCorrection } from '#domain/books/propose-correction.server.ts'
import { listPersonBalances, listPlatformBalances, listBooksChecks } from '#domain/books/read-books.server.ts'
import { requestBooksCheck } from '#domain/books/request-books-check.server.ts'
import { getFigures, getVersions } from '#domain/content/queries.server.ts'
import { saveAnswers, saveCatalogue, saveFigures } from '#domain/content/save-content.server.ts'
import type { Context } from '#domain/context.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { setTerms } from '#domain/experts/set-terms.server.ts'
import { removeVerification, verifyExpert } from '#domain/experts/verify-expert.server.ts'
import { resendMail } from '#domain/mails/resend-mail.server.ts'
import { endSignInsOf } from '#domain/people/end-sign-ins-of.server.ts'
import { getPersonHistory } from '#domain/people/history.server.ts'
import { liftSuspension } from '#domain/people/lift-suspension.server.ts'
import { getTeamPerson } from '#domain/people/queries.server.ts'
import { revealPerson } from '#domain/people/reveal-person.server.ts'
import { sendResetLink } from '#domain/people/send-reset-link.server.ts'
import { suspendPerson } from '#domain/people/suspend-person.server.ts'
import { hasDuty, type TeamDuty, type TeamRole, teamRoles } from '#domain/policy.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { refuseRefund } from '#domain/refunds/refuse-refund.server.ts'
import { hideReview, showReview } from '#domain/reviews/hide-review.server.ts'
import { getTeamReview } from '#domain/reviews/review-queries.server.ts'
import { changeApproval } from '#domain/sessions/change-approval.server.ts'
import { endSession } from '#domain/sessions/end-session.server.ts'
import { countMessages } from '#domain/sessions/message-queries.server.ts'
import { readChat } from '#domain/sessions/read-chat.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { getTeamExpert } from '#domain/team/expert-table.server.ts'
import { listQueuedMails } from '#domain/team/mail-table.server.ts'
import { getOperation } from '#domain/team/operation-table.server.ts'
import { getSessionEvidence } from '#domain/team/session-evidence.server.ts'
import { getPairSearch, listSuspiciousPairs } from '#domain/people/suspicious-pairs.server.ts'
import { requestPairSearch } from '#domain/people/request-pair-search.server.ts'
import { lookAtPair } from '#domain/people/look-at-pair.server.ts'
import { acknowledgeTicket } from '#domain/tickets/acknowledge-ticket.server.ts'
import { enterComplaint } from '#domain/tickets/enter-complaint.server.ts'
import { getTicket } from '#domain/tickets/queries.server.ts'
import { resolveTicket } from '#domain/tickets/resolve-ticket.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newDecider } from '#tests/signed-in-people.ts'

const database = useDatabase()
const contexts = new Map<TeamRole, Context>()
beforeAll(async () => {
  for (const role of teamRoles) contexts.set(role, database.as(await newDecider(database.as, 'A Colleague', role)))
})

type Verb = (ctx: never, ...input: never[]) => Promise<unknown>

/** Every function of the team, by the duty that it needs. Withdrawals, members and settings have their own tests. */
const verbs: [TeamDuty, Verb[]][] = [
  ['prepareExperts', [enterApplication, changeApplication, reviewApplication, planInterview, getApplication]],
  ['prepareExperts', [verifyExpert, removeVerification, getTeamExpert]],
  ['decideExperts', [acceptApplication, rejectApplication, setTerms]],
  ['supportPeople', [getTicket, acknowledgeTicket, enterComplaint, resolveTicket, grantRefund, refuseRefund]],
  ['supportPeople', [getTeamPerson, getPersonHistory, revealPerson, suspendPerson, liftSuspension]],
  ['supportPeople', [endSignInsOf, sendResetLink, changeApproval, setApproval, endSession, getSessionEvidence]],
  ['supportPeople', [readChat, countMessages]],
  ['supportPeople', [hideReview, showReview, getTeamReview, resendMail, listQueuedMails]],
  ['supportPeople', [requestPairSearch, listSuspiciousPairs, getPairSearch, lookAtPair]],
  [
    'keepBooks',
    [proposeCorrection, confirmCorrection, rejectCorrection, getCorrection, getOperation, requestBooksCheck],
  ],
  ['keepBooks', [listFeeIncome, listSessionMonths, listPlatformBalances, listPersonBalances, listBooksChecks]],
  ['editContent', [saveFigures, saveCatalogue, saveAnswers, getFigures, getVersions]],
]
const cases = verbs.flatMap(([duty, list]) => list.map((verb) => [verb.name, duty, verb] as const))

// The input is invalid. A role with the duty passes the policy, and gets another refusal or an empty response.
test.each(cases)('%s needs the duty %s', async (_name, duty, verb) => {
  for (const role of teamRoles) {
    const ctx = { ...contexts.get(role), times: callTimes }
    const code = await (verb as (...all: unknown[]) => Promise<unknown>)(ctx, {}, {}).then(
      () => 'done',
      (error: { code?: string }) => error.code ?? 'failed',
    )
    expect([role, code !== 'other_team_role']).toEqual([role, hasDuty(role, duty)])
  }
  const lines = await database
    .db()
    .selectFrom('audit_log')
    .select('act')
    .where('act', '!=', 'proof asked for')
    .execute()
  expect(lines).toEqual([])
})
