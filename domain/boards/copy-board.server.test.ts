import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { findBoardOverview } from '#domain/boards/board-overview.server.ts'
import { continueBoard, copyBoard } from '#domain/boards/copy-board.server.ts'
import { forgetWrittenBy, removeBoardFiles } from '#domain/boards/forget-author.server.ts'
import { listBoardPictures, findBoardPicture } from '#domain/boards/picture-queries.server.ts'
import { deletePreparedBoard, savePreparedBoard } from '#domain/boards/prepared-boards.server.ts'
import { listBoardChanges } from '#domain/boards/queries.server.ts'
import { saveBoardPicture } from '#domain/boards/save-picture.server.ts'
import { listSessionBoards } from '#domain/boards/session-boards.server.ts'
import { storeBoardUpdate } from '#domain/boards/store-update.server.ts'
import type { Context } from '#domain/context.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { boardId, type BoardId, type SessionId } from '#kernel/ids.ts'
import { boardCopiesPerHour, boardMaxBytes, boardOpenAfterCallMs, boardsPageSize } from '#kernel/limits.ts'
import { findJob } from '#platform/jobs/port.ts'
import type { Storage } from '#platform/storage/port.ts'
import { afterEachStatementOn, afterStatementOn } from '#tests/after-statement.ts'
import { useDatabase } from '#tests/database.ts'
import { deleteJobs, listJobs } from '#tests/jobs.ts'
import { insertBilledSessionsOf } from '#tests/reviews.ts'
import { createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })

const files = new Map<string, Buffer>()
const storage: Storage = {
  put: async (key, bytes) => void files.set(key, Buffer.from(bytes)),
  get: async (key) => (files.has(key) ? ({ bytes: files.get(key), contentType: 'image/webp' } as never) : null),
  list: async (prefix) => [...files.keys()].filter((key) => key.startsWith(prefix)),
  remove: async (keys) => keys.forEach((key) => files.delete(key)),
}
const as = (actor: Actor) => ({ ...ctxAs(actor), storage, decodeQueue: createDecodeQueue() })

type Pair = { asha: Person; ravi: Person; expertId: string; password: string }

async function newPair(): Promise<Pair> {
  const [asha, { person: ravi, expertId, password }] = [await cast.student(1_000), await cast.expert()]
  return { asha, ravi, expertId, password }
}

/** Creates an accepted call between the two people. */
async function newCall({ asha, ravi, expertId }: Omit<Pair, 'password'>, continues: SessionId | null = null) {
  clock.advance(3_600_000)
  const session = await cast.ask(asha, expertId, { continues })
  await cast.accept(ravi, session)
  return session
}

async function endCall({ asha }: Pair, session: SessionId) {
  await hangUp(ctxAs(asha), { id: session })
  await database.db().updateTable('help_sessions').set({ state: 'settled' }).where('id', '=', session).execute()
  clock.advance(boardOpenAfterCallMs)
}

/** Stores a text element from a new page of the person. Returns the Yjs client number of the page. */
async function storeText(ctx: Context, id: string, text: string): Promise<number> {
  const doc = new Y.Doc()
  doc.getMap('elements').set(
    randomUUID(),
    new Y.Map([
      ['kind', 'text'],
      ['page', 'first'],
      ['text', text],
    ]),
  )
  await storeBoardUpdate(ctx, { id: id as BoardId, data: Y.encodeStateAsUpdate(doc) })
  return doc.clientID
}

async function readTexts(ctx: Context, id: string): Promise<string[]> {
  return (await findBoardOverview(ctx, id))?.texts.toSorted() ?? []
}

async function png(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 10, height: 10, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
}

async function newPreparedBoard(ravi: Person, text?: string): Promise<BoardId> {
  const id = boardId.parse(randomUUID())
  await savePreparedBoard(ctxAs(ravi), { id, name: 'Integration' })
  if (text) await storeText(ctxAs(ravi), id, text)
  return id
}

