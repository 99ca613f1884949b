import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person, TeamRole } from '#domain/policy.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { changeTeamRole } from '#domain/team/change-team-role.server.ts'
import { createTeamAccount } from '#domain/team/create-team-account.server.ts'
import { endTeamMember } from '#domain/team/end-team-member.server.ts'
import { inviteTeamMember } from '#domain/team/invite-team-member.server.ts'
import { listTeamMembers } from '#domain/team/member-queries.server.ts'
import { restoreTeamMember } from '#domain/team/restore-team-member.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { notificationsOf, plannedDeliveries } from '#tests/notifications.ts'
import { newDecider, newSignedInPerson, newStudent, signInAs } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const system = () => database.as({ kind: 'system' })
const refusal = (code: string) => expect.objectContaining({ code })
const readRole = async ({ id }: { id: AccountId }) =>
  (await db().selectFrom('profiles').select('team_role').where('id', '=', id).executeTakeFirstOrThrow()).team_role
const listAudit = ({ id }: { id: AccountId }) =>
  db()
    .selectFrom('audit_log')
    .select(['act', 'actor_id', 'why', 'before', 'after'])
    .where('subject_id', '=', id)
    .execute()
const findMember = async (actor: Person, id: AccountId) =>
  (await listTeamMembers(database.as(actor))).find((member) => member.id === id)
const why = 'She left the company.'

beforeEach(async () => {
  // Each test has a team of its own.
  await db()
    .updateTable('profiles')
    .set({ suspended_at: new Date(), suspended_reason: 'An earlier test.' })
    .where('role', '=', 'team')
    .where('suspended_at', 'is', null)
    .execute()
})

describe('every administrator', () => {
  const securityOf = async ({ id }: { id: AccountId }) =>
    (await notificationsOf(db(), id)).filter(({ kind }) => kind === 'security')
  const changed = (change: string, facts: object, by: Person) => ({
    kind: 'security',
    facts: { what: 'team_changed', change, ...facts },
    about: by.id,
  })

  test('is notified of an invitation, by page and mail, and nobody else is', async () => {
    const meera = await newDecider(database.as)
    const arjun = await newDecider(database.as, 'Arjun Sen')
    const vikram = await newDecider(database.as, 'Vikram Shah', 'finance')
    const invitation = { email: 'secret-friend@team.example', fullName: 'A Friend', teamRole: 'finance' } as const
    await inviteTeamMember(database.as(meera), invitation)
    for (const administrator of [meera, arjun]) {
      expect(await securityOf(administrator)).toEqual([changed('invited', { teamRole: 'finance' }, meera)])
      expect(await plannedDeliveries(db(), administrator.id)).toHaveLength(1)
    }
    expect(await securityOf(vikram)).toEqual([])
  })

  test('is notified of a change of role, an ended and a restored membership, including the member concerned', async () => {
    const meera = await newDecider(database.as)
    const arjun = await newDecider(database.as, 'Arjun Sen')
    await changeTeamRole(database.as(meera), { id: arjun.id, from: 'administrator', to: 'support' })
    const demoted = changed('role', { teamRole: 'support' }, meera)
    expect(await securityOf(arjun)).toEqual([demoted])
    await endTeamMember(database.as(meera), { id: arjun.id, why })
    await restoreTeamMember(database.as(meera), { id: arjun.id, why })
    expect(await securityOf(meera)).toEqual([
      demoted,
      changed('ended', { teamRole: 'support' }, meera),
      changed('restored', { teamRole: 'support' }, meera),
    ])
    expect(await securityOf(arjun)).toEqual([demoted])
  })

  test('is not notified of a refused change', async () => {
    const meera = await newDecider(database.as)
    const tara = await newDecider(database.as, 'Tara Bose', 'support')
    const invitation = { email: 'nobody@team.example', fullName: 'A Friend', teamRole: 'finance' } as const
    await expect(inviteTeamMember(database.as(tara), invitation)).rejects.toEqual(refusal('other_team_role'))
    await expect(
      changeTeamRole(database.as(meera), { id: tara.id, from: 'finance', to: 'administrator' }),
    ).rejects.toEqual(refusal('member_moved_on'))
    expect(await securityOf(meera)).toEqual([])
  })
})

