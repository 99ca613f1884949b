import { expect, test } from 'vitest'
import { findExpertProfileProblems } from '#domain/experts/contract.ts'
import { expertProfileVersion } from '#domain/experts/profile-version.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { saveExpertProfile } from '#domain/experts/save-expert-profile.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()

test('saving the whole profile makes it complete and publishes the change', async () => {
  const { ctx, person, expertId } = await newExpert(database.as, { complete: false })
  const publishedTopics: string[] = []
  const keySubjects = [' Physics ', 'physics', '', 'Mathematics']
  await saveExpertProfile({ ...ctx, publish: (topic) => publishedTopics.push(topic) }, { ...raviProfile, keySubjects })
  expect(await getOwnExpert(ctx)).toMatchObject({
    fullName: 'Ravi Nair',
    phone: '+91 98450 54321',
    title: 'Physics teacher',
    category: 'academic',
    subcategories: ['JEE', 'NEET', 'Homework Help'],
    keySubjects: ['Physics', 'Mathematics'],
    experienceYears: 12,
    highestDegree: 'M.Sc. Physics',
    brief: 'I explain mechanics until it feels obvious.',
    language: 'Hindi',
    moreLanguages: [],
    isComplete: true,
  })
  expect(publishedTopics).toEqual([`account:${person.id}`, `expert:${expertId}`])
})

test('a missing record is created as pending', async () => {
  const { person } = await newSignedInPerson(database.as, 'expert')
  await database.db().deleteFrom('experts').where('user_id', '=', person.id).execute()
  await saveExpertProfile(database.as(person), raviProfile)
  expect(await getOwnExpert(database.as(person))).toMatchObject({ approval: 'pending', isComplete: true })
})

test('submitted rate, share and approval are ignored', async () => {
  const { ctx } = await newExpert(database.as, { approval: 'pending', complete: false })
  const forged = { ...raviProfile, approval: 'approved', ratePaisePerMinute: 1, share_percent: 100 }
  await saveExpertProfile(ctx, forged)
  expect(await getOwnExpert(ctx)).toMatchObject({ approval: 'pending', ratePaisePerMinute: 1_000 })
})

const invalidFields = [
  ['fullName', { fullName: 'R' }, 'invalid_input'],
  ['phone', { phone: '' }, 'invalid_input'],
  ['title', { title: '  ' }, 'invalid_input'],
  ['category', { category: 'magic' as never }, 'invalid_input'],
  ['experienceYears', { experienceYears: '51' }, 'invalid_input'],
  ['experienceYears', { experienceYears: '' }, 'invalid_input'],
  ['experienceYears', { experienceYears: '-1' }, 'invalid_input'],
  ['highestDegree', { highestDegree: '' }, 'invalid_input'],
  ['brief', { brief: 'a'.repeat(301) }, 'invalid_input'],
  ['brief', { brief: '' }, 'invalid_input'],
  ['language', { language: 'Klingon' }, 'invalid_input'],
  ['moreLanguages', { moreLanguages: ['Klingon'] }, 'invalid_input'],
  ['moreLanguages', { moreLanguages: ['Other'] }, 'invalid_input'],
  ['moreLanguages', { moreLanguages: ['English', 'Tamil', 'Telugu', 'Bengali', 'Marathi', 'Urdu'] }, 'invalid_input'],
  ['subcategories', { subcategories: ['JEE', 'NEET'] }, 'not_three_subcategories'],
  ['subcategories', { subcategories: ['JEE', 'NEET', 'NEET'] }, 'not_three_subcategories'],
  ['subcategories', { subcategories: ['JEE', 'NEET', 'Health'] }, 'not_three_subcategories'],
  ['keySubjects', { keySubjects: ['a', 'b', 'c', 'd'] }, 'too_many_subjects'],
  ['keySubjects', { keySubjects: ['a'.repeat(41)] }, 'invalid_input'],
] as const

test.each(invalidFields)(
  'an invalid %s (%o) is refused, its field is named, and nothing changes',
  async (field, changes, code) => {
    const { ctx } = await newExpert(database.as, { complete: false })
    const before = await getOwnExpert(ctx)
    const input = { ...raviProfile, ...changes } as typeof raviProfile
    await expect(saveExpertProfile(ctx, input)).rejects.toMatchObject({ code })
    expect(Object.keys(findExpertProfileProblems(input))).toEqual([field])
    expect(await getOwnExpert(ctx)).toEqual(before)
  },
)

test('brief and years at their limits are accepted', async () => {
  const { ctx } = await newExpert(database.as, { complete: false })
  await saveExpertProfile(ctx, { ...raviProfile, brief: 'a'.repeat(300), experienceYears: '50' })
  expect(await getOwnExpert(ctx)).toMatchObject({ experienceYears: 50 })
})

test('up to five other languages are saved, without duplicates and without the first language', async () => {
  const { ctx } = await newExpert(database.as, { complete: false })
  const languages = ['English', 'Tamil', 'Telugu', 'Bengali', 'Marathi']
  await saveExpertProfile(ctx, { ...raviProfile, language: 'Hindi', moreLanguages: ['Hindi', ...languages, 'English'] })
  expect(await getOwnExpert(ctx)).toMatchObject({ language: 'Hindi', moreLanguages: languages })
  await saveExpertProfile(ctx, { ...raviProfile, moreLanguages: [] })
  expect(await getOwnExpert(ctx)).toMatchObject({ moreLanguages: [] })
})

test('a page that has not seen the newest profile does not overwrite it', async () => {
  const { ctx } = await newExpert(database.as)
  const seenVersion = expertProfileVersion(await getOwnExpert(ctx))
  await saveExpertProfile(ctx, { ...raviProfile, title: 'From the first tab' }, { seenVersion })
  const stale = saveExpertProfile(ctx, { ...raviProfile, brief: 'From the second tab' }, { seenVersion })
  await expect(stale).rejects.toMatchObject({ code: 'profile_changed' })
  const stored = await getOwnExpert(ctx)
  expect(stored).toMatchObject({ title: 'From the first tab', brief: raviProfile.brief })
  const newest = { seenVersion: expertProfileVersion(stored) }
  await saveExpertProfile(ctx, { ...raviProfile, brief: 'From the second tab' }, newest)
  expect(await getOwnExpert(ctx)).toMatchObject({ title: raviProfile.title, brief: 'From the second tab' })
})

test('saving one expert does not change another', async () => {
  const [first, second] = [await newExpert(database.as), await newExpert(database.as)]
  await saveExpertProfile(first.ctx, { ...raviProfile, title: 'Mine alone' })
  expect(await getOwnExpert(second.ctx)).toMatchObject({ title: 'Physics teacher' })
})

test.each(['student', 'team'] as const)('saving is refused to the role %s', async (role) => {
  const { person } = await newSignedInPerson(database.as, role)
  const saved = saveExpertProfile(database.as(person), raviProfile)
  await expect(saved).rejects.toMatchObject({ code: 'not_allowed' })
})

test('saving is refused to a visitor', async () => {
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(saveExpertProfile(visitor, raviProfile)).rejects.toMatchObject({ code: 'not_signed_in' })
})