describe('a question that is asked again', () => {
  test('starts with the board of the earlier session when the expert accepts', async () => {
    const pair = await newPair()
    const earlier = await newCall(pair)
    await storeText(ctxAs(pair.asha), earlier, 'F = m a')
    await storeText(ctxAs(pair.ravi), earlier, 'a = F / m')
    const picture = await saveBoardPicture(as(pair.asha), { id: earlier, bytes: await png() })
    await endCall(pair, earlier)
    const session = await newCall(pair, earlier)
    const key = `continue ${session}`
    expect(await findJob(database.db(), 'continue_board', key)).toEqual({ sessionId: session })
    await continueBoard(as({ kind: 'system' }), { sessionId: session })
    for (const person of [pair.asha, pair.ravi]) {
      expect(await readTexts(ctxAs(person), session)).toEqual(['F = m a', 'a = F / m'])
    }
    expect(await listBoardPictures(ctxAs(pair.ravi), session)).toEqual([picture])
    await continueBoard(as({ kind: 'system' }), { sessionId: session })
    expect((await listBoardChanges(ctxAs(pair.asha), { id: session })).last).toBe(1)
    await expect(continueBoard(as(pair.asha), { sessionId: session })).rejects.toEqual(refusal('not_allowed'))
  })

  test('starts with an empty board when the earlier board is too large', async () => {
    const pair = await newPair()
    const earlier = await newCall(pair)
    await storeText(ctxAs(pair.asha), earlier, 'F = m a')
    await endCall(pair, earlier)
    const session = await newCall(pair, earlier)
    await storeText(ctxAs(pair.asha), session, 'Today')
    await database.db().updateTable('boards').set({ bytes: boardMaxBytes }).where('session_id', '=', session).execute()
    await continueBoard(as({ kind: 'system' }), { sessionId: session })
    expect(await readTexts(ctxAs(pair.ravi), session)).toEqual(['Today'])
  })

  test('must be about an own session with the same expert', async () => {
    const [pair, other] = [await newPair(), await newPair()]
    const ofOthers = await newCall(other)
    await endCall(other, ofOthers)
    const withOther = await newCall({ ...other, asha: pair.asha })
    await endCall({ ...other, asha: pair.asha }, withOther)
    clock.advance(3_600_000)
    for (const continues of [ofOthers, withOther, randomUUID() as SessionId]) {
      await expect(cast.ask(pair.asha, pair.expertId, { continues })).rejects.toEqual(refusal('no_such_session'))
    }
    await expect(cast.ask(pair.asha, pair.expertId, { continues: 'x' as SessionId })).rejects.toEqual(
      refusal('invalid_input'),
    )
  })

  test('about a session without a board, and other questions, copy nothing', async () => {
    const pair = await newPair()
    const earlier = await newCall(pair)
    await endCall(pair, earlier)
    const session = await newCall(pair, earlier)
    await continueBoard(as({ kind: 'system' }), { sessionId: session })
    expect(await findBoardOverview(ctxAs(pair.asha), session)).toBeNull()
    await endCall(pair, session)
    const plain = await newCall(pair)
    expect(await findJob(database.db(), 'continue_board', `continue ${plain}`)).toBeUndefined()
    await continueBoard(as({ kind: 'system' }), { sessionId: plain })
    expect(await findBoardOverview(ctxAs(pair.asha), plain)).toBeNull()
  })
})

