import { beforeAll, describe, expect, test } from 'vitest'
import { acceptApplication } from '#domain/applications/accept-application.server.ts'
import { changeApplication } from '#domain/applications/change-application.server.ts'
import { enterApplication } from '#domain/applications/enter-application.server.ts'
import { planInterview } from '#domain/applications/plan-interview.server.ts'
import { getApplication } from '#domain/applications/queries.server.ts'
import { rejectApplication } from '#domain/applications/reject-application.server.ts'
import { reviewApplication } from '#domain/applications/review-application.server.ts'
import { sendApplicationMail } from '#domain/applications/send-application-mail.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Person } from '#domain/policy.ts'
import { readApplicationTable } from '#domain/team/application-table.server.ts'
import { countTeamQueues } from '#domain/team/count-waiting.server.ts'
import { applicationTable } from '#domain/applications/contract.ts'
import type { ApplicationId } from '#kernel/ids.ts'
import { readTableQuery } from '#kernel/table.ts'
import { daysLater, hoursLater } from '#kernel/time.ts'
import type { Mail } from '#platform/mail/port.ts'
import { readConfig } from '#server/config.server.ts'
import { enterApplicationOfKavita, newKavitaApplication } from '#tests/applications.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { jobsAbout, listJobsWith } from '#tests/jobs.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const { product } = readConfig({ HIRING_EMAIL: 'hiring@samjhao.example' })
let meera: Person
let arjun: Person
const team = () => database.as(meera)
const tomorrow = () => hoursLater(new Date(), 24)

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team', 'Meera Nair')).person
  arjun = (await newSignedInPerson(database.as, 'team', 'Arjun Sen')).person
})

async function listAuditActions(id: string): Promise<string[]> {
  const lines = await database
    .db()
    .selectFrom('audit_log')
    .select('act')
    .where('thing_id', '=', id)
    .orderBy('id')
    .execute()
  return lines.map(({ act }) => act)
}

async function listMailJobs(id: string): Promise<unknown[]> {
  return (await listJobsWith(database.db(), { applicationId: id })).map(({ payload }) => payload)
}

async function sendMails(applicationId: ApplicationId, about: 'interview' | 'rejected'): Promise<Mail[]> {
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  await sendApplicationMail({ ...database.as({ kind: 'system' }), mailer, product }, { applicationId, about }, '7')
  return sent
}

describe('an application', () => {
  test('is entered once when the form is sent repeatedly, and its deadline counts from the arrival of the email', async () => {
    const input = newKavitaApplication()
    const publishedTopics: string[] = []
    const ctx = { ...team(), publish: (topic: string) => void publishedTopics.push(topic) }
    const ids = await Promise.all([1, 2, 3].map(() => enterApplication(ctx, input)))
    expect(new Set(ids)).toEqual(new Set([input.id]))
    expect(publishedTopics).toEqual(['waiting:team'])
    expect(await listAuditActions(input.id)).toEqual(['application entered'])
    expect(await getApplication(team(), input.id)).toMatchObject({
      fullName: 'Kavita Rao',
      email: input.email,
      stage: 'received',
      receivedAt: input.receivedAt,
      answerBy: hoursLater(input.receivedAt, 72),
      answeredAt: null,
      account: null,
      documents: [],
    })
  })

  test('is the only open one with its email address', async () => {
    const { email, id, revision } = await enterApplicationOfKavita(team())
    await expect(enterApplicationOfKavita(team(), { email })).rejects.toMatchObject({
      code: 'application_open',
    })
    const other = await enterApplicationOfKavita(team())
    const changed = changeApplication(team(), { ...other, email })
    await expect(changed).rejects.toMatchObject({ code: 'application_open' })
    await rejectApplication(team(), { id, revision, letter: 'Not this time.' })
    await enterApplicationOfKavita(team(), { email })
  })

  test.each([
    [{ email: 'no-address' }, 'invalid_input'],
    [{ fullName: 'K' }, 'invalid_input'],
    [{ phone: 'call me' }, 'invalid_input'],
    [{ phone: '1       2' }, 'invalid_input'],
    [{ category: 'magic' }, 'invalid_input'],
    [{ id: '7' }, 'invalid_input'],
    [{ notes: 'x'.repeat(4_001) }, 'invalid_input'],
    [{ receivedAt: new Date(Number.NaN) }, 'invalid_input'],
    [{ receivedAt: new Date(Date.now() + 60_000) }, 'received_time'],
    [{ receivedAt: new Date('2020-01-01') }, 'received_time'],
  ])('with %o is refused', async (wrong, code) => {
    await expect(enterApplicationOfKavita(team(), wrong)).rejects.toMatchObject({ code })
  })

  test('is corrected, and the audit log names the changed fields but not their values', async () => {
    const application = await enterApplicationOfKavita(team())
    await changeApplication(team(), { ...application, email: 'other@samjhao.example', notes: '' })
    expect(await getApplication(team(), application.id)).toMatchObject({
      email: 'other@samjhao.example',
      notes: '',
      revision: 2,
    })
    const [line] = await database
      .db()
      .selectFrom('audit_log')
      .select('after')
      .where('thing_id', '=', application.id)
      .where('act', '=', 'application changed')
      .execute()
    expect(line?.after).toEqual({ stage: 'received', changed: 'email, notes' })
  })

  test('moves from stage to stage, and an invitation counts as an answer', async () => {
    const { id, phone } = await enterApplicationOfKavita(team())
    await reviewApplication(team(), { id, revision: 1 })
    expect(await getApplication(team(), id)).toMatchObject({ stage: 'reviewing', answeredAt: null })
    const at = tomorrow()
    await planInterview(team(), { id, revision: 2, at })
    const { answeredAt } = await getApplication(team(), id)
    expect(answeredAt).toEqual(expect.any(Date))
    const later = hoursLater(at, 1)
    await planInterview(team(), { id, revision: 3, at: later })
    expect(await getApplication(team(), id)).toMatchObject({
      stage: 'interview',
      interviewAt: later,
      answeredAt,
    })
    expect(await listAuditActions(id)).toEqual([
      'application entered',
      'application reviewed',
      'interview planned',
      'interview planned',
    ])
    expect(await listMailJobs(id)).toEqual([{ applicationId: id, about: 'interview' }])
    const [mail] = await sendMails(id, 'interview')
    expect(mail).toMatchObject({ subject: 'An interview with Samjhao' })
    expect(mail?.text).toContain(`We will call you at ${phone}`)
    expect(mail?.text).toContain('hiring@samjhao.example')
    expect(await sendMails(id, 'rejected')).toEqual([])
  })

  test.each([() => new Date(Date.now() - 60_000), () => daysLater(new Date(), 61)])(
    'cannot have its interview in the past or more than 60 days ahead',
    async (at) => {
      const { id, revision } = await enterApplicationOfKavita(team())
      await expect(planInterview(team(), { id, revision, at: at() })).rejects.toMatchObject({
        code: 'interview_time',
      })
    },
  )
})

