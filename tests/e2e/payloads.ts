import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { updateStudent } from '#domain/accounts/update-student.server.ts'
import { enterApplication } from '#domain/applications/enter-application.server.ts'
import { rejectApplication } from '#domain/applications/reject-application.server.ts'
import { rejectCorrection } from '#domain/books/decide-correction.server.ts'
import { proposeCorrection } from '#domain/books/propose-correction.server.ts'
import type { Context } from '#domain/context.server.ts'
import { setFavourite } from '#domain/discovery/favourites.server.ts'
import { setOnlineAlert } from '#domain/experts/online-alerts.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { saveQuestionFile } from '#domain/files/save-question-file.server.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { answerReview } from '#domain/reviews/answer-review.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { findSessionReview } from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { reportPerson } from '#domain/sessions/report-person.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { writeMessage } from '#domain/sessions/write-message.server.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'
import { enterComplaint } from '#domain/tickets/enter-complaint.server.ts'
import { resolveTicket } from '#domain/tickets/resolve-ticket.server.ts'
import { rejectWithdrawal } from '#domain/withdrawals/reject-withdrawal.server.ts'
import { requestWithdrawal } from '#domain/withdrawals/request-withdrawal.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import {
  aboutMaxLength,
  applicationLetterMaxLength,
  applicationNotesMaxLength,
  bankNameMaxLength,
  briefMaxLength,
  complaintMaxLength,
  correctionReasonMaxLength,
  declineReasonMaxLength,
  degreeMaxLength,
  feedbackMaxLength,
  fileNameMaxLength,
  keySubjectMaxLength,
  languagesMaxLength,
  messageMaxLength,
  nameMaxLength,
  questionMaxLength,
  refundAnswerMaxLength,
  refundReasonMaxLength,
  reportMaxLength,
  reviewAnswerMaxLength,
  reviewMaxLength,
  titleMaxLength,
  withdrawalNotesMaxLength,
  withdrawalReasonMaxLength,
} from '#kernel/limits.ts'
import { openStorage } from '#platform/storage/open.ts'
import { pdfBytes } from '#tests/documents.ts'
import type { People } from '#tests/e2e/expert-people.ts'
import { products } from '#tests/e2e/products.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, completeCall } from '#tests/sessions.ts'
import { bank } from '#tests/withdrawals.ts'

/**
 * Every free-text field with its maximum length. To add one, add a line here, store it below, and list the screens
 * that show it.
 */
export const freeTexts = {
  studentName: nameMaxLength,
  about: aboutMaxLength,
  languages: languagesMaxLength,
  expertName: nameMaxLength,
  title: titleMaxLength,
  degree: degreeMaxLength,
  brief: briefMaxLength,
  subject: keySubjectMaxLength,
  question: questionMaxLength,
  fileName: fileNameMaxLength,
  declineReason: declineReasonMaxLength,
  message: messageMaxLength,
  report: reportMaxLength,
  comment: reviewMaxLength,
  answer: reviewAnswerMaxLength,
  strengths: feedbackMaxLength,
  improvements: feedbackMaxLength,
  note: feedbackMaxLength,
  refundReason: refundReasonMaxLength,
  refundAnswer: refundAnswerMaxLength,
  bankName: bankNameMaxLength,
  withdrawalNotes: withdrawalNotesMaxLength,
  rejection: withdrawalReasonMaxLength,
  complaint: complaintMaxLength,
  complaintAnswer: refundAnswerMaxLength,
  applicantName: nameMaxLength,
  applicationNotes: applicationNotesMaxLength,
  letter: applicationLetterMaxLength,
  correctionReason: correctionReasonMaxLength,
  correctionAnswer: correctionReasonMaxLength,
} as const satisfies Record<string, number>

export type FreeText = keyof typeof freeTexts

/** Returns a marker that identifies this field’s text on a screen. */
export function createMarker(name: FreeText): string {
  return `Zq${name}`
}

/** Creates a text within the maximum length that might break a page, or run in a browser, mail or spreadsheet. */
function createPayload(name: FreeText): string {
  const parts = [
    `${createMarker(name)}<img/src=x/onerror=__ran()>`,
    `"><svg/onload=__ran()>`,
    `</script><script>__ran()</script>`,
    `{{__ran()}}`,
    `\u202E\u200B`,
    `javascript:__ran()`,
    `<a/href="javascript:__ran()">x</a>`,
    `=HYPERLINK("javascript:__ran()")`,
    '${__ran()}',
    'W'.repeat(300),
  ]
  let text = ''
  for (const part of parts) {
    const longer = text === '' ? part : `${text} ${part}`
    if (longer.length <= freeTexts[name]) text = longer
  }
  return text
}

export type StoredTexts = Awaited<ReturnType<typeof storeTextsEverywhere>>