describe('copying a board into a call', () => {
  test('adds an earlier board to the existing content, once', async () => {
    const pair = await newPair()
    const earlier = await newCall(pair)
    await storeText(ctxAs(pair.asha), earlier, 'F = m a')
    await endCall(pair, earlier)
    const session = await newCall(pair)
    await storeText(ctxAs(pair.ravi), session, 'Today')
    const copy = { id: boardId.parse(session), from: boardId.parse(earlier) }
    cast.publishedTopics.length = 0
    await copyBoard(as(pair.asha), copy)
    expect(cast.publishedTopics).toEqual([`board:${session}`])
    await copyBoard(as(pair.ravi), copy)
    expect(await readTexts(ctxAs(pair.ravi), session)).toEqual(['F = m a', 'Today'])
    expect((await listBoardChanges(ctxAs(pair.asha), { id: session })).last).toBe(2)
    expect(await readTexts(ctxAs(pair.ravi), earlier)).toEqual(['F = m a'])
  })

  test('is refused to all others, and for other pairs, closed boards and empty boards', async () => {
    const [pair, other] = [await newPair(), await newPair()]
    const earlier = boardId.parse(await newCall(pair))
    await storeText(ctxAs(pair.ravi), earlier, 'F = m a')
    await endCall(pair, earlier as string as SessionId)
    const id = boardId.parse(await newCall(pair))
    const prepared = await newPreparedBoard(pair.ravi)
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
    for (const [actor, code] of [
      [other.asha, 'no_such_board'],
      [other.ravi, 'no_such_board'],
      [meera, 'board_needs_reason'],
      [visitor, 'not_signed_in'],
    ] as const) {
      await expect(copyBoard(as(actor), { id, from: earlier })).rejects.toEqual(refusal(code))
    }
    // An expert must not show the content of one student to another.
    await endCall(pair, id as string as SessionId)
    const vikram = { ...other, ravi: pair.ravi, expertId: pair.expertId }
    const ofVikram = boardId.parse(await newCall(vikram))
    await expect(copyBoard(as(pair.ravi), { id: ofVikram, from: earlier })).rejects.toEqual(refusal('board_of_others'))
    await expect(copyBoard(as(pair.ravi), { id: earlier, from: ofVikram })).rejects.toEqual(refusal('board_closed'))
    await expect(copyBoard(as(pair.ravi), { id: prepared, from: earlier })).rejects.toEqual(refusal('no_such_board'))
    await expect(copyBoard(as(pair.ravi), { id: ofVikram, from: prepared })).rejects.toEqual(refusal('board_empty'))
    await expect(copyBoard(as(vikram.asha), { id: ofVikram, from: prepared })).rejects.toEqual(refusal('no_such_board'))
    await expect(copyBoard(as(pair.ravi), { id: ofVikram, from: 'x' as BoardId })).rejects.toEqual(
      refusal('invalid_input'),
    )
    expect(await findBoardOverview(ctxAs(pair.ravi), ofVikram)).toBeNull()
  })

  test('that fails leaves no file, even if the process was killed', async () => {
    const pair = await newPair()
    const earlier = await newCall(pair)
    await storeText(ctxAs(pair.asha), earlier, 'F = m a')
    await saveBoardPicture(as(pair.asha), { id: earlier, bytes: await png() })
    await endCall(pair, earlier)
    const session = boardId.parse(await newCall(pair))
    const copied = () => [...files.keys()].filter((key) => key.startsWith(`boards/${session}/`))
    const removals = async () =>
      (await listJobs(database.db(), 'remove_board_files')).filter(({ payload }) => payload.boardId === session)
    const put: Storage['put'] = async (...file) => {
      await storage.put(...file)
      throw new Error('killed')
    }
    const failing = { ...as(pair.asha), storage: { ...storage, put } }
    await expect(copyBoard(failing, { id: session, from: boardId.parse(earlier) })).rejects.toThrow('killed')
    expect(copied()).toHaveLength(1)
    for (const { payload } of await removals()) await removeBoardFiles({ ...cast.system(), storage }, payload)
    expect(copied()).toEqual([])
    await deleteJobs(database.db())
    await copyBoard(as(pair.asha), { id: session, from: boardId.parse(earlier) })
    expect(copied()).toHaveLength(1)
    expect(await removals()).toEqual([])
  })

  test('is limited in an hour', async () => {
    const pair = await newPair()
    const prepared = await newPreparedBoard(pair.ravi, 'u v - ∫ v du')
    const copy = { id: boardId.parse(await newCall(pair)), from: prepared }
    await copyBoard(as(pair.ravi), copy)
    await database
      .db()
      .updateTable('hourly_counts')
      .set({ times: boardCopiesPerHour })
      .where('key', '=', `board copy ${pair.ravi.id}`)
      .execute()
    await expect(copyBoard(as(pair.ravi), copy)).rejects.toEqual(refusal('too_many_board_copies'))
  })

  test('keeps each author’s name: nobody can write as the other, and deletion removes the part from the copy', async () => {
    const pair = await newPair()
    const earlier = await newCall(pair)
    const ashasWriter = await storeText(ctxAs(pair.asha), earlier, 'Asha wrote this')
    await storeText(ctxAs(pair.ravi), earlier, 'Ravi wrote this')
    const { id: pictureId } = await saveBoardPicture(as(pair.ravi), { id: earlier, bytes: await png() })
    await endCall(pair, earlier)
    const session = await newCall(pair)
    await copyBoard(as(pair.asha), { id: boardId.parse(session), from: boardId.parse(earlier) })
    const forged = new Y.Doc()
    forged.clientID = ashasWriter
    forged.getMap('elements').set('forged', 'by Ravi')
    const data = Y.encodeStateAsUpdate(forged)
    await expect(storeBoardUpdate(ctxAs(pair.ravi), { id: boardId.parse(session), data })).rejects.toEqual(
      refusal('invalid_input'),
    )
    await endCall(pair, session)
    await deleteAccount(ctxAs(pair.ravi), { password: pair.password })
    await forgetWrittenBy(cast.system(), { profileId: pair.ravi.id })
    for (const id of [earlier, session]) {
      expect(await readTexts(ctxAs(pair.asha), id)).toEqual(['Asha wrote this'])
      const { changes } = await listBoardChanges(ctxAs(pair.asha), { id })
      expect(Buffer.concat(changes).includes('Ravi wrote')).toBe(false)
    }
    expect(await findBoardPicture(as(pair.asha), pictureId)).toBeNull()
  })

  test('names the expert as the author, even if a prepared board claims that the page of another person wrote it', async () => {
    const pair = await newPair()
    const session = await newCall(pair)
    const ashasWriter = await storeText(ctxAs(pair.asha), session, 'Asha wrote this')
    const prepared = await newPreparedBoard(pair.ravi)
    const forged = new Y.Doc()
    forged.clientID = ashasWriter
    for (const n of [1, 2, 3, 4]) forged.getMap('elements').set(`forged ${n}`, { page: 'first', text: 'by Ravi' })
    await storeBoardUpdate(ctxAs(pair.ravi), { id: prepared, data: Y.encodeStateAsUpdate(forged) })
    await copyBoard(as(pair.ravi), { id: boardId.parse(session), from: prepared })
    expect(await readTexts(ctxAs(pair.asha), session)).toEqual(['Asha wrote this', 'by Ravi'])
    await endCall(pair, session)
    await deleteAccount(ctxAs(pair.ravi), { password: pair.password })
    await forgetWrittenBy(cast.system(), { profileId: pair.ravi.id })
    expect(await readTexts(ctxAs(pair.asha), session)).toEqual(['Asha wrote this'])
  })

  test('from a prepared board stays when the prepared board is deleted, with its pictures', async () => {
    const pair = await newPair()
    const prepared = await newPreparedBoard(pair.ravi, 'u v - ∫ v du')
    const { id: pictureId } = await saveBoardPicture(as(pair.ravi), { id: prepared, bytes: await png() })
    const session = await newCall(pair)
    expect(await findBoardPicture(as(pair.asha), pictureId)).toBeNull()
    await copyBoard(as(pair.ravi), { id: boardId.parse(session), from: prepared })
    await deletePreparedBoard(ctxAs(pair.ravi), { id: prepared })
    expect(await readTexts(ctxAs(pair.asha), session)).toEqual(['u v - ∫ v du'])
    expect(await findBoardPicture(as(pair.asha), pictureId)).toMatchObject({ type: 'image/webp' })
  })

  /** The texts on the board, by the page that they are on. */
  async function listPagesOfTexts(ctx: Context, id: string): Promise<Map<string, string>> {
    const doc = new Y.Doc()
    for (const change of (await listBoardChanges(ctx, { id })).changes) Y.applyUpdate(doc, change)
    const elements = Object.values<{ text: string; page: string }>(doc.getMap('elements').toJSON())
    return new Map(elements.map(({ text, page }) => [text, page]))
  }

  test.each(['while its pictures are copied', 'before it is stored'])(
    'does not put a prepared page on what somebody draws %s',
    async (moment) => {
      const pair = await newPair()
      const prepared = await newPreparedBoard(pair.ravi, 'u v - ∫ v du')
      await saveBoardPicture(as(pair.ravi), { id: prepared, bytes: await png() })
      const session = await newCall(pair)
      const draw = () => storeText(ctxAs(pair.asha), session, 'Asha drew this')
      const put: Storage['put'] = async (...file) => {
        await storage.put(...file)
        await draw()
      }
      const ctx =
        moment === 'before it is stored'
          ? afterStatementOn(as(pair.ravi), ['board_writers'], draw)
          : { ...as(pair.ravi), storage: { ...storage, put } }
      const { page } = await copyBoard(ctx, { id: boardId.parse(session), from: prepared })
      const pages = await listPagesOfTexts(ctxAs(pair.asha), session)
      expect([...pages.keys()].toSorted()).toEqual(['Asha drew this', 'u v - ∫ v du'])
      expect(pages.get('Asha drew this')).toBe('first')
      expect(pages.get('u v - ∫ v du')).toBe(page)
      expect(page).not.toBe('first')
    },
  )

  test('is refused when the board keeps changing, and leaves no file', async () => {
    const pair = await newPair()
    const prepared = await newPreparedBoard(pair.ravi, 'u v - ∫ v du')
    await saveBoardPicture(as(pair.ravi), { id: prepared, bytes: await png() })
    const session = await newCall(pair)
    let texts = 0
    const draw = () => storeText(ctxAs(pair.asha), session, `text ${(texts += 1)}`)
    const ctx = afterEachStatementOn(as(pair.ravi), ['board_writers'], draw)
    await expect(copyBoard(ctx, { id: boardId.parse(session), from: prepared })).rejects.toEqual(
      refusal('board_changed'),
    )
    expect(await readTexts(ctxAs(pair.asha), session)).toHaveLength(texts)
    expect(await storage.list(`boards/${session}/`)).toEqual([])
  })

  test('adds a picture in a later copy if its file was still being uploaded', async () => {
    const pair = await newPair()
    const prepared = await newPreparedBoard(pair.ravi, 'u v - ∫ v du')
    const { id: pictureId } = await saveBoardPicture(as(pair.ravi), { id: prepared, bytes: await png() })
    const [key = ''] = await storage.list(`boards/${prepared}/`)
    const file = files.get(key) as Buffer
    files.delete(key)
    const copy = { id: boardId.parse(await newCall(pair)), from: prepared }
    const first = await copyBoard(as(pair.ravi), copy)
    expect(await listBoardPictures(ctxAs(pair.asha), copy.id)).toEqual([])
    files.set(key, file)
    expect(await copyBoard(as(pair.ravi), copy)).toEqual(first)
    expect(await findBoardPicture(as(pair.asha), pictureId)).toMatchObject({ type: 'image/webp' })
    expect(await readTexts(ctxAs(pair.asha), copy.id)).toEqual(['u v - ∫ v du'])
    expect(await storage.list(`boards/${copy.id}/`)).toHaveLength(1)
  })

  test('is refused when the board would be too large, and leaves no file', async () => {
    const pair = await newPair()
    const prepared = await newPreparedBoard(pair.ravi, 'u v - ∫ v du')
    await saveBoardPicture(as(pair.ravi), { id: prepared, bytes: await png() })
    const session = await newCall(pair)
    await storeText(ctxAs(pair.asha), session, 'Today')
    await database.db().updateTable('boards').set({ bytes: boardMaxBytes }).where('session_id', '=', session).execute()
    await expect(copyBoard(as(pair.ravi), { id: boardId.parse(session), from: prepared })).rejects.toEqual(
      refusal('board_copy_too_large'),
    )
    for (const { payload } of await listJobs(database.db(), 'remove_board_files')) {
      if (payload.boardId === boardId.parse(session)) await removeBoardFiles({ ...cast.system(), storage }, payload)
    }
    expect(await storage.list(`boards/${session}/`)).toEqual([])
    expect(await readTexts(ctxAs(pair.asha), session)).toEqual(['Today'])
  })
})