describe('accepting an application', () => {
  test('creates one pending account and sends one link, even with concurrent clicks', async () => {
    const { id, revision, email } = await enterApplicationOfKavita(team())
    const results = await Promise.allSettled(
      [meera, arjun, meera].map((person) => acceptApplication(database.as(person), { id, revision })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const { account, stage } = await getApplication(team(), id)
    expect(stage).toBe('accepted')
    expect(account).toMatchObject({ role: 'expert', isLinked: true, expertId: expect.any(String) })
    const people = await database.db().selectFrom('profiles').select('id').where('email', '=', email).execute()
    expect(people).toHaveLength(1)
    expect(await jobsAbout(database.db(), people[0]?.id ?? '')).toEqual([
      {
        name: 'send_password_link',
        payload: { profileId: people[0]?.id, purpose: 'first_password' },
      },
    ])
  })

  test('with the email address of a student is refused and changes nothing', async () => {
    const { email } = await newSignedInPerson(database.as, 'student')
    const { id, revision } = await enterApplicationOfKavita(team(), { email })
    const accepted = acceptApplication(team(), { id, revision })
    await expect(accepted).rejects.toMatchObject({ code: 'application_has_account' })
    await expect(accepted).rejects.toThrow('Ask the applicant for another email address.')
    const linked = acceptApplication(team(), { id, revision, link: true })
    await expect(linked).rejects.toMatchObject({ code: 'no_such_expert' })
    expect(await getApplication(team(), id)).toMatchObject({
      stage: 'received',
      account: { role: 'student', isLinked: false },
    })
  })

  test('with the email address of an expert is refused, unless the team links that account, which works once', async () => {
    const { email, person } = await newExpert(database.as)
    const { id, revision } = await enterApplicationOfKavita(team(), { email })
    await expect(acceptApplication(team(), { id, revision })).rejects.toThrow('Link that expert')
    await acceptApplication(team(), { id, revision, link: true })
    expect(await getApplication(team(), id)).toMatchObject({ stage: 'accepted', account: { isLinked: true } })
    expect(await jobsAbout(database.db(), person.id)).not.toContainEqual(
      expect.objectContaining({ name: 'send_password_link' }),
    )
    const second = await enterApplicationOfKavita(team(), { email })
    const linked = acceptApplication(team(), { ...second, link: true })
    await expect(linked).rejects.toMatchObject({ code: 'account_linked' })
  })
})

describe('rejecting an application', () => {
  test('sends the letter as written', async () => {
    const { id, revision, email } = await enterApplicationOfKavita(team())
    await rejectApplication(team(), { id, revision, letter: 'Dear Kavita,\n\nnot <b>this</b> time.' })
    expect(await listMailJobs(id)).toEqual([{ applicationId: id, about: 'rejected' }])
    const [mail, ...more] = await sendMails(id, 'rejected')
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: email, subject: 'Your application to Samjhao' })
    expect(mail?.text).toContain('Dear Kavita,\n\nnot <b>this</b> time.')
    expect(mail?.html).toContain('not &lt;b&gt;this&lt;/b&gt; time.')
    expect(mail?.text).not.toContain('because of your account')
  })

  test('needs a letter', async () => {
    const { id, revision } = await enterApplicationOfKavita(team())
    const rejected = rejectApplication(team(), { id, revision, letter: ' \n ' })
    await expect(rejected).rejects.toMatchObject({ code: 'letter_missing' })
  })
})

