import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { emailLinkCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { updateStudent } from '#domain/accounts/update-student.server.ts'
import { acceptApplication } from '#domain/applications/accept-application.server.ts'
import { applicationFolder, type NewApplication } from '#domain/applications/contract.ts'
import { removeApplicationFiles } from '#domain/applications/remove-documents.server.ts'
import { saveDocument } from '#domain/applications/save-document.server.ts'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { rejectCorrection } from '#domain/books/decide-correction.server.ts'
import { proposeCorrection } from '#domain/books/propose-correction.server.ts'
import { setFavourite } from '#domain/discovery/favourites.server.ts'
import { ensureExpert } from '#domain/experts/ensure-expert.server.ts'
import { setOnlineAlert } from '#domain/experts/online-alerts.server.ts'
import { saveExpertProfile } from '#domain/experts/save-expert-profile.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { verifyExpert } from '#domain/experts/verify-expert.server.ts'
import { questionFolder } from '#domain/files/contract.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { savePhoto } from '#domain/files/save-photo.server.ts'
import { saveQuestionFile } from '#domain/files/save-question-file.server.ts'
import { recordMails } from '#domain/mails/record-mails.server.ts'
import { savePreferences } from '#domain/notifications/preferences.server.ts'
import type { Person, Role } from '#domain/policy.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { collectOwnData } from '#domain/privacy/own-data.server.ts'
import { requestsPart } from '#domain/requests/privacy-part.server.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { refuseRefund } from '#domain/refunds/refuse-refund.server.ts'
import { answerReview } from '#domain/reviews/answer-review.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { writeSummary } from '#domain/reviews/write-summary.server.ts'
import { listReviews } from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { startCalendarFeed } from '#domain/bookings/calendar-feed.server.ts'
import { connectCalendar } from '#domain/schedule/connect-calendar.server.ts'
import { addException } from '#domain/schedule/exceptions.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { setBlocked } from '#domain/sessions/block-person.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { reportPerson } from '#domain/sessions/report-person.server.ts'
import { writeMessage } from '#domain/sessions/write-message.server.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { requestPasswordReset } from '#domain/sign-in/request-password-reset.server.ts'
import { sendPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { chooseDemoOutcome } from '#domain/wallet/choose-demo-outcome.server.ts'
import { returnMoney } from '#domain/wallet/return-money.server.ts'
import { returnUnusedMoney } from '#domain/wallet/return-unused-money.server.ts'
import { setDailyLimit } from '#domain/wallet/set-daily-limit.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { type RequestId, requestId, type SessionId } from '#kernel/ids.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import { createCalendars } from '#platform/calendars/calendars.ts'
import type { Storage } from '#platform/storage/port.ts'
import { readConfig } from '#server/config.server.ts'
import { createHandlers } from '#server/jobs.ts'
import { enterApplicationOfKavita } from '#tests/applications.ts'
import { aroundTheClock, createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { pdfBytes } from '#tests/documents.ts'
import { goOnline, newExpert, raviProfile } from '#tests/experts.ts'
import { jobsAbout } from '#tests/jobs.ts'
import { earnMinutes, giveMoney } from '#tests/money.ts'
import { addMoney, newPaymentId, withDemo } from '#tests/payments.ts'
import { onePixelPng } from '#tests/pictures.ts'
import { createSubject, offerTo } from '#tests/requests.ts'
import { newFeedback, newSummary } from '#tests/reviews.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newStudent, signInAs, newSignedInPerson } from '#tests/signed-in-people.ts'
import { bank, expertWith, type TestExpert, withdraw } from '#tests/withdrawals.ts'

const database = useDatabase()
const { product } = readConfig({})
const calendarUrl = 'https://calendar.example.org/private.ics'
const visitor = (address: string) => database.as({ kind: 'visitor', address })
const system = () => database.as({ kind: 'system' })
const log = { warn: () => undefined }
const bankName = 'Bank of the deleted expert'

/** The files that the test has put into the storage. */
const files = new Set<string>()
const storage: Storage = {
  put: async (key) => void files.add(key),
  get: async () => null,
  list: async (prefix) => [...files].filter((key) => key.startsWith(prefix)),
  remove: async (keys) => keys.forEach((key) => files.delete(key)),
}

const decodeQueue = createDecodeQueue()
const as = (person: Person) => ({ ...database.as(person), storage, decodeQueue, log })

/** A person with data in every table. The returned `uniqueTexts` occur nowhere else in the database. */
async function newPersonWithData(role: Role) {
  const { email, password, person } = await newSignedInPerson(database.as, role)
  const uniqueTexts = {
    name: `${role} Unique${role}`,
    searchWord: `unique${role}`,
    phone: role === 'expert' ? '+91 98450 11111' : '+91 98450 22222',
    about: `about the ${role}`,
    bankName,
    browser: `browser of the ${role}`,
    address: role === 'expert' ? '198.51.100.77' : '198.51.100.88',
  }
  const { phone, about } = uniqueTexts
  const ctx = as(person)
  if (role === 'expert') {
    await saveExpertProfile(ctx, {
      ...raviProfile,
      fullName: uniqueTexts.name,
      phone,
      brief: about,
      title: about,
      moreLanguages: ['Tamil'],
    })
    const { id } = await database
      .db()
      .selectFrom('experts')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    await verifyExpert(system(), { expertId: id, what: 'identity' })
    await setApproval(system(), { expertId: id, approval: 'approved' })
    await applyAsExpert({ email, fullName: uniqueTexts.name, phone, notes: about })
    await goOnline(database.as, { person })
    await talkAndAnswer({ ...person, approval: 'approved' }, id, about)
    await withdrawAll({ ctx: as({ ...person, approval: 'approved' }), id: person.id, password })
    await declineAndReport(person, id, about)
    await offerHours({ ...person, approval: 'approved' }, id)
  } else {
    await updateStudent(ctx, {
      fullName: uniqueTexts.name,
      phone,
      bio: about,
      languages: 'Hindi',
      parentsWhatsapp: '9845011223',
    })
  }
  if (role === 'student') {
    const profile = { ...raviProfile, fullName: 'Another Expert' }
    const { expertId } = await newExpert(database.as, { profile })
    await setOnlineAlert(ctx, { expertId, wanted: true })
    await setFavourite(ctx, { expertId, wanted: true })
    await setDailyLimit(ctx, { amount: '500' })
    const demo = withDemo(ctx)
    await addMoney(demo, '100')
    await requestAndCancel(person, about)
    await proposeAndReject(email, about)
    await talkAndReview(person, about)
    await bookAndCancel(person, about)
    await returnUnusedMoney(demo, { id: newPaymentId(), amount: '90' })
    const [moneyReturn] = await database.db().selectFrom('money_returns').select('id').execute()
    await returnMoney(withDemo(system()), { returnId: moneyReturn?.id ?? '' })
  }
  await signIn(visitor(uniqueTexts.address), { email, password, userAgent: uniqueTexts.browser })
  await savePreferences(ctx, { choices: {}, quiet: null, zone: 'Europe/London' })
  await savePhoto(ctx, { bytes: await onePixelPng() })
  await requestPasswordReset(visitor('192.0.2.1'), email)
  const job = { id: '7', isLastAttempt: false }
  const recorded = { mailer: { send: async () => undefined }, kind: 'send_password_link', job } as const
  const mailer = recordMails(system(), { ...recorded, onError: (error) => expect.fail(String(error)) })
  await sendPasswordLink({ ...system(), mailer, product }, { profileId: person.id, purpose: 'reset_password' })
  const guess = { email, password: 'a guess', userAgent: '' }
  await expect(signIn(visitor('192.0.2.1'), guess)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await expect(deleteAccount(ctx, { password: 'a guess' })).rejects.toMatchObject({
    code: 'wrong_current_password',
  })
  return { email, password, person, uniqueTexts }
}

/** The application of the account, with a document. */
async function applyAsExpert(fields: Partial<NewApplication>): Promise<void> {
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const application = await enterApplicationOfKavita(as(meera), fields)
  const file = { applicationId: application.id, name: fields.notes ?? '', bytes: pdfBytes }
  await saveDocument(as(meera), file)
  await acceptApplication(as(meera), { ...application, link: true })
}

/** A cancelled session with texts by the student, who then blocks and reports the expert. */
async function requestAndCancel(student: Person, question: string): Promise<void> {
  const cast = createCast(database.as)
  const { expertId } = await cast.expert({ ...raviProfile, fullName: 'Another Expert' })
  const file = await saveQuestionFile(as(student), { name: question, bytes: pdfBytes })
  const id = await cast.ask(student, expertId, { question, file })
  await cancelSession(as(student), { id })
  await blockAndReport(student, id, question)
}

/** A cancelled booking with texts by the student. */
async function bookAndCancel(student: Person, question: string): Promise<void> {
  const cast = createBookingCast(database.as)
  const { expertId } = await cast.bookable({}, { ...raviProfile, fullName: 'Another Expert' })
  await database.db().updateTable('experts').set({ rate_paise_per_minute: 1_00 }).where('id', '=', expertId).execute()
  const id = await cast.book(student, expertId, cast.inHours(30), {
    question,
    minutes: 15,
    ratePaisePerMinute: 1_00,
  })
  await cancelBooking(cast.ctxAs(student), { id, shownFeePaise: 0 })
}

/** Weekly hours, a holiday, two calendars with a busy time, and a cancelled booking. */
async function offerHours(expert: Person, expertId: string): Promise<void> {
  const cast = createBookingCast(database.as)
  const ctx = cast.ctxAs(expert)
  await saveSchedule(ctx, aroundTheClock)
  const holiday = { id: randomUUID(), firstDay: '2030-01-26', lastDay: '2030-01-26', hours: null }
  await addException(ctx, holiday)
  const calendars = createCalendars({ localHosts: [] })
  await connectCalendar({ ...ctx, calendars }, { url: calendarUrl })
  await sql`insert into busy_times values (${expert.id}, tstzrange('2030-01-27', '2030-01-28'))`.execute(database.db())
  await startCalendarFeed(ctx)
  const id = await cast.book(await cast.student(1_000), expertId, cast.inHours(30))
  await cancelBooking(ctx, { id, shownFeePaise: 0 })
}

/** A declined session with texts by the expert, who then blocks and reports the student. */
async function declineAndReport(expert: Person, expertId: string, text: string): Promise<void> {
  const cast = createCast(database.as)
  const id = await cast.ask(await cast.student(10), expertId)
  await declineSession(as(expert), { id, reason: text })
  await blockAndReport(expert, id, text)
}

/** A paid session with texts by and for the student, and a rejected refund request. */
async function talkAndReview(student: Person, text: string): Promise<void> {
  const cast = createCast(database.as)
  const { person: expert, expertId } = await cast.expert({ ...raviProfile, fullName: 'Another Expert' })
  const id = await cast.ask(student, expertId, { question: text })
  const duringCall = () => writeMessages(id, [student, text], [expert, 'Said by the expert'])
  await completeCall(cast.ctxAs, { student, expert, id, liveMs: 60_000, duringCall })
  await reviewSession(as(student), { sessionId: id, rating: 5, comment: text })
  await giveFeedback(as(expert), newFeedback(id, { note: text }))
  await writeSummary(as(expert), newSummary(id, { done: text }))
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const refund = { id: randomUUID(), sessionId: id, reason: text }
  await requestRefund(as(student), refund)
  await refuseRefund(as(meera), { id: refund.id, answer: text })
}

/** A paid session with texts by the expert. Texts that were written for the student belong to the student. */
async function talkAndAnswer(expert: Person, expertId: string, text: string): Promise<void> {
  const cast = createCast(database.as)
  const student = await cast.student(10)
  const id = await cast.ask(student, expertId)
  const duringCall = () => writeMessages(id, [expert, text], [student, 'Said by the student'])
  await completeCall(cast.ctxAs, { student, expert, id, liveMs: 60_000, duringCall })
  await giveFeedback(as(expert), newFeedback(id, { note: 'For the student alone' }))
  await writeSummary(as(expert), newSummary(id, { done: 'A summary for the student' }))
  await reviewSession(as(student), { sessionId: id, rating: 4, comment: 'Said by the student' })
  const [review] = (await listReviews(as(expert), { expertId })).reviews
  await answerReview(as(expert), { reviewId: review?.id ?? '', answer: text })
}

async function writeMessages(sessionId: SessionId, ...lines: [Person, string][]): Promise<void> {
  for (const [person, text] of lines) {
    await writeMessage(as(person), { id: randomUUID(), sessionId, text })
  }
}

/**
 * A team member proposes a correction of the wallet and rejects it. The audit log keeps the texts of that member, so
 * the unique text is written only to the correction.
 */
async function proposeAndReject(email: string, text: string): Promise<void> {
  const { person, password } = await newSignedInPerson(database.as, 'team')
  await confirmOwnPassword(as(person), password)
  const id = randomUUID()
  const transfer = { from: 'platform_fee', to: 'student_wallet', cause: 'goodwill' } as const
  await proposeCorrection(as(person), { ...transfer, id, person: email, amount: '5', reason: 'A bad line' })
  await rejectCorrection(as(person), { id, answer: 'Refunded already' })
  await database.db().updateTable('corrections').set({ reason: text }).where('id', '=', id).execute()
}

async function blockAndReport(person: Person, id: SessionId, text: string): Promise<void> {
  await setBlocked(as(person), { id, blocked: true })
  await reportPerson(as(person), { id: randomUUID(), sessionId: id, text })
}

/** Withdraws all earnings, so that the account can be deleted. */
async function withdrawAll({ ctx, id, password }: Pick<TestExpert, 'ctx' | 'id' | 'password'>) {
  await earnMinutes(system(), id, 100)
  const account = { ...bank, bankName }
  const withdrawal = await withdraw({ ctx, password }, { amount: '808', account, notes: 'for the rent' })
  await approveWithdrawal(system(), { id: withdrawal })
  await processWithdrawal({ ...system(), payouts: 'demo' }, { id: withdrawal, bankReference: '' })
}

/** The parts of the download that only this role has. */
const partsOfRole = {
  student: (about: string) => ({
    student: { about_me: about, parents_whatsapp_number: '9845011223' },
    spending_limit: { daily_paise: 500_00 },
    transactions: [
      { amount: '100.00', type: 'credit', source: 'top-up', balance_after: '100.00', session_id: null },
      { amount: '10.00', type: 'debit', source: 'session', balance_after: '90.00', session_id: expect.any(String) },
      { amount: '90.00', type: 'debit', source: 'sent back', balance_after: '0.00', session_id: null },
    ],
    payments: [{ state: 'paid', amount_paise: 100_00, returned_paise: 90_00 }],
    money_returns: [{ state: 'sent', amount_paise: 90_00 }],
    sessions: [
      { state: 'cancelled', question: about, file_name: `${about}.pdf` },
      { state: 'settled', question: about, charged_paise: 10_00 },
    ],
    question_files: [{ name: `${about}.pdf`, type: 'application/pdf', size_bytes: pdfBytes.length }],
    session_events: expect.arrayContaining([
      expect.objectContaining({ what: 'cancelled' }),
      expect.objectContaining({ what: 'refund asked' }),
    ]),
    session_messages: [{ text: about }],
    favourite_experts: [{ expert_id: expect.any(String) }],
    bookings: [{ state: 'cancelled', question: about, zone: 'Europe/Berlin', fee_paise: 0 }],
    reviews: [{ rating: 5, comment: about, answer: null }],
    session_feedback: [{ motivational_note: about, student_strengths: ['Clear questions', 'Keeps trying'] }],
    session_summaries: [{ done: about, practice: 'Three problems about ice', hidden_reason: null }],
    refund_requests: [{ state: 'refused', reason: about, answer: about }],
    history: [{ act: 'correction proposed' }, { act: 'correction rejected' }, { act: 'refund refused' }],
    corrections: [{ amount_paise: 5_00, state: 'rejected', reason: about }],
    has_blocked: [{ blocked_id: expect.any(String) }],
    has_reported: [{ words: about }],
  }),
  expert: (about: string) => ({
    expert: { title: about, expertise_brief: about, speak_language: 'Hindi', more_languages: ['Tamil'] },
    expert_terms: { approval: 'approved', share_percent: 80 },
    verified: [{ what: 'identity' }],
    application: { stage: 'accepted', notes: about },
    application_documents: [{ name: `${about}.pdf`, type: 'application/pdf' }],
    bank_account: { bank_name: bankName, last_four: '6789' },
    withdrawals: [{ amount_paise: 808_00, status: 'processed', notes: 'for the rent' }],
    sessions: [
      { state: 'settled', question: null },
      { state: 'declined', question: null, decline_reason: about },
    ],
    session_messages: [{ text: about }],
    reviews: [{ rating: 4, comment: 'Said by the student', answer: about }],
    session_feedback: [{ motivational_note: 'For the student alone' }],
    session_summaries: [{ done: 'A summary for the student' }],
    schedule: { zone: 'Asia/Kolkata', notice_minutes: 60 },
    weekly_hours: expect.arrayContaining([{ weekday: 7, from_minute: 0, to_minute: 1_440 }]),
    schedule_exceptions: [{ from_minute: null }],
    external_calendar: { url: calendarUrl, read_at: null },
    busy_times: [{ during: expect.stringContaining('2030-01-2') }],
    calendar_feed: { used_at: null },
    bookings: [{ state: 'cancelled', cancelled_by: 'expert', question: null, zone: null }],
    has_reported: [{ words: about }],
    history: [
      { act: 'expert verified', after: { check: 'identity' } },
      { act: 'expert approved', before: { approval: 'pending' }, after: { approval: 'approved' } },
      { act: 'application accepted' },
      { act: 'withdrawal approved' },
      { act: 'withdrawal processed' },
    ],
  }),
}

/** The money history, which is append-only and contains nothing personal but the id. */
const books = ['public.ledger_accounts', 'public.ledger_operations']

/** Lists the tables that contain any of these texts in any column. */
async function listTablesWith(texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker') order by 1`.execute(database.db())
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(database.db())
    if (rows.some(({ row }) => texts.some((text) => row.includes(text)))) found.push(name)
  }
  return found
}

describe.each(['student', 'expert'] as const)('the data of a %s', (role) => {
  let owner: Awaited<ReturnType<typeof newPersonWithData>>
  beforeAll(async () => {
    owner = await newPersonWithData(role)
  })

  test('is only in the tables that download and deletion cover', async () => {
    const { email, person, uniqueTexts } = owner
    // A new table here needs a line in a privacy part, for download and deletion, or a reason to stay.
    expect(await listTablesWith([person.id, email, ...Object.values(uniqueTexts)])).toEqual(
      [
        'graphile_worker._private_jobs',
        ...(role === 'expert'
          ? // The listing and its search entry copy the profile and are deleted with it; the search words stay while others use them.
            [
              'public.application_documents',
              'public.applications',
              'public.audit_log',
              'public.bank_accounts',
              'public.busy_times',
              'public.calendar_feeds',
              'public.experts',
              'public.external_calendars',
              'public.listings',
              'public.schedule_exceptions',
              'public.schedules',
              'public.search_entries',
              'public.search_words',
              'public.weekly_hours',
              'public.withdrawals',
            ]
          : [
              'public.audit_log',
              'public.corrections',
              'public.favourite_experts',
              'public.online_alerts',
              'public.payments',
              'public.question_files',
              'public.refund_requests',
              'public.spending_limits',
              'public.student_details',
            ]),
        ...books,
        'public.blocks',
        'public.bookings',
        'public.counted_reviews',
        'public.credentials',
        'public.help_sessions',
        'public.hourly_counts',
        'public.known_browsers',
        'public.mails',
        'public.notification_preferences',
        'public.notifications',
        'public.one_time_links',
        'public.passkey_offers',
        'public.profiles',
        'public.reports',
        'public.reviews',
        'public.session_feedback',
        'public.session_messages',
        'public.session_summaries',
        'public.sign_in_throttles',
        'public.sign_ins',
        'public.terms_acceptances',
        'public.tickets',
      ].toSorted(),
    )
  })

  test('is complete in the download, without secrets', async () => {
    const { email, person, uniqueTexts } = owner
    const data = await collectOwnData(as(person))
    expect(data).toMatchObject({
      profile: { email, role, full_name: uniqueTexts.name, phone_number: uniqueTexts.phone },
      photos: [expect.stringContaining(`/photos/${person.id}/`), expect.stringContaining('-small.webp')],
      password: { changed_at: expect.any(Date) },
      password_links: [{ purpose: 'reset_password', used_at: null }],
      mails: [{ kind: 'send_password_link', state: 'sent', address: maskEmail(email) }],
      sign_ins: expect.arrayContaining([
        expect.objectContaining({ user_agent: uniqueTexts.browser, address: uniqueTexts.address }),
      ]),
      hourly_counts: expect.arrayContaining([{ key: `photo ${person.id}`, times: 1, began_at: expect.any(Date) }]),
      known_browsers: [{ first_seen_at: expect.any(Date) }],
      passkey_offer: { shown_at: expect.any(Date), dismissed_at: null },
      notifications: expect.arrayContaining([
        expect.objectContaining({ kind: role === 'expert' ? 'withdrawal' : 'money', read_at: null }),
      ]),
      notification_deliveries: expect.arrayContaining([
        expect.objectContaining({ channel: 'mail', state: 'planned', tries: 0 }),
      ]),
      notification_preferences: { zone: 'Europe/London', quiet_from: null },
      terms_acceptances: [{ version: '2025-04-09' }],
      ...partsOfRole[role](uniqueTexts.about),
    })
    const attempts = data.counted_attempts as { key: string }[]
    expect(attempts.map(({ key }) => key).toSorted()).toEqual([
      // Two rows: one for the IP address and one for its network.
      `account ${email}`,
      `account ${email}`,
      `guesses of ${email}`,
      `password ${person.id}`,
      `reset of ${email}`,
    ])
    expect(JSON.stringify(data)).not.toMatch(/hash|argon2|token|secret/)
  })

  test('is gone after a deletion, except for rows without personal data', async () => {
    const { email, password, person, uniqueTexts } = owner
    const publishedTopics: string[] = []
    await deleteAccount({ ...as(person), publish: (topic) => publishedTopics.push(topic) }, { password })
    expect(await listTablesWith([email, ...Object.values(uniqueTexts)])).toEqual([])
    expect(await listTablesWith([person.id])).toEqual([
      'graphile_worker._private_jobs',
      'public.audit_log',
      'public.bookings',
      ...(role === 'student' ? ['public.corrections'] : []),
      'public.counted_reviews',
      'public.help_sessions',
      ...books,
      ...(role === 'student' ? ['public.payments'] : []),
      'public.profiles',
      ...(role === 'student' ? ['public.refund_requests'] : []),
      'public.reports',
      'public.reviews',
      // Written for the student, so it stays.
      ...(role === 'expert' ? ['public.session_feedback'] : []),
      'public.session_messages',
      ...(role === 'expert' ? ['public.session_summaries'] : []),
      'public.terms_acceptances',
      'public.tickets',
      ...(role === 'expert' ? ['public.withdrawals'] : []),
    ])
    expect(publishedTopics.map((topic) => topic.split(':')[0]).toSorted()).toEqual(
      role === 'expert' ? ['account', 'expert', 'person'] : ['account', 'person'],
    )
    expect(publishedTopics).toEqual(expect.arrayContaining([`person:${person.id}`, `account:${person.id}`]))
  })

  test('is removed from the storage by a job, which retries when the storage is unavailable', async () => {
    const { person } = owner
    const payload = { profileId: person.id }
    const jobs = ['remove_photos', 'remove_question_files'] as const
    for (const name of jobs) {
      expect(await jobsAbout(database.db(), person.id)).toContainEqual({ name, payload })
    }
    const run = (name: (typeof jobs)[number], changes: Partial<Storage>) => {
      const services = {
        ...system(),
        config: {},
        database: { db: database.db() },
        storage: { ...storage, ...changes },
      }
      return createHandlers(services as never)[name](payload, {} as never)
    }
    const remove = () => Promise.reject(new Error('unavailable'))
    const countFiles = async () => [
      (await storage.list(`${person.id}/`)).length,
      (await storage.list(questionFolder(person.id))).length,
    ]
    for (const name of jobs) await expect(run(name, { remove })).rejects.toThrow('unavailable')
    expect(await countFiles()).toEqual([2, role === 'student' ? 1 : 0])
    for (const name of jobs) await run(name, {})
    expect(await countFiles()).toEqual([0, 0])
  })

  test('is not restored by a request that began before the deletion', async () => {
    const { person, email, password } = owner
    const ctx = as(person)
    const saved =
      role === 'expert'
        ? saveExpertProfile(ctx, raviProfile)
        : updateStudent(ctx, { fullName: 'Back', phone: '', bio: '', languages: '', parentsWhatsapp: '' })
    await expect(saved).rejects.toMatchObject({ code: 'no_such_person' })
    await expect(savePhoto(ctx, { bytes: await onePixelPng() })).rejects.toMatchObject({
      code: 'no_such_person',
    })
    expect(await storage.list(`${person.id}/`)).toEqual([])
    if (role === 'expert') await ensureExpert(ctx)
    expect(await listTablesWith([raviProfile.fullName, 'Back'])).toEqual([])
    expect(await database.db().selectFrom('experts').where('user_id', '=', person.id).execute()).toEqual([])
    await expect(signInAs(database.as, email, password)).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
  })
})

test('an application is deleted with its account, and its documents by a job', async () => {
  const { email, person, password } = await newExpert(database.as, { approval: 'pending' })
  await applyAsExpert({ email, notes: 'cv' })
  const stored = await storage.list('applications/')
  await deleteAccount(as(person), { password })
  const { rows } = await sql<{ id: string }>`
    select payload->>'applicationId' as id from graphile_worker._private_jobs
    where payload->>'applicationId' is not null order by id desc limit 1`.execute(database.db())
  const [job] = rows
  await removeApplicationFiles({ ...system(), storage }, { applicationId: job?.id ?? '' })
  expect(await storage.list(applicationFolder(job?.id ?? ''))).toEqual([])
  expect(await storage.list('applications/')).toHaveLength(stored.length - 1)
})

test('a deleted account has no name, no email address and no sign-in, and gets no mail', async () => {
  const asha = await newSignedInPerson(database.as)
  const ctx = as(asha.person)
  await deleteAccount(ctx, { password: asha.password })
  expect(await findSignIn(ctx, asha.token)).toBeNull()
  const profile = await database
    .db()
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', asha.person.id)
    .executeTakeFirst()
  expect(profile).toMatchObject({ full_name: 'Deleted account', phone_number: null, avatar_url: null })
  expect(profile?.email).not.toContain('person-')
  await expect(deleteAccount(ctx, { password: asha.password })).rejects.toMatchObject({
    code: 'wrong_current_password',
  })
  const mailer = { send: () => Promise.reject(new Error('no mail expected')) }
  const payload = { profileId: asha.person.id, purpose: 'reset_password' } as const
  await sendPasswordLink({ ...system(), mailer, product }, payload)
})

test('an account with money or a pending payment cannot be deleted', async () => {
  const asha = await newSignedInPerson(database.as)
  const demo = withDemo(as(asha.person))
  const { id } = await startPayment(demo, { id: newPaymentId(), amount: '100' })
  await chooseDemoOutcome(demo, { paymentId: id, choice: 'wait' })
  const deleteAshasAccount = () => deleteAccount(as(asha.person), { password: asha.password })
  await expect(deleteAshasAccount()).rejects.toMatchObject({ code: 'payment_pending' })
  await addMoney(demo, '100')
  await expect(deleteAshasAccount()).rejects.toMatchObject({ code: 'money_left' })
})

test('an expert with an open session cannot delete the account', async () => {
  const cast = createCast(database.as)
  const { person, password, expertId } = await cast.expert()
  await cast.ask(await cast.student(), expertId)
  await expect(deleteAccount(as(person), { password })).rejects.toMatchObject({ code: 'session_open' })
})

test('an open search prevents the deletion of the account, and is part of the download and the deletion', async () => {
  const cast = createCast(database.as)
  const { expert, askAnyone, accept, subject } = createSubject(cast)
  const [asha, ravi] = [await newSignedInPerson(database.as), await expert()]
  await giveMoney(system(), asha.person.id, 300_00)
  const id = await askAnyone(asha.person)
  await expect(requestsPart.refuseDeletion?.(system(), asha.person.id)).rejects.toMatchObject({ code: 'request_open' })
  expect(await collectOwnData(as(asha.person))).toMatchObject({
    requests: [{ question: expect.stringContaining(subject) }],
  })
  const ofExpert = JSON.stringify(await collectOwnData(as(ravi.person)))
  expect(ofExpert).toContain('"offers":[{')
  expect(JSON.stringify(await requestsPart.collect({ ...system(), storage }, ravi.person.id))).not.toContain(subject)
  await accept(ravi.person, await offerTo(database.db(), ravi.person))
  await requestsPart.forget?.(system(), asha.person.id)
  expect(await database.db().selectFrom('requests').select('id').where('id', '=', id).execute()).toEqual([])
})

test('an account with an open booking cannot be deleted', async () => {
  const cast = createBookingCast(database.as)
  const [ravi, asha] = [await cast.bookable(), await newSignedInPerson(database.as)]
  await giveMoney(system(), asha.person.id, 300_00)
  const id = await cast.book(asha.person, ravi.expertId, cast.inHours(30))
  const deleteRavisAccount = () => deleteAccount(as(ravi.person), { password: ravi.password })
  await expect(deleteRavisAccount()).rejects.toMatchObject({ code: 'bookings_open' })
  await expect(deleteAccount(as(asha.person), { password: asha.password })).rejects.toMatchObject({
    code: 'money_left',
  })
  await cancelBooking(cast.ctxAs(asha.person), { id, shownFeePaise: 0 })
  await deleteRavisAccount()
})

test('the download requires a sign-in, and contains nothing about other students', async () => {
  const [asha, other] = [await newStudent(database.as), await newStudent(database.as)]
  const text = JSON.stringify(await collectOwnData(as(asha.person)))
  expect(text).toContain(asha.email)
  expect(text).not.toContain(other.email)
  expect(text).not.toContain(other.person.id)
  await expect(collectOwnData({ ...visitor(''), storage })).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('team members cannot delete their accounts, because the audit log names them', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  await expect(deleteAccount(as(meera.person), { password: meera.password })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

test('a deletion by an older node also clears the tables that this node does not know', async () => {
  const { expert, ctx, id, password, email } = await expertWith(database.as, { minutes: 50 })
  const { person: student } = await newSignedInPerson(database.as)
  await withdraw({ ctx, password })
  const db = database.db()
  const now = new Date()
  const times = { created_at: now, expires_at: now }
  await db
    .insertInto('email_links')
    .values({ profile_id: id, purpose: 'confirm', email, ...times })
    .execute()
  const key = { credential_id: Buffer.from('credential'), public_key: Buffer.from('key'), counter: 0, name: 'Phone' }
  await db
    .insertInto('passkeys')
    .values({ profile_id: id, created_at: now, ...key })
    .execute()
  await db.insertInto('passkey_offers').values({ profile_id: id, shown_at: now }).execute()
  const found = { evidence: {}, evidence_at: now, found_at: now }
  await db
    .insertInto('suspicious_pairs')
    .values({ first_id: student.id, second_id: id, ...found })
    .execute()
  await db
    .insertInto('hourly_counts')
    .values({ key: emailLinkCountKey(id), times: 1, began_at: now })
    .execute()
  const asked = { asked_at: now, open_until: new Date(now.getTime() + 1), next_at: now, closed_at: now }
  const request = { call_type: 'video' as const, max_rate_paise_per_minute: 10_00, held_paise: 10_00, ...asked }
  const requestIds = [randomUUID(), randomUUID()].map((text) => requestId.parse(text))
  await db
    .insertInto('requests')
    .values(
      requestIds.map((uuid, index) => ({
        ...request,
        id: uuid,
        state: 'stopped',
        student_id: index ? id : student.id,
      })),
    )
    .execute()
  const [othersRequest, ownRequest] = requestIds as [RequestId, RequestId]
  await db
    .insertInto('offers')
    .values({ request_id: othersRequest, expert_id: id, offered_at: now, ring_until: now })
    .execute()
  await db
    .insertInto('request_alerts')
    .values({ request_id: ownRequest, student_id: id, ...times })
    .execute()
  const guess = { email, password: 'a guess', userAgent: '' }
  await expect(signIn(visitor('192.0.2.9'), guess)).rejects.toMatchObject({ code: 'invalid_credentials' })
  const newer = [
    'public.email_links',
    'public.hourly_counts',
    'public.offers',
    'public.passkey_offers',
    'public.passkeys',
    'public.request_alerts',
    'public.requests',
    'public.sign_in_throttles',
    'public.suspicious_pairs',
  ]
  expect(await listTablesWith([id, email])).toEqual(expect.arrayContaining(newer))
  // The older version also deletes other rows. This statement marks the account as deleted.
  await db
    .updateTable('profiles')
    .set({ email: `deleted-${id}@deleted.invalid`, full_name: 'Deleted account', deleted_at: now })
    .where('id', '=', id)
    .execute()
  expect((await listTablesWith([id, email])).filter((table) => newer.includes(table))).toEqual([])
  const profile = await db.selectFrom('profiles').select('email_confirmed_at').where('id', '=', id).execute()
  expect(profile).toEqual([{ email_confirmed_at: null }])
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select('account_fingerprint')
    .where('expert_id', '=', expert.id)
    .execute()
  expect(withdrawals).toEqual([{ account_fingerprint: null }])
})
