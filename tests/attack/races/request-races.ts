import { sql } from 'kysely'
import type { Racer } from '#tests/attack/races/racer.ts'
import { raviProfile } from '#tests/experts.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequestToAnyone } from '#tests/requests.ts'
import { newRequest } from '#tests/sessions.ts'

export const requestRaces = [acceptOrStop]

let subjects = 0

/**
 * A student asks several experts. They accept and decline while the student stops, and another student calls one of
 * them directly. One session at most begins, and its hold is the only one.
 */
async function acceptOrStop(racer: Racer, round: number): Promise<void> {
  const { people, system, read, sendAtOnce, repeat, expectEqual, count, walletOf, moneyOf } = racer
  subjects += 1
  const subject = `Subject${process.pid}x${subjects}`
  const [asha, bela] = [await people.student(), await people.student()]
  for (const { person } of [asha, bela]) await giveMoney(system, person.id, rupees(100))
  const profile = { ...raviProfile, keySubjects: [subject] }
  const experts = [await people.expert(profile), await people.expert(profile), await people.expert(profile)]
  for (const expert of experts) await people.putOnline(expert)
  const toAnyone = newRequestToAnyone({ question: `Please help me with ${subject}` })
  const other = () => newRequestToAnyone({ question: `Please help me with ${subject}` })
  await sendAtOnce(
    repeat(() => ({ token: asha.token, path: '/find-request', json: toAnyone }), 4),
    repeat(() => ({ token: asha.token, path: '/find-request', json: other() }), 4),
  )
  const [request] = await read(sql<{ id: string }>`select id from requests where student_id = ${asha.person.id}`)
  expectEqual('requests of one student', await count('requests', 'student_id', asha.person.id), 1)
  expectEqual('all money of a student with a request', await moneyOf(asha.person.id), rupees(100))
  const offers = await read(sql<{ id: string; expert: string }>`
    select id, expert_id as expert from offers where request_id = ${request?.id} and state = 'open'`)
  const asked = experts.flatMap(({ token, person }) => {
    const offer = offers.find(({ expert }) => expert === person.id)
    return offer ? [{ token, id: offer.id }] : []
  })
  expectEqual('experts who were asked', asked.length > 1, true)
  const [first] = experts
  await sendAtOnce(
    ...asked.map(({ token, id }) => repeat(() => ({ token, accept: id }), 3)),
    repeat(
      () => ({ token: asha.token, path: `/find-request/${request?.id}`, form: { act: 'stop' } }),
      round === 0 ? 0 : 2,
    ),
    repeat(() => ({ token: bela.token, path: '/session-request', json: newRequest(first?.expertId ?? '') }), 3),
    repeat(
      () => ({ token: asked[1]?.token ?? '', path: `/sessions/${asked[1]?.id}/step`, form: { act: 'decline' } }),
      2,
    ),
  )
  const [after] = await read(sql<{ state: string }>`select state from requests where id = ${request?.id}`)
  const sessions = await count('help_sessions', 'student_id', asha.person.id)
  expectEqual(`sessions of a request that is ${after?.state}`, sessions, after?.state === 'taken' ? 1 : 0)
  for (const { person } of [asha, bela]) {
    const [open] = await read(sql<{ held: number }>`
      select coalesce(sum(held_paise), 0)::int as held from help_sessions
      where student_id = ${person.id} and state in ('ringing', 'connecting')`)
    expectEqual(
      `the wallet of a student with a request that is ${after?.state}`,
      await walletOf(person.id),
      rupees(100) - (open?.held ?? 0),
    )
    expectEqual('all money of a student after the answers', await moneyOf(person.id), rupees(100))
  }
  for (const { person } of experts) {
    const [open] = await read(sql<{ count: number }>`
      select count(*)::int as count from help_sessions
      where expert_id = ${person.id} and state in ('ringing', 'connecting')`)
    expectEqual('an expert is in one session at most', (open?.count ?? 0) <= 1, true)
  }
  const rings = await read(sql<{ id: string; student: string }>`
    select id, student_id as student from help_sessions where student_id in (${asha.person.id}, ${bela.person.id})
      and state in ('ringing', 'connecting')`)
  const tokenOf = (id: string) => (id === asha.person.id ? asha.token : bela.token)
  await sendAtOnce(
    ...rings.map(({ id, student }) =>
      repeat(() => ({ token: tokenOf(student), path: `/sessions/${id}/step`, form: { act: 'hang_up' } })),
    ),
  )
  for (const expert of experts) await people.putOffline(expert)
  for (const { person } of [asha, bela]) {
    await racer.waitUntilSettled(person.id)
    expectEqual('the wallet after a call that did not connect', await walletOf(person.id), rupees(100))
  }
}