describe('a team member with a stale page', () => {
  test('sees the last change and its author', async () => {
    const { id, revision } = await enterApplicationOfKavita(team())
    await reviewApplication(database.as(arjun), { id, revision })
    for (const act of [
      () => reviewApplication(team(), { id, revision }),
      () => planInterview(team(), { id, revision, at: tomorrow() }),
      () => acceptApplication(team(), { id, revision }),
      () => rejectApplication(team(), { id, revision, letter: 'No.' }),
      () => changeApplication(team(), { ...newKavitaApplication(), id, revision }),
    ]) {
      await expect(act()).rejects.toThrow('Last: application reviewed, by Arjun Sen')
    }
  })

  test('cannot change a decided application', async () => {
    const { id, revision } = await enterApplicationOfKavita(team())
    await rejectApplication(team(), { id, revision, letter: 'No.' })
    const accepted = acceptApplication(team(), { id, revision: revision + 1 })
    await expect(accepted).rejects.toMatchObject({ code: 'application_moved_on' })
  })
})

test('unknown applications and invalid input are refused', async () => {
  const unknown = { id: crypto.randomUUID(), revision: 1 }
  await expect(acceptApplication(team(), unknown)).rejects.toMatchObject({ code: 'no_such_application' })
  await expect(getApplication(team(), 'no-id')).rejects.toMatchObject({ code: 'no_such_application' })
  const invalid = { id: unknown.id, revision: Number.NaN }
  for (const act of [
    () => reviewApplication(team(), invalid),
    () => acceptApplication(team(), invalid),
    () => rejectApplication(team(), { ...invalid, letter: 'No.' }),
    () => planInterview(team(), { ...invalid, at: tomorrow() }),
    () => planInterview(team(), { ...unknown, at: new Date(Number.NaN) }),
    () => changeApplication(team(), { ...newKavitaApplication(), ...invalid }),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

describe('the application table', () => {
  const read = (query: string, ctx: Context = team()) =>
    readApplicationTable(ctx, readTableQuery(applicationTable, new URLSearchParams(query)))

  test('searches by name and email address, and filters by open and late', async () => {
    const late = await enterApplicationOfKavita(team(), {
      fullName: 'Zubin Mehta',
      receivedAt: daysLater(new Date(), -4),
    })
    const { rows } = await read('q=zubin')
    expect(rows).toMatchObject([{ id: late.id, fullName: 'Zubin Mehta', stage: 'received' }])
    expect((await read('clock=late')).rows.map(({ id }) => id)).toEqual([late.id])
    expect((await read('stage=rejected&q=zubin')).rows).toEqual([])
    expect((await read('clock=open&q=zubin&category=academic')).rows).toHaveLength(1)
    const names = (await read('sort=-name')).rows.map(({ fullName }) => fullName)
    expect(names[0]).toBe('Zubin Mehta')
    const before = (await countTeamQueues(team())).applications
    await rejectApplication(team(), { ...late, letter: 'No.' })
    expect((await countTeamQueues(team())).applications).toBe(before - 1)
  })
})

/** Tries every action and returns the distinct refusals. None of them may change anything. */
async function collectRefusals(ctx: Context): Promise<string[]> {
  const { id } = await enterApplicationOfKavita(team())
  const version = { id, revision: 1 }
  const acts = [
    () => enterApplication(ctx, newKavitaApplication()),
    () => changeApplication(ctx, { ...newKavitaApplication(), ...version }),
    () => reviewApplication(ctx, version),
    () => planInterview(ctx, { ...version, at: tomorrow() }),
    () => acceptApplication(ctx, version),
    () => rejectApplication(ctx, { ...version, letter: 'No.' }),
    () => getApplication(ctx, id),
    () => readApplicationTable(ctx, readTableQuery(applicationTable, new URLSearchParams())),
  ]
  const codes: string[] = []
  for (const act of acts) {
    codes.push(
      await act().then(
        () => 'done',
        ({ code }) => code,
      ),
    )
  }
  expect(await listAuditActions(id)).toEqual(['application entered'])
  return [...new Set(codes)]
}

test.each(['student', 'expert'] as const)('all actions are refused to a %s', async (role) => {
  const { person } = await newSignedInPerson(database.as, role)
  expect(await collectRefusals(database.as(person))).toEqual(['not_allowed'])
})

test('all actions are refused to a visitor and to a team member without a second factor', async () => {
  expect(await collectRefusals(database.as({ kind: 'visitor', address: '' }))).toEqual(['not_signed_in'])
  expect(await collectRefusals(database.as({ ...meera, secondFactorMissing: true }))).toEqual(['not_allowed'])
})
