import { beforeAll, describe, expect, test } from 'vitest'
import { acceptApplication } from '#domain/applications/accept-application.server.ts'
import { applicationFolder } from '#domain/applications/contract.ts'
import { getApplication } from '#domain/applications/queries.server.ts'
import { readDocument } from '#domain/applications/read-document.server.ts'
import { rejectApplication } from '#domain/applications/reject-application.server.ts'
import { deleteRejectedApplications, removeDocument } from '#domain/applications/remove-documents.server.ts'
import { saveDocument } from '#domain/applications/save-document.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import { applicationDocumentsMax, questionFileMaxBytes } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'
import { createMemoryStorage, enterApplicationOfKavita } from '#tests/applications.ts'
import { useDatabase } from '#tests/database.ts'
import { makeDocx, pdfBytes } from '#tests/documents.ts'
import { onePixelPng } from '#tests/pictures.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const storage = createMemoryStorage()
const decodeQueue = createDecodeQueue()
let meera: Person
const as = (actor: Actor, now = new Date()) => ({ ...database.as(actor, { now: () => now }), storage, decodeQueue })
const team = () => as(meera)

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team')).person
})

async function enterWithDocument() {
  const application = await enterApplicationOfKavita(team())
  await saveDocument(team(), { applicationId: application.id, name: 'CV of Kavita.pdf', bytes: pdfBytes })
  const { documents } = await getApplication(team(), application.id)
  return { ...application, document: documents[0]?.id ?? '' }
}

function listDocumentLines(id: string) {
  return database
    .db()
    .selectFrom('audit_log')
    .select(['act', 'details', 'actor_id'])
    .where('thing_id', '=', id)
    .where('act', 'like', 'document%')
    .orderBy('id')
    .execute()
}

