import { expect, test } from 'vitest'
import { createExpert } from '#domain/applications/create-expert.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const kavita = {
  email: 'kavita@samjhao.example',
  fullName: 'Kavita Rao',
  phone: '+91 98450 00000',
  category: 'academic' as const,
}

test('the team creates a pending expert account without a password, with an audit line', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  const id = await createExpert(database.as(meera.person), kavita)
  const db = database.db()
  expect(await db.selectFrom('credentials').selectAll().where('profile_id', '=', id).execute()).toEqual([])
  const expert = await db
    .selectFrom('experts')
    .select(['approval', 'expertise_category'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  expect(expert).toEqual({ approval: 'pending', expertise_category: 'academic' })
  const audit = await db.selectFrom('audit_log').select(['actor_id', 'act']).where('subject_id', '=', id).execute()
  expect(audit).toEqual([{ actor_id: meera.person.id, act: 'expert created' }])
  await expect(createExpert(database.as(meera.person), kavita)).rejects.toMatchObject({ code: 'email_taken' })
})

test.each(['student', 'expert'] as const)('creating an expert is refused to %ss', async (role) => {
  const { person } = await newSignedInPerson(database.as, role)
  const input = { ...kavita, email: 'other@samjhao.example' }
  await expect(createExpert(database.as(person), input)).rejects.toMatchObject({ code: 'not_allowed' })
})

test('creating an expert is refused to a visitor', async () => {
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(createExpert(visitor, kavita)).rejects.toMatchObject({ code: 'not_signed_in' })
})

test.each([{ email: 'no-address' }, { fullName: 'K' }, { phone: 'call me' }, { category: 'magic' as never }])(
  'creating an expert with %o is refused',
  async (wrong) => {
    const system = database.as({ kind: 'system' })
    await expect(createExpert(system, { ...kavita, email: 'x@samjhao.example', ...wrong })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  },
)