describe('the list of session boards', () => {
  test('shows each person their boards with the name of the other person, the newest first, page by page', async () => {
    const pair = await newPair()
    const first = await newCall(pair)
    await storeText(ctxAs(pair.asha), first, 'F = m a')
    await endCall(pair, first)
    const second = await newCall(pair)
    await storeText(ctxAs(pair.ravi), second, 'Today')
    await endCall(pair, second)
    const empty = await newCall(pair)
    await endCall(pair, empty)
    const shown = {
      question: 'Why does a spinning top not fall over?',
      otherName: 'Ravi Nair',
      changedAt: expect.any(Date),
    }
    expect(await listSessionBoards(ctxAs(pair.asha))).toEqual({
      boards: [
        { ...shown, sessionId: second },
        { ...shown, sessionId: first },
      ],
      next: null,
    })
    expect((await listSessionBoards(ctxAs(pair.ravi))).boards.map(({ sessionId }) => sessionId)).toEqual([
      second,
      first,
    ])
    const vikram = await cast.student()
    expect(await listSessionBoards(ctxAs(vikram))).toEqual({ boards: [], next: null })
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    expect(await listSessionBoards(ctxAs(meera))).toEqual({ boards: [], next: null })
    const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
    await expect(listSessionBoards(ctxAs(visitor))).rejects.toEqual(refusal('not_signed_in'))
  })

  test('continues after the cursor', async () => {
    const { asha, ravi } = await newPair()
    const studentIds = Array.from({ length: boardsPageSize + 2 }, () => asha.id)
    const billed = await insertBilledSessionsOf(database.db(), { expertId: ravi.id, studentIds })
    const now = clock.now()
    await database
      .db()
      .insertInto('boards')
      .values(
        billed.map(({ sessionId }) => ({
          id: boardId.parse(sessionId),
          session_id: sessionId,
          last: 1,
          created_at: now,
          changed_at: now,
        })),
      )
      .execute()
    const first = await listSessionBoards(ctxAs(asha))
    expect(first.boards).toHaveLength(boardsPageSize)
    const second = await listSessionBoards(ctxAs(asha), { before: first.next ?? '' })
    expect(second).toMatchObject({ boards: [{}, {}], next: null })
    const vikram = await cast.student()
    expect((await listSessionBoards(ctxAs(vikram), { before: first.next ?? '' })).boards).toEqual([])
    expect((await listSessionBoards(ctxAs(asha), { before: 'no id' })).boards).toHaveLength(boardsPageSize)
  })
})