describe('a new account', () => {
  test('becomes an administrator if it is the first, support otherwise, or gets the requested role', async () => {
    const create = (name: string, teamRole?: TeamRole) =>
      createTeamAccount(system(), { email: `${name}@team.example`, fullName: 'A Colleague', teamRole })
    expect(await create('first')).toMatchObject({ teamRole: 'administrator' })
    expect(await create('second')).toMatchObject({ teamRole: 'support' })
    expect(await create('third', 'finance')).toMatchObject({ teamRole: 'finance' })
  })

  test('created by a node of the previous version, which has no roles, also gets a role', async () => {
    const insert = (email: string) =>
      db()
        .insertInto('profiles')
        .values({ email, full_name: 'Old Node', role: 'team' })
        .returning('team_role')
        .execute()
    expect(await insert('old-1@team.example')).toEqual([{ team_role: 'administrator' }])
    expect(await insert('old-2@team.example')).toEqual([{ team_role: 'support' }])
  })

  test('can be invited by an administrator, once per email address', async () => {
    const meera = await newDecider(database.as)
    await inviteTeamMember(database.as(meera), {
      email: 'Vikram@team.example',
      fullName: 'Vikram Shah',
      teamRole: 'finance',
    })
    const invited = (await listTeamMembers(database.as(meera))).find(({ state }) => state === 'invited')
    expect(invited).toMatchObject({ name: 'Vikram Shah', email: 'vikram@team.example', teamRole: 'finance' })
    expect(await listAudit({ id: invited?.id as AccountId })).toMatchObject([
      { act: 'team account created', actor_id: meera.id, after: { role: 'finance' } },
    ])
    const again = inviteTeamMember(database.as(meera), {
      email: 'vikram@team.example',
      fullName: 'Vikram Shah',
      teamRole: 'support',
    })
    await expect(again).rejects.toEqual(refusal('email_taken'))
  })
})

describe('a role', () => {
  test('changes with an audit line, and immediately for open sign-ins', async () => {
    const meera = await newDecider(database.as)
    const { person: tara, token } = await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')
    const published: string[] = []
    const ctx = { ...database.as(meera), publish: (topic: string) => published.push(topic) }
    await changeTeamRole(ctx, { id: tara.id, from: 'support', to: 'finance' })
    expect((await findSignIn(system(), token))?.person.teamRole).toBe('finance')
    expect(await listAudit(tara)).toEqual([
      {
        act: 'team role changed',
        actor_id: meera.id,
        why: null,
        before: { role: 'support' },
        after: { role: 'finance' },
      },
    ])
    expect(published).toEqual([`account:${tara.id}`])
  })

  test('cannot be changed by its owner, from a stale page, or for a person outside the team', async () => {
    const meera = await newDecider(database.as)
    const { person: tara } = await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')
    const { person: asha } = await newStudent(database.as)
    const change = (id: AccountId, from: TeamRole) => changeTeamRole(database.as(meera), { id, from, to: 'finance' })
    await expect(change(meera.id, 'administrator')).rejects.toEqual(refusal('own_team_role'))
    await expect(change(tara.id, 'administrator')).rejects.toEqual(refusal('member_moved_on'))
    await expect(change(asha.id, 'support')).rejects.toEqual(refusal('no_such_member'))
    await expect(change(tara.id, 'owner' as never)).rejects.toEqual(refusal('invalid_input'))
    expect([await readRole(meera), await readRole(tara), await readRole(asha)]).toEqual([
      'administrator',
      'support',
      null,
    ])
  })

  test('needs a recent password', async () => {
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    const { person: tara } = await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')
    const ctx = database.as(meera)
    const code = refusal('password_again')
    await expect(changeTeamRole(ctx, { id: tara.id, from: 'support', to: 'finance' })).rejects.toEqual(code)
    await expect(endTeamMember(ctx, { id: tara.id, why })).rejects.toEqual(code)
    const invitation = { email: 'new@team.example', fullName: 'New', teamRole: 'support' as const }
    await expect(inviteTeamMember(ctx, invitation)).rejects.toEqual(code)
  })

  test.each(['support', 'finance'] as const)('cannot be changed by %s', async (teamRole) => {
    const member = await newDecider(database.as, 'A Colleague', teamRole)
    const { person: tara } = await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')
    const ctx = database.as(member)
    const code = refusal('other_team_role')
    await expect(listTeamMembers(ctx)).rejects.toEqual(code)
    await expect(changeTeamRole(ctx, { id: tara.id, from: 'support', to: 'finance' })).rejects.toEqual(code)
    await expect(endTeamMember(ctx, { id: tara.id, why })).rejects.toEqual(code)
    await expect(restoreTeamMember(ctx, { id: tara.id, why })).rejects.toEqual(code)
    const invitation = { email: 'new@team.example', fullName: 'New', teamRole: 'administrator' as const }
    await expect(inviteTeamMember(ctx, invitation)).rejects.toEqual(code)
    expect(await listAudit(tara)).toEqual([])
  })
})

