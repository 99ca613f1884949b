import { beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { PersonAction } from '#domain/people/contract.ts'
import { endSignInsOf } from '#domain/people/end-sign-ins-of.server.ts'
import { liftSuspension } from '#domain/people/lift-suspension.server.ts'
import { revealPerson } from '#domain/people/reveal-person.server.ts'
import { sendResetLink } from '#domain/people/send-reset-link.server.ts'
import { suspendPerson } from '#domain/people/suspend-person.server.ts'
import type { Person } from '#domain/policy.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { actionReasonMaxLength } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { jobsAbout } from '#tests/jobs.ts'
import { createCast } from '#tests/sessions.ts'
import { signInAs, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
const why = 'She shouted at three experts.'
const acts = { suspendPerson, liftSuspension, endSignInsOf, sendResetLink, revealPerson }
const everyAct = Object.values(acts) as ((ctx: Context, input: PersonAction) => Promise<unknown>)[]
let meera: Person

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team', 'Meera Nair')).person
})

const isSignedIn = async (token: string) => (await findSignIn(database.as(visitor), token)) !== null

async function listAuditLines(id: AccountId) {
  return database
    .db()
    .selectFrom('audit_log')
    .select(['act', 'actor_id', 'thing', 'thing_id', 'why', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
}

describe('a suspended student', () => {
  test('is signed out everywhere immediately, and reads the reason at login', async () => {
    const asha = await newSignedInPerson(database.as)
    const { token } = await signInAs(database.as, asha.email, asha.password)
    const published: unknown[] = []
    const ctx = { ...ctxAs(meera), publish: (...message: unknown[]) => void published.push(message) }
    await suspendPerson(ctx, { id: asha.person.id, why })
    expect(published).toEqual([[`person:${asha.person.id}`, { type: 'suspended' }]])
    for (const each of [asha.token, token]) expect(await isSignedIn(each)).toBe(false)
    const newSignIn = signInAs(database.as, asha.email, asha.password)
    await expect(newSignIn).rejects.toMatchObject({
      code: 'account_suspended',
      message: `Your account is suspended. The reason: ${why}`,
    })
    // Without the right password, the login does not reveal the suspension.
    await expect(signInAs(database.as, asha.email, 'a guess')).rejects.toEqual(refusal('invalid_credentials'))
    expect(await listAuditLines(asha.person.id)).toEqual([
      {
        act: 'person suspended',
        actor_id: meera.id,
        thing: 'person',
        thing_id: asha.person.id,
        why,
        before: { state: 'active' },
        after: { state: 'suspended' },
      },
    ])
  })

  test('cannot request a session, even if the sign-in was checked before the suspension', async () => {
    const [asha, { expertId }] = [await cast.student(), await cast.expert()]
    await suspendPerson(ctxAs(meera), { id: asha.id, why })
    await expect(cast.ask(asha, expertId)).rejects.toEqual(refusal('account_suspended'))
  })

  test('can log in again when the suspension is lifted', async () => {
    const { person, email, password } = await newSignedInPerson(database.as)
    await suspendPerson(ctxAs(meera), { id: person.id, why })
    await liftSuspension(ctxAs(meera), { id: person.id, why: 'She apologised.' })
    expect((await signInAs(database.as, email, password)).person.id).toBe(person.id)
    expect((await listAuditLines(person.id)).at(-1)).toMatchObject({
      act: 'suspension lifted',
      why: 'She apologised.',
      before: { state: 'suspended', reason: why },
      after: { state: 'active' },
    })
  })
})

describe('suspending', () => {
  test('is refused during a session, even a ringing one', async () => {
    const [asha, { expertId }] = [await cast.student(), await cast.expert()]
    const id = await cast.ask(asha, expertId)
    await expect(suspendPerson(ctxAs(meera), { id: asha.id, why })).rejects.toEqual(refusal('person_in_session'))
    await cancelSession(ctxAs(asha), { id })
    await suspendPerson(ctxAs(meera), { id: asha.id, why })
  })

  test('excludes a concurrent request for a session: only one succeeds', async () => {
    const [asha, { expertId }] = [await cast.student(), await cast.expert()]
    const all = await Promise.allSettled([cast.ask(asha, expertId), suspendPerson(ctxAs(meera), { id: asha.id, why })])
    expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is refused for experts, who have their own suspension', async () => {
    const { person } = await newExpert(database.as)
    for (const verb of [suspendPerson, liftSuspension]) {
      await expect(verb(ctxAs(meera), { id: person.id, why })).rejects.toEqual(refusal('expert_elsewhere'))
    }
  })

  test('is refused after a colleague has done it, and names the colleague', async () => {
    const { person } = await newSignedInPerson(database.as)
    await expect(liftSuspension(ctxAs(meera), { id: person.id, why })).rejects.toEqual(refusal('person_moved_on'))
    const arjun = (await newSignedInPerson(database.as, 'team', 'Arjun Sen')).person
    await suspendPerson(ctxAs(arjun), { id: person.id, why })
    await expect(suspendPerson(ctxAs(meera), { id: person.id, why })).rejects.toThrow(
      /Last: person suspended, by Arjun Sen/,
    )
  })

  test('is refused by the database for an expert, and without a reason', async () => {
    const [{ person: ravi }, { person: asha }] = [await newExpert(database.as), await newSignedInPerson(database.as)]
    const suspend = (id: AccountId, suspended_reason: string | null) =>
      database
        .db()
        .updateTable('profiles')
        .set({ suspended_at: new Date(), suspended_reason })
        .where('id', '=', id)
        .execute()
    await expect(suspend(ravi.id, why)).rejects.toThrow('profiles_experts_are_not_suspended_here')
    await expect(suspend(asha.id, null)).rejects.toThrow('profiles_suspended_have_a_reason')
  })
})

describe('ending sign-ins', () => {
  test.each(['student', 'expert', 'team'] as const)('signs out a %s', async (role) => {
    const { person, token, email, password } = await newSignedInPerson(database.as, role)
    const published: unknown[] = []
    const ctx = { ...ctxAs(meera), publish: (...message: unknown[]) => void published.push(message) }
    await endSignInsOf(ctx, { id: person.id, why: 'A lost phone' })
    expect(await isSignedIn(token)).toBe(false)
    expect(published).toEqual([[`person:${person.id}`, expect.objectContaining({ type: 'all_ended' })]])
    expect((await signInAs(database.as, email, password)).person.id).toBe(person.id)
    expect(await listAuditLines(person.id)).toMatchObject([{ act: 'sign-ins ended', why: 'A lost phone' }])
  })
})

describe('a lost password', () => {
  test('is reset with the usual link to the stored email address, which is sent once even with repeated clicks', async () => {
    const { person, token } = await newSignedInPerson(database.as)
    await Promise.all([1, 2].map(() => sendResetLink(ctxAs(meera), { id: person.id, why: 'She called.' })))
    expect(await jobsAbout(database.db(), person.id)).toEqual([
      { name: 'send_password_link', payload: { profileId: person.id, purpose: 'reset_password' } },
    ])
    expect(await isSignedIn(token)).toBe(true)
    expect((await listAuditLines(person.id)).map(({ act }) => act)).toEqual(['reset link sent', 'reset link sent'])
  })
})

describe('personal data', () => {
  test('is shown with an audit line for each read', async () => {
    const { person, email } = await newSignedInPerson(database.as)
    const db = database.db()
    await db.updateTable('profiles').set({ phone_number: '+91 98450 12345' }).where('id', '=', person.id).execute()
    await db
      .updateTable('student_details')
      .set({ parents_whatsapp_number: '9845054321' })
      .where('profile_id', '=', person.id)
      .execute()
    for (const reason of ['She asked for a call.', 'The line broke.']) {
      expect(await revealPerson(ctxAs(meera), { id: person.id, why: reason })).toEqual({
        email,
        phone: '+91 98450 12345',
        parentsNumber: '9845054321',
        addresses: ['203.0.113.5'],
      })
    }
    expect(await listAuditLines(person.id)).toMatchObject([
      { act: 'personal data read', why: 'She asked for a call.', before: null, after: null },
      { act: 'personal data read', why: 'The line broke.' },
    ])
  })
})

describe.each(Object.entries(acts) as [string, (typeof everyAct)[number]][])('%s', (name, act) => {
  test('is refused to everyone except the team with a second factor', async () => {
    const { person: target, token } = await newSignedInPerson(database.as)
    const [student, expert] = [await newSignedInPerson(database.as), await newExpert(database.as)]
    for (const person of [student.person, expert.person, { ...meera, secondFactorMissing: true }]) {
      await expect(act(ctxAs(person), { id: target.id, why })).rejects.toEqual(refusal('not_allowed'))
    }
    await expect(act(ctxAs(target), { id: target.id, why })).rejects.toEqual(refusal('not_allowed'))
    await expect(act(ctxAs(visitor), { id: target.id, why })).rejects.toEqual(refusal('not_signed_in'))
    expect(await listAuditLines(target.id)).toEqual([])
    expect(await isSignedIn(token)).toBe(true)
  })

  test('is refused for oneself, without a reason, and for unknown people', async () => {
    const { person } = await newSignedInPerson(database.as)
    await expect(act(ctxAs(meera), { id: meera.id, why })).rejects.toEqual(refusal('own_account'))
    await expect(act(ctxAs(meera), { id: person.id, why: '  ' })).rejects.toEqual(refusal('why_missing'))
    const long = 'x'.repeat(actionReasonMaxLength + 1)
    await expect(act(ctxAs(meera), { id: person.id, why: long })).rejects.toEqual(refusal('invalid_input'))
    await expect(act(ctxAs(meera), { id: 'no id', why })).rejects.toEqual(refusal('invalid_input'))
    const unknownId = crypto.randomUUID()
    await expect(act(ctxAs(meera), { id: unknownId, why })).rejects.toEqual(refusal('nothing_there'))
    expect(await listAuditLines(person.id)).toEqual([])
  })

  test('is refused for deleted accounts and (except ending sign-ins) for colleagues', async () => {
    const { person, password } = await newSignedInPerson(database.as)
    await deleteAccount(database.as(person), { password })
    await expect(act(ctxAs(meera), { id: person.id, why })).rejects.toEqual(refusal('account_deleted'))
    if (name === 'endSignInsOf') return
    const arjun = (await newSignedInPerson(database.as, 'team')).person
    await expect(act(ctxAs(meera), { id: arjun.id, why })).rejects.toEqual(refusal('team_account'))
  })
})

test('support ends the sign-ins of students, not of colleagues', async () => {
  const { person: tara } = await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')
  const [{ person: asha }, { person: arjun }] = [
    await newSignedInPerson(database.as),
    await newSignedInPerson(database.as, 'team', 'Arjun Sen'),
  ]
  await endSignInsOf(ctxAs(tara), { id: asha.id, why })
  await expect(endSignInsOf(ctxAs(tara), { id: arjun.id, why })).rejects.toEqual(refusal('other_team_role'))
})
