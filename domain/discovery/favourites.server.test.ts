import { expect, test } from 'vitest'
import { isFavourite, listFavourites, setFavourite } from '#domain/discovery/favourites.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { favouritesMax } from '#kernel/limits.ts'
import { runAtOnce, useDatabase } from '#tests/database.ts'
import { newAccountId } from '#tests/money.ts'
import { newExpert } from '#tests/experts.ts'
import { createCast } from '#tests/sessions.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const

test('lists a student’s favourites: those who can be called now first, then the latest', async () => {
  const asha = await cast.student(0)
  const [away, online, later] = [await newExpert(database.as), await cast.expert(), await newExpert(database.as)]
  for (const { expertId } of [online, away, later]) {
    await setFavourite(ctxAs(asha), { expertId, wanted: true })
    await setFavourite(ctxAs(asha), { expertId, wanted: true })
    clock.advance(1_000)
  }
  const listShown = async () => (await listFavourites(ctxAs(asha))).map(({ id, status }) => [id, status])
  expect(await listShown()).toEqual([
    [online.expertId, 'online'],
    [later.expertId, 'offline'],
    [away.expertId, 'offline'],
  ])
  expect(await isFavourite(ctxAs(asha), away.expertId)).toBe(true)
  await setOnline(ctxAs(online.person), false)
  expect((await listShown())[2]).toEqual([online.expertId, 'offline'])
  await setApproval(cast.system(), { expertId: later.expertId, approval: 'suspended' })
  await setFavourite(ctxAs(asha), { expertId: away.expertId, wanted: false })
  await setFavourite(ctxAs(asha), { expertId: away.expertId, wanted: false })
  expect(await listShown()).toEqual([[online.expertId, 'offline']])
  expect(await isFavourite(ctxAs(asha), away.expertId)).toBe(false)
})

test('favourites belong to one student', async () => {
  const [asha, vikram, { person: ravi, expertId }] = [await cast.student(0), await cast.student(0), await cast.expert()]
  await setFavourite(ctxAs(asha), { expertId, wanted: true })
  expect(await listFavourites(ctxAs(vikram))).toEqual([])
  expect(await isFavourite(ctxAs(vikram), expertId)).toBe(false)
  expect(await isFavourite(ctxAs(visitor), expertId)).toBe(false)
  await setFavourite(ctxAs(vikram), { expertId, wanted: false })
  expect(await listFavourites(ctxAs(asha))).toHaveLength(1)
  for (const [actor, code] of [
    [ravi, 'not_allowed'],
    [visitor, 'not_signed_in'],
  ] as const) {
    await expect(setFavourite(ctxAs(actor), { expertId, wanted: true })).rejects.toEqual(refusal(code))
    await expect(listFavourites(ctxAs(actor))).rejects.toEqual(refusal(code))
  }
})

test('only public experts can become favourites, up to a limit', async () => {
  const asha = await cast.student(0)
  const pending = await newExpert(database.as, { approval: 'pending' })
  for (const expertId of [pending.expertId, newAccountId(), 'no id']) {
    await expect(setFavourite(ctxAs(asha), { expertId, wanted: true })).rejects.toEqual(refusal('no_such_expert'))
  }
  const { expertId } = await cast.expert()
  const now = clock.now()
  const ids = Array.from({ length: favouritesMax }, newAccountId)
  await database
    .db()
    .insertInto('profiles')
    .values(
      ids.map((id) => ({
        id,
        email: `${id}@samjhao.example`,
        full_name: 'An Expert',
        role: 'expert' as const,
      })),
    )
    .execute()
  const experts = await database
    .db()
    .insertInto('experts')
    .values(ids.map((id) => ({ user_id: id, member_since: now, updated_at: now })))
    .returning('id')
    .execute()
  await database
    .db()
    .insertInto('favourite_experts')
    .values(experts.map(({ id }) => ({ student_id: asha.id, expert_id: id, created_at: now })))
    .execute()
  await expect(setFavourite(ctxAs(asha), { expertId, wanted: true })).rejects.toEqual(refusal('too_many_favourites'))
  await setFavourite(ctxAs(asha), { expertId: experts[0]?.id ?? '', wanted: false })
  // Only one of several requests at the same time gets the last place.
  const others = [await cast.expert(), await cast.expert()]
  const results = await runAtOnce(
    database.db(),
    'favourite_experts',
    [expertId, ...others.map((other) => other.expertId)].map(
      (id) => () => setFavourite(ctxAs(asha), { expertId: id, wanted: true }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results).toContainEqual({ status: 'rejected', reason: refusal('too_many_favourites') })
})