describe('the overview of a board', () => {
  test('has its texts, its code and its numbers of pages and elements, for people who may read it', async () => {
    const pair = await newPair()
    const session = await newCall(pair)
    expect(await findBoardOverview(ctxAs(pair.asha), session)).toBeNull()
    await storeText(ctxAs(pair.asha), session, 'F = m a')
    const doc = new Y.Doc()
    doc.getText('code').insert(0, 'print(1)')
    doc.getMap('code-settings').set('language', 'python')
    doc.getMap('elements').set('stroke', new Y.Map([['kind', 'stroke']]))
    doc.getMap('pages').set('first', new Y.Map())
    doc.getMap('pages').set('second', { picture: { id: 'a page of a PDF' } })
    await storeBoardUpdate(ctxAs(pair.ravi), { id: boardId.parse(session), data: Y.encodeStateAsUpdate(doc) })
    expect(await findBoardOverview(ctxAs(pair.asha), session)).toEqual({
      id: session,
      changedAt: clock.now(),
      pages: 2,
      elements: 3,
      texts: ['F = m a'],
      code: 'print(1)',
      language: 'python',
    })
    await expect(findBoardOverview(ctxAs(await cast.student()), session)).rejects.toEqual(refusal('no_such_board'))
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    await expect(findBoardOverview(ctxAs(meera), session)).rejects.toEqual(refusal('board_needs_reason'))
  })
})