describe('a document', () => {
  test('is stored unchanged, and each read writes an audit line without its name', async () => {
    const { id, document } = await enterWithDocument()
    expect(await readDocument(team(), document)).toEqual({
      bytes: pdfBytes,
      name: 'CV of Kavita.pdf',
      type: 'application/pdf',
    })
    await readDocument(team(), document)
    const line = (act: string) => ({ act, details: { document }, actor_id: meera.id })
    expect(await listDocumentLines(id)).toEqual([line('document added'), line('document read'), line('document read')])
  })

  test('that is an image is re-encoded', async () => {
    const { id } = await enterApplicationOfKavita(team())
    await saveDocument(team(), { applicationId: id, name: 'degree.png', bytes: await onePixelPng() })
    const { documents } = await getApplication(team(), id)
    expect(documents).toMatchObject([{ name: 'degree.webp' }])
  })

  test('of another type, too large, with macros, or beyond the maximum number is refused', async () => {
    const { id } = await enterApplicationOfKavita(team())
    const save = (bytes: Uint8Array) =>
      saveDocument(team(), { applicationId: id, name: 'cv.pdf', bytes }).then(
        () => 'saved',
        ({ code }) => code,
      )
    expect(await save(Buffer.from('<script>'))).toBe('question_file_type')
    expect(await save(Buffer.alloc(questionFileMaxBytes + 1))).toBe('question_file_too_large')
    expect(await save(makeDocx([{ name: 'word/vbaProject.bin' }]))).toBe('question_file_macros')
    const results = await Promise.all(Array.from({ length: applicationDocumentsMax + 2 }, () => save(pdfBytes)))
    expect(results.filter((result) => result === 'too_many_documents')).toHaveLength(2)
    expect(await storage.list(applicationFolder(id))).toHaveLength(applicationDocumentsMax)
  })

  test('is refused while three others of the same person are checked', async () => {
    const { id } = await enterApplicationOfKavita(team())
    const held = Promise.withResolvers<void>()
    const inProgress = Array.from({ length: 3 }, () => decodeQueue.run(meera.id, () => held.promise))
    const saved = saveDocument(team(), { applicationId: id, name: 'degree.png', bytes: await onePixelPng() })
    await expect(saved).rejects.toMatchObject({ code: 'files_in_progress' })
    held.resolve()
    await Promise.all(inProgress)
    expect((await getApplication(team(), id)).documents).toEqual([])
    expect(await listDocumentLines(id)).toEqual([])
  })

  test('leaves no row when the upload fails', async () => {
    const { id } = await enterApplicationOfKavita(team())
    const failingStorage = { ...storage, put: () => Promise.reject(new Error('storage is down')) }
    const saved = saveDocument({ ...team(), storage: failingStorage }, { applicationId: id, name: '', bytes: pdfBytes })
    await expect(saved).rejects.toThrow('storage is down')
    expect((await getApplication(team(), id)).documents).toEqual([])
  })

  test('can be removed once', async () => {
    const { id, document } = await enterWithDocument()
    await removeDocument(team(), document)
    expect(await storage.list(applicationFolder(id))).toEqual([])
    expect(await readDocument(team(), document)).toBeNull()
    await expect(removeDocument(team(), document)).rejects.toMatchObject({ code: 'nothing_there' })
  })

  test('needs an existing application that is not rejected', async () => {
    const { id, revision } = await enterApplicationOfKavita(team())
    await rejectApplication(team(), { id, revision, letter: 'No.' })
    for (const applicationId of [id, crypto.randomUUID(), 'no-id']) {
      const saved = saveDocument(team(), { applicationId, name: 'cv.pdf', bytes: pdfBytes })
      await expect(saved).rejects.toMatchObject({ code: 'no_such_application' })
    }
  })

  const refusedRoles = ['student', 'expert', 'visitor', 'team member without a second factor']
  test.each(refusedRoles)('is refused to a %s', async (user) => {
    const { id, document } = await enterWithDocument()
    const actors: Record<string, () => Promise<Actor>> = {
      student: async () => (await newSignedInPerson(database.as, 'student')).person,
      expert: async () => (await newSignedInPerson(database.as, 'expert')).person,
      visitor: async () => ({ kind: 'visitor', address: '' }),
      'team member without a second factor': async () => ({ ...meera, secondFactorMissing: true }),
    }
    const actor = await actors[user]?.()
    if (!actor) throw new Error(user)
    const code = user === 'visitor' ? 'not_signed_in' : 'not_allowed'
    const input = { applicationId: id, name: 'cv.pdf', bytes: pdfBytes }
    await expect(saveDocument(as(actor), input)).rejects.toMatchObject({ code })
    await expect(readDocument(as(actor), document)).rejects.toMatchObject({ code })
    await expect(removeDocument(as(actor), document)).rejects.toMatchObject({ code })
    expect(await listDocumentLines(id)).toHaveLength(1)
  })
})

test('a rejected application is deleted after half a year, and others are kept', async () => {
  const [rejected, accepted, open] = [await enterWithDocument(), await enterWithDocument(), await enterWithDocument()]
  await rejectApplication(team(), { ...rejected, letter: 'No.' })
  await acceptApplication(team(), accepted)
  const system = (days: number) => as({ kind: 'system' }, daysLater(new Date(), days))
  await deleteRejectedApplications(system(180))
  expect(await getApplication(team(), rejected.id)).toMatchObject({ stage: 'rejected' })
  await deleteRejectedApplications(system(184))
  await expect(getApplication(team(), rejected.id)).rejects.toMatchObject({ code: 'no_such_application' })
  expect(await storage.list(applicationFolder(rejected.id))).toEqual([])
  for (const { id } of [accepted, open]) {
    expect((await getApplication(team(), id)).documents).toHaveLength(1)
    expect(await storage.list(applicationFolder(id))).toHaveLength(1)
  }
  await expect(deleteRejectedApplications(team())).rejects.toMatchObject({ code: 'not_allowed' })
})