describe('concurrent changes by administrators', () => {
  test.each(['demote', 'end'] as const)('that %s each other leave one administrator', async (what) => {
    const [meera, arjun] = [await newDecider(database.as), await newDecider(database.as, 'Arjun Sen')]
    const act = (actor: Person, { id }: Person) =>
      what === 'demote'
        ? changeTeamRole(database.as(actor), { id, from: 'administrator', to: 'support' })
        : endTeamMember(database.as(actor), { id, why })
    const outcomes = await Promise.allSettled([act(meera, arjun), act(arjun, meera)])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    // For an ended sign-in, the password check may fail first.
    expect(refused).toEqual([expect.toBeOneOf(['other_team_role', 'password_again'])])
    const left = await db()
      .selectFrom('profiles')
      .select('id')
      .where('team_role', '=', 'administrator')
      .where('account_state', '=', 'active')
      .execute()
    expect(left).toHaveLength(1)
  })

  test('are refused if the actor was demoted while the change waited for a lock', async () => {
    const [meera, arjun] = [await newDecider(database.as), await newDecider(database.as, 'Arjun Sen')]
    const { person: tara } = await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')
    let waiting: Promise<void> | undefined
    await db()
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('profiles').set({ team_role: 'support' }).where('id', '=', arjun.id).execute()
        waiting = changeTeamRole(database.as(arjun), { id: tara.id, from: 'support', to: 'administrator' })
        waiting.catch(() => undefined)
        await expect.poll(() => isAnybodyWaiting()).toBe(true)
      })
    await expect(waiting).rejects.toEqual(refusal('other_team_role'))
    expect(await readRole(tara)).toBe('support')
    expect(await readRole(meera)).toBe('administrator')
  })
})

async function isAnybodyWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db())
  return rows.length > 0
}

describe('a membership', () => {
  test('ends with all sign-ins, and the login shows the reason', async () => {
    const meera = await newDecider(database.as)
    const {
      person: tara,
      token,
      email,
      password,
    } = await newSignedInPerson(database.as, 'team', 'Tara Bose', 'support')
    await expect(endTeamMember(database.as(meera), { id: tara.id, why: ' ' })).rejects.toEqual(refusal('why_missing'))
    await expect(endTeamMember(database.as(meera), { id: meera.id, why })).rejects.toEqual(refusal('own_team_role'))
    await endTeamMember(database.as(meera), { id: tara.id, why })
    expect(await findSignIn(system(), token)).toBeNull()
    await expect(signInAs(database.as, email, password)).rejects.toThrow(why)
    expect(await findMember(meera, tara.id)).toMatchObject({ state: 'ended', teamRole: 'support' })
    await expect(endTeamMember(database.as(meera), { id: tara.id, why })).rejects.toEqual(refusal('member_moved_on'))
    const change = changeTeamRole(database.as(meera), { id: tara.id, from: 'support', to: 'finance' })
    await expect(change).rejects.toEqual(refusal('member_moved_on'))

    await restoreTeamMember(database.as(meera), { id: tara.id, why: 'She came back.' })
    expect((await signInAs(database.as, email, password)).person.teamRole).toBe('support')
    expect(await listAudit(tara)).toMatchObject([
      { act: 'team membership ended', actor_id: meera.id, why, after: { state: 'ended' } },
      { act: 'team membership restored', actor_id: meera.id, why: 'She came back.' },
    ])
  })
})
