import { beforeAll, expect, test } from 'vitest'
import { findExpertPage } from '#domain/discovery/queries.server.ts'
import type { TermsChange } from '#domain/experts/contract.ts'
import { findCallee } from '#domain/experts/queries.server.ts'
import { setTerms } from '#domain/experts/set-terms.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const seen = { ratePaisePerMinute: 10_00, sharePercent: 80 }
let meera: Person

beforeAll(async () => {
  const { person, password } = await newSignedInPerson(database.as, 'team', 'Meera Nair')
  meera = person
  await confirmOwnPassword(database.as(meera), password)
})

const buildChange = (expertId: ExpertId, changes: Partial<TermsChange> = {}): TermsChange => ({
  expertId,
  ratePaisePerMinute: 25_00,
  sharePercent: 85,
  seen,
  ...changes,
})

test('the page shows the new rate immediately, and a ringing session keeps its own rate', async () => {
  const cast = createCast(database.as)
  const { expertId } = await cast.expert()
  const id = await cast.ask(await cast.student(100), expertId)
  await setTerms(database.as(meera), buildChange(expertId))
  const visitor = database.as({ kind: 'visitor', address: '' })
  expect(await findExpertPage(visitor, expertId)).toMatchObject({ ratePaisePerMinute: 25_00 })
  expect(await findCallee(visitor, expertId)).toMatchObject({ ratePaisePerMinute: 25_00, sharePercent: 85 })
  const session = await database
    .db()
    .selectFrom('help_sessions')
    .select(['rate_paise_per_minute', 'share_percent'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(session).toEqual({ rate_paise_per_minute: 10_00, share_percent: 80 })
  const lines = await database
    .db()
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('act', '=', 'expert terms changed')
    .where('thing_id', '=', expertId)
    .execute()
  expect(lines).toEqual([
    {
      actor_id: meera.id,
      before: { ratePaise: 10_00, sharePercent: 80 },
      after: { ratePaise: 25_00, sharePercent: 85 },
    },
  ])
})

test.each([
  [{ ratePaisePerMinute: 99 }, 'rate_limits'],
  [{ ratePaisePerMinute: 500_01 }, 'rate_limits'],
  [{ ratePaisePerMinute: 0 }, 'rate_limits'],
  [{ ratePaisePerMinute: 10.5 }, 'invalid_input'],
  [{ sharePercent: 49 }, 'share_limits'],
  [{ sharePercent: 96 }, 'share_limits'],
  [{ sharePercent: 80.5 }, 'share_limits'],
  [{ sharePercent: Number.NaN }, 'invalid_input'],
  [{ expertId: 'no-id' as ExpertId }, 'invalid_input'],
  [{ expertId: crypto.randomUUID() as ExpertId }, 'no_such_expert'],
])('terms with %o are refused', async (wrong, code) => {
  const { expertId } = await newExpert(database.as)
  const result = setTerms(database.as(meera), buildChange(expertId, wrong))
  await expect(result).rejects.toMatchObject({ code })
})

test('a team member who saw older terms sees who changed them', async () => {
  const { expertId } = await newExpert(database.as)
  await setTerms(database.as(meera), buildChange(expertId))
  const outdated = setTerms(database.as(meera), buildChange(expertId, { ratePaisePerMinute: 5_00 }))
  await expect(outdated).rejects.toMatchObject({ code: 'expert_moved_on' })
  await expect(outdated).rejects.toThrow('Last: expert terms changed, by Meera Nair')
})

test('changing terms needs the team and a recent password check', async () => {
  const { expertId, person: ravi } = await newExpert(database.as)
  const { person: tara } = await newSignedInPerson(database.as, 'team')
  const { person: asha } = await newSignedInPerson(database.as, 'student')
  const actors: [Actor, string][] = [
    [tara, 'password_again'],
    [ravi, 'not_allowed'],
    [asha, 'not_allowed'],
    [{ ...meera, secondFactorMissing: true }, 'not_allowed'],
    [{ kind: 'visitor', address: '' }, 'not_signed_in'],
  ]
  for (const [actor, code] of actors) {
    await expect(setTerms(database.as(actor), buildChange(expertId))).rejects.toMatchObject({ code })
  }
  expect(await findCallee(database.as(meera), expertId)).toMatchObject(seen)
})
