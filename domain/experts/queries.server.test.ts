import { expect, test } from 'vitest'
import { findOwnListing } from '#domain/experts/queries.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()

test('the navigation of an expert shows the switch, and whether the public page exists', async () => {
  const { person, expertId } = await newExpert(database.as)
  const approved = { ...person, approval: 'approved' as const }
  const listing = { id: expertId, approval: 'approved', isOnline: false, isPublic: true }
  expect(await findOwnListing(database.as(approved))).toEqual(listing)
  await setOnline(database.as(approved), true)
  expect(await findOwnListing(database.as(approved))).toEqual({ ...listing, isOnline: true })
})

test('an expert without approval or with an incomplete profile has no public page', async () => {
  const pending = await newExpert(database.as, { approval: 'pending' })
  expect(await findOwnListing(database.as(pending.person))).toMatchObject({ approval: 'pending', isPublic: false })
  const incomplete = await newExpert(database.as, { complete: false })
  expect(await findOwnListing(database.as(incomplete.person))).toMatchObject({ isPublic: false })
  const { person } = await newSignedInPerson(database.as)
  const withoutRecord = { ...person, role: 'expert' as const }
  expect(await findOwnListing(database.as(withoutRecord))).toEqual({
    id: null,
    approval: 'pending',
    isOnline: false,
    isPublic: false,
  })
})

test('other people have none', async () => {
  for (const role of ['student', 'team'] as const) {
    const { person } = await newSignedInPerson(database.as, role)
    expect(await findOwnListing(database.as(person))).toBeNull()
  }
  expect(await findOwnListing(database.as({ kind: 'visitor', address: '203.0.113.9' }))).toBeNull()
})
