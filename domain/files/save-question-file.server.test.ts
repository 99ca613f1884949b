import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSessionFile, deleteUnusedFiles } from '#domain/bookings/question-file.server.ts'
import { questionFolder } from '#domain/files/contract.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { removeQuestionFiles } from '#domain/files/remove-question-files.server.ts'
import { saveQuestionFile } from '#domain/files/save-question-file.server.ts'
import type { Actor } from '#domain/policy.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { questionFileMaxBytes, questionFilesPerHour } from '#kernel/limits.ts'
import { createDiskStorage } from '#platform/storage/disk.ts'
import type { Storage } from '#platform/storage/port.ts'
import { useDatabase } from '#tests/database.ts'
import { makeDocx, pdfBytes } from '#tests/documents.ts'
import { onePixelPng } from '#tests/pictures.ts'
import { createCast, sessionRow } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const decodeQueue = createDecodeQueue()
const cast = createCast(database.as)
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '' } as const
let folder: string
let storage: Storage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-question-files-'))
  storage = createDiskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const as = (actor: Actor) => ({ ...cast.ctxAs(actor), storage, decodeQueue })
const save = (actor: Actor, bytes: Uint8Array = pdfBytes, name = 'sums.pdf') =>
  saveQuestionFile(as(actor), { name, bytes })
const listRows = (id: AccountId) =>
  database.db().selectFrom('question_files').selectAll().where('student_id', '=', id).execute()
const listStored = (id: AccountId) => storage.list(questionFolder(id))

test('a student stores a file in their own folder under an unguessable key', async () => {
  const asha = await cast.student()
  const file = await save(asha)
  expect(file).toEqual({
    key: expect.stringMatching(new RegExp(`^questions/${asha.id}/[0-9a-f]{32}$`)),
    name: 'sums.pdf',
    type: 'application/pdf',
  })
  expect(await listRows(asha.id)).toEqual([
    { ...file, student_id: asha.id, size_bytes: pdfBytes.length, stored_at: cast.clock.now() },
  ])
  expect(await storage.get(file.key)).toEqual({ bytes: pdfBytes, contentType: 'application/pdf' })
})

test('the stored name follows the content', async () => {
  const asha = await cast.student()
  const picture = await save(asha, await onePixelPng(), '../me.exe')
  expect(picture).toMatchObject({ name: 'me.exe.webp', type: 'image/webp' })
  const document = await save(asha, makeDocx(), 'essay.doc')
  expect(document.name).toBe('essay.docx')
})

describe('an upload is refused', () => {
  test('while three files of the student are checked, unless it needs no check; nothing is stored', async () => {
    const asha = await cast.student()
    const held = Promise.withResolvers<void>()
    const inProgress = Array.from({ length: 3 }, () => decodeQueue.run(asha.id, () => held.promise))
    for (const bytes of [await onePixelPng(), makeDocx()])
      await expect(save(asha, bytes)).rejects.toEqual(refusal('files_in_progress'))
    expect([await listRows(asha.id), await listStored(asha.id)]).toEqual([[], []])
    await save(asha, pdfBytes)
    held.resolve()
    await Promise.all(inProgress)
    await save(asha, makeDocx())
  })

  test('for visitors with the specified text, and for everyone who is not a student', async () => {
    await expect(save(visitor)).rejects.toThrow('You need to be logged in to send a request')
    for (const role of ['expert', 'team'] as const) {
      const { person } = await newSignedInPerson(database.as, role)
      await expect(save(person)).rejects.toEqual(refusal('not_allowed'))
    }
    await expect(save({ kind: 'system' })).rejects.toEqual(refusal('not_allowed'))
  })

  test('above ten megabytes, and for an unsupported type; nothing is stored', async () => {
    const asha = await cast.student()
    const padded = (length: number) => Buffer.concat([pdfBytes, Buffer.alloc(length - pdfBytes.length)])
    await expect(save(asha, padded(questionFileMaxBytes + 1))).rejects.toThrow('File size exceeds the 10MB limit.')
    await expect(save(asha, Buffer.from('<script>'))).rejects.toEqual(refusal('question_file_type'))
    expect([await listRows(asha.id), await listStored(asha.id)]).toEqual([[], []])
    await save(asha, padded(questionFileMaxBytes))
    expect(await listStored(asha.id)).toHaveLength(1)
  })

  test('after twenty in an hour, which may be concurrent or refused', async () => {
    const asha = await cast.student()
    await expect(save(asha, Buffer.from('no'))).rejects.toEqual(refusal('question_file_type'))
    const results = await Promise.allSettled(Array.from({ length: questionFilesPerHour }, () => save(asha)))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused).toEqual(['too_many_question_files'])
    cast.clock.advance(3_600_000)
    await save(asha)
  })

  test('while the storage is unavailable, and leaves no row', async () => {
    const asha = await cast.student()
    const failingStorage = { ...storage, put: () => Promise.reject(new Error('disk full')) }
    const saving = saveQuestionFile({ ...as(asha), storage: failingStorage }, { name: 'a', bytes: pdfBytes })
    await expect(saving).rejects.toThrow('disk full')
    expect(await listRows(asha.id)).toEqual([])
  })

  test('when the account is deleted before or during the upload; nothing is left', async () => {
    const { person, password } = await newSignedInPerson(database.as)
    const slow: Storage = {
      ...storage,
      async put(...file) {
        await deleteAccount(as(person), { password })
        await removeQuestionFiles(as({ kind: 'system' }), { profileId: person.id })
        await storage.put(...file)
      },
    }
    const saving = saveQuestionFile({ ...as(person), storage: slow }, { name: 'a', bytes: pdfBytes })
    await expect(saving).rejects.toEqual(refusal('no_such_person'))
    await expect(save(person)).rejects.toEqual(refusal('no_such_person'))
    expect([await listRows(person.id), await listStored(person.id)]).toEqual([[], []])
  })
})