/** Stores the payloads through the functions that every form calls, for a student and an expert. */
export async function storeTextsEverywhere(people: People) {
  const { ctxAs } = people
  const p = createPayload
  const expert = await people.expert({
    fullName: p('expertName'),
    title: p('title'),
    highestDegree: p('degree'),
    brief: p('brief'),
    keySubjects: [p('subject')],
  })
  const ravi = { ...expert.person, approval: 'approved' as const }
  const [asha, meera] = [await people.student(), await people.team()]
  await confirmOwnPassword(ctxAs(meera.person), meera.password)
  const system = ctxAs({ kind: 'system' })
  await updateStudent(ctxAs(asha.person), {
    fullName: p('studentName'),
    bio: p('about'),
    languages: p('languages'),
    phone: '',
    parentsWhatsapp: '',
  })
  await setOnlineAlert(ctxAs(asha.person), { expertId: expert.expertId, wanted: true })
  await people.putOnline(expert)
  await setFavourite(ctxAs(asha.person), { expertId: expert.expertId, wanted: true })
  await giveMoney(system, asha.person.id, rupees(500))

  const storage = openStorage({ kind: 'disk', folder: join(products.pages.dataDir, 'files') })
  const file = await saveQuestionFile(
    { ...ctxAs(asha.person), storage, decodeQueue: createDecodeQueue() },
    // Slashes are removed, because only the last part of a path would be kept.
    { name: `${p('fileName').replaceAll('/', ' ')}.pdf`, bytes: pdfBytes },
  )
  const ask = () => requestSession(ctxAs(asha.person), newRequest(expert.expertId, { question: p('question'), file }))
  const declined = await ask()
  await declineSession(ctxAs(ravi), { id: declined, reason: p('declineReason') })
  const sessionId = await ask()
  const duringCall = () => writeMessage(ctxAs(asha.person), { id: randomUUID(), sessionId, text: p('message') })
  await completeCall(ctxAs, {
    student: asha.person,
    expert: ravi,
    id: sessionId,
    liveMs: 600_000,
    duringCall,
  })

  await reviewSession(ctxAs(asha.person), { sessionId, rating: 4, comment: p('comment') })
  const review = await findSessionReview(ctxAs(ravi), sessionId)
  await answerReview(ctxAs(ravi), { reviewId: review?.id ?? '', answer: p('answer') })
  await giveFeedback(ctxAs(ravi), {
    sessionId,
    strengths: [],
    customStrengths: p('strengths'),
    improvements: [],
    customImprovements: p('improvements'),
    note: p('note'),
  })
  await reportPerson(ctxAs(asha.person), { id: randomUUID(), sessionId, text: p('report') })
  const refund = { id: randomUUID(), sessionId, reason: p('refundReason') }
  await requestRefund(ctxAs(asha.person), refund)
  await grantRefund(ctxAs(meera.person), { id: refund.id, amountPaise: 10_00, answer: p('refundAnswer') })
  const withdrawal = { id: randomUUID(), reason: p('rejection') }
  await requestWithdrawal(ctxAs(ravi), {
    id: withdrawal.id,
    amount: '10',
    account: { ...bank, bankName: p('bankName') },
    notes: p('withdrawalNotes'),
    password: expert.password,
  })
  await rejectWithdrawal(ctxAs(meera.person), withdrawal)
  const team = await writeAsTeam(ctxAs(meera.person), asha)
  const cancel = (id: SessionId) => cancelSession(ctxAs(asha.person), { id })
  return {
    expert,
    asha,
    meera,
    sessionId,
    declined,
    ask,
    cancel,
    reviewId: review?.id ?? '',
    withdrawalId: withdrawal.id,
    tickets: { ...(await findTickets(system, sessionId)), complaint: team.complaint },
    ...team,
  }
}

/** Stores the texts that the team writes: copied complaints, and answers. */
async function writeAsTeam(ctx: Context, asha: { email: string }) {
  const p = createPayload
  const complaint = await enterComplaint(ctx, { email: asha.email, sessionId: '', text: p('complaint') })
  await resolveTicket(ctx, { number: complaint, amountPaise: 0, answer: p('complaintAnswer') })
  const applicationId = await enterApplication(ctx, {
    id: randomUUID(),
    email: `${randomUUID()}@samjhao.example`,
    fullName: p('applicantName'),
    phone: '+91 90000 00000',
    category: 'skills',
    notes: p('applicationNotes'),
    receivedAt: ctx.clock.now(),
  })
  await rejectApplication(ctx, { id: applicationId, revision: 1, letter: p('letter') })
  const correctionId = randomUUID()
  await proposeCorrection(ctx, {
    id: correctionId,
    person: asha.email,
    from: 'platform_fee',
    to: 'student_wallet',
    amount: '5',
    cause: 'goodwill',
    reason: p('correctionReason'),
  })
  await rejectCorrection(ctx, { id: correctionId, answer: p('correctionAnswer') })
  return { complaint, applicationId, correctionId }
}

async function findTickets({ db }: Context, sessionId: SessionId) {
  const rows = await db.selectFrom('tickets').select(['kind', 'number']).where('session_id', '=', sessionId).execute()
  const findNumber = (kind: string) => rows.find((row) => row.kind === kind)?.number
  return { refund: findNumber('refund'), report: findNumber('report') }
}
