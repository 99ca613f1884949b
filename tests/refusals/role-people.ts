import { randomUUID } from 'node:crypto'
import { suspendAccount } from '#domain/accounts/profile-rows.server.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { savePreparedBoard } from '#domain/boards/prepared-boards.server.ts'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { pdfBytes } from '#tests/documents.ts'
import type { People } from '#tests/e2e/expert-people.ts'
import { boardId } from '#kernel/ids.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { nextQuarterHour } from '#tests/quarter-hours.ts'
import type { RecordKind } from '#tests/refusals/access-matrix.ts'
import { type AccessRole, accessRoles } from '#tests/refusals/access-roles.ts'
import { createCookie } from '#tests/refusals/everybody.ts'
import type { useVisits } from '#tests/visits.ts'

type Visits = Pick<ReturnType<typeof useVisits>, 'send' | 'rows'>
type Student = Awaited<ReturnType<People['student']>>
type Expert = Awaited<ReturnType<People['expert']>>
export type OwnRecords = Partial<Record<RecordKind, string>>

/** Creates a person for each role of the access matrix, and two strangers, all with their own records. */
export async function createRolePeople(people: People, visits: Visits) {
  const system = people.ctxAs({ kind: 'system' })
  const strangers = { student: await people.student(), expert: await people.expert() }
  const records = await createRecorder(people, visits, strangers)
  const others = await records.ofPair(strangers)
  const cookies: Record<string, string> = {}
  const spareCookies: Record<string, string> = {}
  const own: Record<string, OwnRecords> = {}
  for (const [name, { account }] of Object.entries(accessRoles)) {
    if (!account) continue
    const { person, token, ownRecords } = await createPerson(account)
    own[name] = { ...ownRecords, notification: await records.notification(person.id, others.notification) }
    cookies[name] = createCookie(token)
    const spare = await startSignIn(system, system.db, person, { address: '127.0.0.1', userAgent: 'a test' })
    spareCookies[name] = createCookie(spare.token)
    await changeState(account, person.id)
  }
  return {
    cookies,
    spareCookies,
    own,
    others,
    /** The accounts of the strangers. */
    strangers: { student: strangers.student.person.id, expert: strangers.expert.person.id },
  }

  async function createPerson({ role, teamRole }: NonNullable<AccessRole['account']>) {
    if (role === 'team') {
      const member = await people.team(teamRole)
      // On a busy machine the test takes longer than a confirmed password is valid.
      await visits.rows(`update sign_ins set password_confirmed_at = now() + '1 hour' where profile_id = $1`, [
        member.person.id,
      ])
      return { ...member, ownRecords: {} }
    }
    if (role === 'expert') {
      const expert = await people.expert()
      return { ...expert, ownRecords: await records.ofPair({ ...strangers, expert }) }
    }
    const student = await people.student()
    return { ...student, ownRecords: await records.ofPair({ ...strangers, student }) }
  }

  /** Runs after the records exist, because bookings need an approved expert. */
  async function changeState({ approval, state }: NonNullable<AccessRole['account']>, id: Student['person']['id']) {
    if (approval) await visits.rows('update experts set approval = $1 where user_id = $2', [approval, id])
    if (state === 'newcomer') await visits.rows('delete from terms_acceptances where profile_id = $1', [id])
    if (state === 'suspended') await suspendAccount(system.db, { id, why: 'For the test.', now: system.clock.now() })
  }
}

async function createRecorder(people: People, { send, rows }: Visits, strangers: { student: Student; expert: Expert }) {
  const funded = new Map<string, string>()
  const scheduled = new Set<string>()
  let hours = 72

  /** Gives the student money and a question file, and returns the key of the file. */
  async function prepareStudent({ person, token }: Student): Promise<string> {
    const known = funded.get(person.id)
    if (known) return known
    await giveMoney(people.ctxAs({ kind: 'system' }), person.id, rupees(5_000))
    const stored = await send('POST', '/question-files?name=sums.pdf', pdfBytes, createCookie(token))
    const { file } = (await stored.json()) as { file: { key: string } }
    funded.set(person.id, file.key)
    return file.key
  }

  async function prepareExpert({ person }: Expert): Promise<void> {
    if (scheduled.has(person.id)) return
    await saveSchedule(people.ctxAs({ ...person, approval: 'approved' }), aroundTheClock)
    scheduled.add(person.id)
  }

  return {
    /** Creates a past session with its file, a booking, and a payment and a search of the student. */
    async ofPair({ student, expert }: typeof strangers): Promise<OwnRecords & { notification: string }> {
      const fileKey = await prepareStudent(student)
      await prepareExpert(expert)
      const session = randomUUID()
      await rows(
        `insert into help_sessions (id, student_id, expert_id, call_type, state, file_key, file_name, file_type,
          rate_paise_per_minute, share_percent, asked_at, ring_until, held_paise)
        values ($1, $2, $3, 'video', 'missed', $4, 'sums.pdf', 'application/pdf', 1000, 80, now(), now(), 1000)`,
        [session, student.person.id, expert.person.id, fileKey],
      )
      const request = randomUUID()
      await rows(
        `insert into requests (id, student_id, call_type, question, max_rate_paise_per_minute, held_paise, state, asked_at,
          open_until, next_at, closed_at)
        values ($1, $2, 'video', 'Why is the sky blue?', 1000, 5000, 'unanswered', now(), now() + '1 minute', now(), now())`,
        [request, student.person.id],
      )
      hours += 2
      const startsAt = nextQuarterHour(Date.now() + hours * 3_600_000)
      const booking = await bookSession(people.ctxAs(student.person), newBooking(expert.expertId, startsAt))
      const prepared = boardId.parse(randomUUID())
      await savePreparedBoard(people.ctxAs(expert.person), { id: prepared, name: 'Integration' })
      const payment = randomUUID()
      await send('POST', '/user/wallet', { act: 'add', id: payment, amount: '100' }, createCookie(student.token))
      const [notification] = await rows<{ id: string }>(
        'select id from notifications where account_id = $1 order by created_at limit 1',
        [expert.person.id],
      )
      return {
        session,
        chat: session,
        board: session,
        'prepared board': prepared,
        file: session,
        request,
        booking,
        payment,
        notification: notification?.id ?? '',
      }
    },

    /** Gives this account a copy of a notification. */
    async notification(accountId: string, originalId: string): Promise<string> {
      const [added] = await rows<{ id: string }>(
        `insert into notifications (account_id, kind, facts, once_key, created_at)
        select $1, kind, facts, 'for the access matrix', now() from notifications where id = $2 returning id`,
        [accountId, originalId],
      )
      return added?.id ?? ''
    },
  }
}