describe('a question', () => {
  test('ignores the file name and type of the browser, and can reuse a file', async () => {
    const asha = await cast.student()
    const file = await save(asha)
    const forged = { ...file, name: 'invoice.html', type: 'text/html' }
    for (const { expertId } of [await cast.expert(), await cast.expert()]) {
      const id = await cast.ask(asha, expertId, { question: '', file: forged })
      const row = await sessionRow(database.db(), id)
      expect(row).toMatchObject({ file_key: file.key, file_name: 'sums.pdf', file_type: 'application/pdf' })
      await cancelSession(cast.ctxAs(asha), { id })
    }
    const removing = database.db().deleteFrom('question_files').where('key', '=', file.key).execute()
    await expect(removing).rejects.toThrow('help_sessions_file_is_stored')
  })

  test('cannot use another person’s file, or one that does not exist', async () => {
    const [asha, other] = [await cast.student(), await cast.student()]
    const { expertId } = await cast.expert()
    const otherFile = await save(other)
    const keys = [otherFile.key, `${questionFolder(asha.id)}a`, `${questionFolder(asha.id)}../${other.id}/a`, '']
    for (const key of keys) {
      await expect(cast.ask(asha, expertId, { file: { ...otherFile, key } })).rejects.toEqual(
        refusal('no_such_question_file'),
      )
    }
    await cast.ask(asha, expertId, { file: await save(asha) })
  })
})

describe('the file of a session', () => {
  test('is readable only by its participants, from the ring on, and by the team', async () => {
    const [asha, other] = [await cast.student(), await cast.student()]
    const [ravi, kavita] = [await cast.expert(), await cast.expert()]
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    const id = await cast.ask(asha, ravi.expertId, { file: await save(asha) })
    const find = (actor: Actor) => findSessionFile(as(actor), id)
    const others = [visitor, other, kavita.person, { ...meera, secondFactorMissing: true }]
    const expectAccess = async () => {
      for (const actor of [asha, ravi.person, meera]) {
        expect(await find(actor)).toEqual({
          bytes: pdfBytes,
          name: 'sums.pdf',
          type: 'application/pdf',
          isPicture: false,
        })
      }
      for (const actor of others) expect(await find(actor)).toBeNull()
    }
    await expectAccess()
    await cancelSession(cast.ctxAs(asha), { id })
    await expectAccess()
  })

  test('is null for a session without a file, and for an unknown session', async () => {
    const asha = await cast.student()
    const { expertId } = await cast.expert()
    const id = await cast.ask(asha, expertId)
    for (const sessionId of [id, asha.id, 'x', `${id}'--`, '../../x']) {
      expect(await findSessionFile(as(asha), sessionId)).toBeNull()
    }
  })
})

describe('the daily job', () => {
  const system = { kind: 'system' } as const

  test('deletes only files that are still unused after a day', async () => {
    const asha = await cast.student()
    const { expertId } = await cast.expert()
    const [used, unused] = [await save(asha), await save(asha)]
    await cancelSession(cast.ctxAs(asha), { id: await cast.ask(asha, expertId, { file: used }) })
    cast.clock.advance(24 * 3_600_000)
    const fresh = await save(asha)
    await deleteUnusedFiles(as(system))
    expect(await listStored(asha.id)).toContain(unused.key)
    cast.clock.advance(1)
    await deleteUnusedFiles(as(system))
    const kept = [used.key, fresh.key].toSorted()
    expect(await listStored(asha.id)).toEqual(kept)
    expect((await listRows(asha.id)).map(({ key }) => key).toSorted()).toEqual(kept)
    await expect(cast.ask(asha, expertId, { file: unused })).rejects.toEqual(refusal('no_such_question_file'))
  })

  test('continues after the storage was unavailable', async () => {
    const asha = await cast.student()
    await save(asha)
    cast.clock.advance(25 * 3_600_000)
    const failingStorage = { ...storage, remove: () => Promise.reject(new Error('storage is down')) }
    await expect(deleteUnusedFiles({ ...as(system), storage: failingStorage })).rejects.toThrow('storage is down')
    expect(await listRows(asha.id)).toHaveLength(1)
    await deleteUnusedFiles(as(system))
    expect([await listRows(asha.id), await listStored(asha.id)]).toEqual([[], []])
  })

  test('can only be run by the system', async () => {
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    await expect(deleteUnusedFiles(as(meera))).rejects.toEqual(refusal('not_allowed'))
    await expect(removeQuestionFiles(as(meera), { profileId: meera.id })).rejects.toEqual(refusal('not_allowed'))
  })
})
