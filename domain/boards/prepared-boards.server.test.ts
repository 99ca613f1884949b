import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { duplicatePreparedBoard } from '#domain/boards/duplicate-board.server.ts'
import { removeBoardFiles } from '#domain/boards/forget-author.server.ts'
import { mergeBoard } from '#domain/boards/merge-board.server.ts'
import { findBoardPicture, listBoardPictures } from '#domain/boards/picture-queries.server.ts'
import {
  deletePreparedBoard,
  getPreparedBoard,
  listBoardsToAdd,
  listPreparedBoards,
  savePreparedBoard,
} from '#domain/boards/prepared-boards.server.ts'
import { boardsPart } from '#domain/boards/privacy-part.server.ts'
import { isOwnBoard, listBoardChanges } from '#domain/boards/queries.server.ts'
import { readBoardOfSession } from '#domain/boards/read-board-of-session.server.ts'
import { saveBoardPicture } from '#domain/boards/save-picture.server.ts'
import { storeBoardUpdate } from '#domain/boards/store-update.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { boardId, type BoardId, type SessionId } from '#kernel/ids.ts'
import {
  boardCopiesPerHour,
  boardDeletionsMaxBytes,
  boardMaxBytes,
  boardNameMaxLength,
  boardOpenAfterCallMs,
  preparedBoardsMax,
} from '#kernel/limits.ts'
import { findJob } from '#platform/jobs/port.ts'
import type { Storage } from '#platform/storage/port.ts'
import { useDatabase } from '#tests/database.ts'
import { listJobs } from '#tests/jobs.ts'
import { createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const newId = () => boardId.parse(randomUUID())

const files = new Map<string, Buffer>()
const storage: Storage = {
  put: async (key, bytes) => void files.set(key, Buffer.from(bytes)),
  get: async (key) => (files.has(key) ? ({ bytes: files.get(key), contentType: 'image/webp' } as never) : null),
  list: async (prefix) => [...files.keys()].filter((key) => key.startsWith(prefix)),
  remove: async (keys) => keys.forEach((key) => files.delete(key)),
}
const as = (actor: Actor) => ({ ...ctxAs(actor), storage, decodeQueue: createDecodeQueue() })

let asha: Person
let ravi: Person
let password: string
let expertId: string
beforeEach(async () => {
  asha = await cast.student(1_000)
  ;({ person: ravi, password, expertId } = await cast.expert())
})

/** A page of the expert: its document and its last change. */
function openPage() {
  const doc = new Y.Doc()
  let last = new Uint8Array()
  doc.on('update', (update: Uint8Array) => (last = new Uint8Array(update)))
  const elements = doc.getMap('elements')
  return {
    write(text: string): Uint8Array {
      elements.set(text, { kind: 'text', page: 'first', text })
      return last
    },
    erase(text: string): Uint8Array {
      elements.delete(text)
      return last
    },
  }
}

async function newBoard(...texts: string[]): Promise<BoardId> {
  const id = newId()
  await savePreparedBoard(ctxAs(ravi), { id, name: 'Integration' })
  const page = openPage()
  for (const text of texts) await storeBoardUpdate(ctxAs(ravi), { id, data: page.write(text) })
  return id
}

test('a name is one line of visible characters', async () => {
  const id = await newBoard()
  await savePreparedBoard(ctxAs(ravi), { id, name: ' Limits\r\nand \u202Eseries ' })
  expect(await getPreparedBoard(ctxAs(ravi), id)).toMatchObject({ name: 'Limits and series' })
  const nameless = savePreparedBoard(ctxAs(ravi), { id, name: '\u202E\n' })
  await expect(nameless).rejects.toMatchObject({ code: 'invalid_input' })
})

async function readTexts(id: BoardId): Promise<string[]> {
  const doc = new Y.Doc()
  const { changes } = await listBoardChanges(ctxAs(ravi), { id })
  for (const change of changes) Y.applyUpdate(doc, change)
  return [...doc.getMap<{ text: string }>('elements').values()].map(({ text }) => text).toSorted()
}

async function addPicture(id: BoardId) {
  const { default: sharp } = await import('sharp')
  const create = { width: 10, height: 10, channels: 3, background: 'white' } as const
  return saveBoardPicture(as(ravi), { id, bytes: await sharp({ create }).png().toBuffer() })
}

/** Runs the jobs that remove files of this board, including those scheduled for later. */
async function removeFilesOf(id: BoardId): Promise<void> {
  for (const { payload } of await listJobs(database.db(), 'remove_board_files')) {
    if (payload.boardId === id) await removeBoardFiles({ ...cast.system(), storage }, payload)
  }
}

async function newCall(): Promise<SessionId> {
  const session = await cast.ask(asha, expertId)
  await cast.accept(ravi, session)
  return session
}

/** Lists everyone but the owner, with the expected refusal. */
async function listOthers(): Promise<[Actor, string][]> {
  const { person: otherExpert } = await cast.expert()
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  return [
    [otherExpert, 'no_such_board'],
    [asha, 'not_allowed'],
    [meera, 'not_allowed'],
    [{ kind: 'visitor', address: '203.0.113.9' }, 'not_signed_in'],
    [{ kind: 'newcomer', id: asha.id, signInId: asha.signInId }, 'terms_needed'],
  ]
}

test('every function for a prepared board refuses everyone but its expert', async () => {
  const id = await newBoard('u v')
  const { id: pictureId } = await addPicture(id)
  const change = openPage().write('mine')
  for (const [actor, code] of await listOthers()) {
    await expect(getPreparedBoard(ctxAs(actor), id)).rejects.toEqual(refusal(code))
    await expect(duplicatePreparedBoard(as(actor), { id: newId(), from: id })).rejects.toEqual(refusal(code))
    await expect(deletePreparedBoard(ctxAs(actor), { id })).rejects.toEqual(refusal(code))
    await expect(savePreparedBoard(ctxAs(actor), { id, name: 'Mine' })).rejects.toEqual(refusal(code))
    // Other boards are open for all who are signed in.
    const door = code === 'not_allowed' ? 'no_such_board' : code
    await expect(listBoardChanges(ctxAs(actor), { id })).rejects.toEqual(refusal(door))
    await expect(storeBoardUpdate(ctxAs(actor), { id, data: change })).rejects.toEqual(refusal(door))
    await expect(listBoardPictures(ctxAs(actor), id)).rejects.toEqual(refusal(door))
    await expect(saveBoardPicture(as(actor), { id, bytes: Buffer.from('x') })).rejects.toEqual(refusal(door))
    expect(await isOwnBoard(ctxAs(actor), id)).toBe(false)
  }
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const why = 'A complaint.'
  await expect(readBoardOfSession(ctxAs(meera), { id: id as string as SessionId, why })).rejects.toEqual(
    refusal('no_such_session'),
  )
  expect(await findBoardPicture(as(asha), pictureId)).toBeNull()
  expect(await isOwnBoard(ctxAs(ravi), id)).toBe(true)
  expect(await listPreparedBoards(ctxAs(ravi))).toMatchObject([{ id, name: 'Integration' }])
  expect(await readTexts(id)).toEqual(['u v'])
})

test('an invalid id is not found', async () => {
  await expect(getPreparedBoard(ctxAs(ravi), 'x')).rejects.toEqual(refusal('no_such_board'))
  await expect(getPreparedBoard(ctxAs(ravi), randomUUID())).rejects.toEqual(refusal('no_such_board'))
  await expect(duplicatePreparedBoard(as(ravi), { id: 'x' as BoardId, from: newId() })).rejects.toEqual(
    refusal('invalid_input'),
  )
})

describe('a duplicate', () => {
  test('has the content of the board and its own pictures, and both boards change separately', async () => {
    const from = await newBoard('u v', '∫ v du')
    const { id: pictureId } = await addPicture(from)
    const id = newId()
    await duplicatePreparedBoard(as(ravi), { id, from })
    await duplicatePreparedBoard(as(ravi), { id, from })
    expect(await listPreparedBoards(ctxAs(ravi))).toHaveLength(2)
    expect(await getPreparedBoard(ctxAs(ravi), id)).toMatchObject({ name: 'Integration (copy)' })
    await storeBoardUpdate(ctxAs(ravi), { id, data: openPage().write('only here') })
    await deletePreparedBoard(ctxAs(ravi), { id: from })
    await storage.remove(await storage.list(`boards/${from}/`))
    expect(await readTexts(id)).toEqual(['only here', 'u v', '∫ v du'])
    expect(await findBoardPicture(as(ravi), pictureId)).toMatchObject({ type: 'image/webp' })
    expect(await storage.list(`boards/${id}/`)).toHaveLength(1)
    expect(await findBoardPicture(as(asha), pictureId)).toBeNull()
  })

  test('has a name that is not too long', async () => {
    const from = newId()
    await savePreparedBoard(ctxAs(ravi), { id: from, name: 'x'.repeat(boardNameMaxLength) })
    const id = newId()
    await duplicatePreparedBoard(as(ravi), { id, from })
    const { name } = await getPreparedBoard(ctxAs(ravi), id)
    expect([name.length, name.endsWith('x (copy)')]).toEqual([boardNameMaxLength, true])
  })

  test('is refused beyond the limit of boards, and leaves no file', async () => {
    const from = await newBoard('u v')
    await addPicture(from)
    const now = clock.now()
    await database
      .db()
      .insertInto('boards')
      .values(
        Array.from({ length: preparedBoardsMax - 1 }, () => ({
          id: newId(),
          owner_id: ravi.id,
          name: 'Another',
          created_at: now,
          changed_at: now,
        })),
      )
      .execute()
    const id = newId()
    await expect(duplicatePreparedBoard(as(ravi), { id, from })).rejects.toEqual(refusal('too_many_boards'))
    await expect(savePreparedBoard(ctxAs(ravi), { id, name: 'One more' })).rejects.toEqual(refusal('too_many_boards'))
    expect(await storage.list(`boards/${id}/`)).toEqual([])
    await savePreparedBoard(ctxAs(ravi), { id: from, name: 'Renamed' })
  })

  test('that is interrupted leaves no file', async () => {
    const from = await newBoard('u v')
    await addPicture(from)
    const id = newId()
    const put: Storage['put'] = async (...file) => {
      await storage.put(...file)
      throw new Error('killed')
    }
    const killed = { ...as(ravi), storage: { ...storage, put } }
    await expect(duplicatePreparedBoard(killed, { id, from })).rejects.toThrow('killed')
    expect(await storage.list(`boards/${id}/`)).toHaveLength(1)
    await removeFilesOf(id)
    expect(await storage.list(`boards/${id}/`)).toEqual([])
  })

  test('leaves out a picture whose file is lost', async () => {
    const from = await newBoard('u v')
    const { id: lost } = await addPicture(from)
    await storage.remove(await storage.list(`boards/${from}/`))
    const { id: kept } = await addPicture(from)
    const id = newId()
    await duplicatePreparedBoard(as(ravi), { id, from })
    expect((await listBoardPictures(ctxAs(ravi), from)).map((picture) => picture.id)).toEqual([lost, kept])
    expect((await listBoardPictures(ctxAs(ravi), id)).map((picture) => picture.id)).toEqual([kept])
  })

  test('is refused when a picture is added meanwhile', async () => {
    const from = await newBoard('u v')
    await addPicture(from)
    const id = newId()
    const put: Storage['put'] = async (...file) => {
      await storage.put(...file)
      await addPicture(from)
    }
    const ctx = { ...as(ravi), storage: { ...storage, put } }
    await expect(duplicatePreparedBoard(ctx, { id, from })).rejects.toEqual(refusal('board_changed'))
    expect(await storage.list(`boards/${id}/`)).toEqual([])
    await duplicatePreparedBoard(as(ravi), { id, from })
    expect(await listBoardPictures(ctxAs(ravi), id)).toHaveLength(2)
  })

  test('is limited in an hour, and may not take the id of another board', async () => {
    const from = await newBoard('u v')
    const { person: other } = await cast.expert()
    const taken = newId()
    await savePreparedBoard(ctxAs(other), { id: taken, name: 'Optics' })
    await expect(duplicatePreparedBoard(as(ravi), { id: taken, from })).rejects.toEqual(refusal('no_such_board'))
    await database
      .db()
      .updateTable('hourly_counts')
      .set({ times: boardCopiesPerHour })
      .where('key', '=', `board copy ${ravi.id}`)
      .execute()
    await expect(duplicatePreparedBoard(as(ravi), { id: newId(), from })).rejects.toEqual(
      refusal('too_many_board_copies'),
    )
  })
})

describe('a full board', () => {
  test('says so, shows how full it is, and has room again when something is deleted', async () => {
    const id = newId()
    await savePreparedBoard(ctxAs(ravi), { id, name: 'Integration' })
    const page = openPage()
    await storeBoardUpdate(ctxAs(ravi), { id, data: page.write('x'.repeat(9_000)) })
    await database.db().updateTable('boards').set({ bytes: boardMaxBytes }).where('id', '=', id).execute()
    expect((await getPreparedBoard(ctxAs(ravi), id)).fullPercent).toBe(100)
    const tooMuch = openPage().write('too much')
    await expect(storeBoardUpdate(ctxAs(ravi), { id, data: tooMuch })).rejects.toEqual(refusal('prepared_board_full'))
    await storeBoardUpdate(ctxAs(ravi), { id, data: page.erase('x'.repeat(9_000)) })
    expect(await findJob(database.db(), 'merge_board', `merge ${id}`)).toEqual({ boardId: id })
    await mergeBoard(ctxAs({ kind: 'system' }), { boardId: id })
    expect((await getPreparedBoard(ctxAs(ravi), id)).fullPercent).toBe(0)
    await storeBoardUpdate(ctxAs(ravi), { id, data: tooMuch })
    expect(await readTexts(id)).toEqual(['too much'])
  })

  test('accepts a limited amount of deletions', async () => {
    const id = newId()
    await savePreparedBoard(ctxAs(ravi), { id, name: 'Integration' })
    const page = openPage()
    await storeBoardUpdate(ctxAs(ravi), { id, data: page.write('u v') })
    const bytes = boardMaxBytes + boardDeletionsMaxBytes
    await database.db().updateTable('boards').set({ bytes }).where('id', '=', id).execute()
    await expect(storeBoardUpdate(ctxAs(ravi), { id, data: page.erase('u v') })).rejects.toEqual(
      refusal('prepared_board_full'),
    )
  })
})

describe('the boards that can be added to a call', () => {
  test('are those of the expert of the call, while its board can be changed', async () => {
    const id = await newBoard('u v')
    const session = await newCall()
    expect(await listBoardsToAdd(ctxAs(ravi), { id: session })).toMatchObject([{ id, name: 'Integration' }])
    for (const [actor, code] of await listOthers()) {
      await expect(listBoardsToAdd(ctxAs(actor), { id: session })).rejects.toEqual(refusal(code))
    }
    await expect(listBoardsToAdd(ctxAs(ravi), { id })).rejects.toEqual(refusal('no_such_board'))
    await hangUp(ctxAs(asha), { id: session })
    clock.advance(boardOpenAfterCallMs)
    await expect(listBoardsToAdd(ctxAs(ravi), { id: session })).rejects.toEqual(refusal('board_closed'))
  })
})

test('the download of own data has prepared boards, and deleting the account deletes them with their files', async () => {
  const id = await newBoard('u v')
  const { id: pictureId } = await addPicture(id)
  const copy = newId()
  await duplicatePreparedBoard(as(ravi), { id: copy, from: id })
  const collected = await boardsPart.collect(as(ravi), ravi.id)
  expect(collected).toMatchObject({
    boards: expect.arrayContaining([
      {
        board: expect.objectContaining({ id, name: 'Integration', session_id: null }),
        content: { elements: [{ kind: 'text', page: 'first', text: 'u v' }], pads: [] },
      },
      {
        board: expect.objectContaining({ id: copy, name: 'Integration (copy)' }),
        content: { elements: [{ kind: 'text', page: 'first', text: 'u v' }], pads: [] },
      },
    ]),
    board_pictures: [
      { id: pictureId, board_id: expect.anything() },
      { id: pictureId, board_id: expect.anything() },
    ],
  })
  expect(await boardsPart.collect(as(asha), asha.id)).toEqual({ boards: [], board_pictures: [] })
  await deleteAccount(ctxAs(ravi), { password })
  for (const table of ['boards', 'board_updates', 'board_writers', 'board_pictures'] as const) {
    const column = table === 'boards' ? 'id' : 'board_id'
    const { rows } = await database.pool().query(`select * from ${table} where ${column} in ($1, $2)`, [id, copy])
    expect(rows).toEqual([])
  }
  for (const board of [id, copy]) {
    expect(await storage.list(`boards/${board}/`)).toHaveLength(1)
    await removeFilesOf(board)
    expect(await storage.list(`boards/${board}/`)).toEqual([])
  }
})
