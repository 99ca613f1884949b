import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import * as Y from 'yjs'
import type { BoardUpdate } from '#domain/boards/contract.ts'
import { forgetDeletedBoardAuthors, forgetWrittenBy, removeBoardFiles } from '#domain/boards/forget-author.server.ts'
import { mergeBoard } from '#domain/boards/merge-board.server.ts'
import { deletePreparedBoard, listPreparedBoards, savePreparedBoard } from '#domain/boards/prepared-boards.server.ts'
import { findBoardState, listBoardChanges } from '#domain/boards/queries.server.ts'
import { findBoardPicture, listBoardPictures } from '#domain/boards/picture-queries.server.ts'
import { readBoardOfSession } from '#domain/boards/read-board-of-session.server.ts'
import { saveBoardPicture } from '#domain/boards/save-picture.server.ts'
import { storeBoardUpdate } from '#domain/boards/store-update.server.ts'
import type { Context } from '#domain/context.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import type { Person } from '#domain/policy.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { collectOwnData } from '#domain/privacy/own-data.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { type BoardId, boardId } from '#kernel/ids.ts'
import {
  boardAdditionsAfterCallMs,
  boardAdditionsPerHour,
  boardDeletionsMaxBytes,
  boardMaxBytes,
  boardOpenAfterCallMs,
  boardPictureMaxSide,
  boardPicturesMax,
  boardUpdatesPerMinute,
  boardWritersMax,
  preparedBoardsMax,
} from '#kernel/limits.ts'
import { afterStatementOn } from '#tests/after-statement.ts'
import { runAtOnce, useDatabase } from '#tests/database.ts'
import { jobsAbout, listJobs } from '#tests/jobs.ts'
import { completeCall, connectCall, createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { createDiskStorage } from '#platform/storage/disk.ts'
import type { Storage } from '#platform/storage/port.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })

async function newCall() {
  const [asha, { person: ravi, expertId, password }] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, expertId)
  await cast.accept(ravi, id)
  return { asha, ravi, password, session: id, id: boardId.parse(id) }
}

/** A page of one person: its document, and its changes since the last call of `take`. */
function openPage() {
  const board = new Y.Doc()
  let own: Uint8Array[] = []
  board.on('update', (update: Uint8Array, origin: unknown) => origin !== 'server' && own.push(update))
  return {
    board,
    take(): Uint8Array {
      const update = Y.mergeUpdates(own)
      own = []
      return update
    },
    write(text: string): void {
      board.getMap('elements').set(
        randomUUID(),
        new Y.Map([
          ['kind', 'text'],
          ['text', text],
        ]),
      )
    },
    applyAll({ changes }: { changes: Uint8Array[] }): void {
      for (const change of changes) Y.applyUpdate(board, change, 'server')
    },
    texts: () => [...board.getMap<Y.Map<string>>('elements').values()].map((element) => element.get('text')).toSorted(),
  }
}

async function storeText(ctx: Context, id: BoardId, text: string) {
  const page = openPage()
  page.write(text)
  return storeBoardUpdate(ctx, { id, data: page.take() })
}

async function readTexts(ctx: Context, id: BoardId) {
  const page = openPage()
  page.applyAll(await listBoardChanges(ctx, { id }))
  return page.texts()
}

describe('a change of a board', () => {
  test('reaches the other side and is stored with the session', async () => {
    const { asha, ravi, session, id } = await newCall()
    cast.publishedTopics.length = 0
    expect(await storeText(ctxAs(asha), id, 'F = m a')).toEqual({ last: 1 })
    expect(cast.publishedTopics).toEqual([`board:${id}`])
    expect(await storeText(ctxAs(ravi), id, 'a = F / m')).toEqual({ last: 2 })
    expect(await findBoardState(cast.system(), session)).toEqual({ last: 2 })
    await hangUp(ctxAs(ravi), { id: session })
    for (const reader of [asha, ravi]) expect(await readTexts(ctxAs(reader), id)).toEqual(['F = m a', 'a = F / m'])
    expect(await listBoardChanges(ctxAs(asha), { id, after: 2 })).toEqual({ last: 2, changes: [], hasMore: false })
  })

  test('is listed in parts, each ending at the latest with the change that reaches the wanted size', async () => {
    const { asha, ravi, id } = await newCall()
    for (const text of ['a', 'b'.repeat(1_000), 'c']) await storeText(ctxAs(asha), id, text)
    const list = async (after: number, maxBytes: number) => {
      const { changes, ...rest } = await listBoardChanges(ctxAs(ravi), { id, after, maxBytes })
      return { count: changes.length, ...rest }
    }
    expect(await list(0, 1)).toEqual({ count: 1, last: 1, hasMore: true })
    expect(await list(0, 500)).toEqual({ count: 2, last: 2, hasMore: true })
    expect(await list(1, 500)).toEqual({ count: 1, last: 2, hasMore: true })
    expect(await list(2, 500)).toEqual({ count: 1, last: 3, hasMore: false })
    expect(await list(0, 5_000)).toEqual({ count: 3, last: 3, hasMore: false })
    const page = openPage()
    for (let after = 0, hasMore = true; hasMore;) {
      const part = await listBoardChanges(ctxAs(ravi), { id, after, maxBytes: 1 })
      page.applyAll(part)
      after = part.last
      hasMore = part.hasMore
    }
    expect(page.texts()).toEqual(['a', 'b'.repeat(1_000), 'c'])
  })

  test('has no further effect when it is stored again', async () => {
    const { asha, id } = await newCall()
    const page = openPage()
    page.write('F = m a')
    const data = page.take()
    await storeBoardUpdate(ctxAs(asha), { id, data })
    await storeBoardUpdate(ctxAs(asha), { id, data })
    expect(await readTexts(ctxAs(asha), id)).toEqual(['F = m a'])
  })

  test('is stored shortly after the call, and refused after a day', async () => {
    const [asha, { person: ravi, expertId }] = [await cast.student(), await cast.expert()]
    const session = await cast.ask(asha, expertId)
    const id = boardId.parse(session)
    await connectCall(ctxAs, { id: session, student: asha, expert: ravi, liveMs: 40_000 })
    await hangUp(ctxAs(asha), { id: session })
    clock.advance(boardOpenAfterCallMs - 1)
    await storeText(ctxAs(asha), id, 'on its way')
    clock.advance(boardAdditionsAfterCallMs - boardOpenAfterCallMs + 1)
    await expect(storeText(ctxAs(asha), id, 'too late')).rejects.toEqual(refusal('board_closed'))
    expect(await readTexts(ctxAs(asha), id)).toEqual(['on its way'])
  })

  test('is refused while the call rings', async () => {
    const [asha, { expertId }] = [await cast.student(), await cast.expert()]
    const id = boardId.parse(await cast.ask(asha, expertId))
    await expect(storeText(ctxAs(asha), id, 'early')).rejects.toEqual(refusal('board_closed'))
  })

  test('is refused to all others, and so is reading', async () => {
    const { asha, id } = await newCall()
    await storeText(ctxAs(asha), id, 'F = m a')
    const stranger = await cast.student()
    const { person: otherExpert } = await cast.expert()
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const [actor, code] of [
      [stranger, 'no_such_board'],
      [otherExpert, 'no_such_board'],
      [meera, 'board_needs_reason'],
      [{ kind: 'visitor', address: '203.0.113.9' }, 'not_signed_in'],
    ] as const) {
      await expect(storeText(ctxAs(actor), id, 'mine')).rejects.toEqual(refusal(code))
      await expect(listBoardChanges(ctxAs(actor), { id })).rejects.toEqual(refusal(code))
    }
    expect(await readTexts(ctxAs(asha), id)).toEqual(['F = m a'])
  })

  test('in the name of the other person is refused', async () => {
    const { asha, ravi, id } = await newCall()
    const page = openPage()
    page.write('F = m a')
    await storeBoardUpdate(ctxAs(asha), { id, data: page.take() })
    page.write('Ravi wrote this')
    await expect(storeBoardUpdate(ctxAs(ravi), { id, data: page.take() })).rejects.toEqual(refusal('invalid_input'))
    expect(await readTexts(ctxAs(ravi), id)).toEqual(['F = m a'])
  })

  test.each([
    ['no bytes', new Uint8Array()],
    ['bytes that are not an update', new TextEncoder().encode('<script>')],
    ['a text instead of bytes', 'AAAA' as unknown as Uint8Array],
    ['too many bytes', new Uint8Array(256 * 1024 + 1)],
  ])('with %s is refused', async (_what, data) => {
    const { asha, id } = await newCall()
    await expect(storeBoardUpdate(ctxAs(asha), { id, data } as BoardUpdate)).rejects.toEqual(refusal('invalid_input'))
    expect(await findBoardState(cast.system(), (await newCall()).session)).toEqual({ last: 0 })
  })

  test('is refused when there are too many in a minute, or the board is full', async () => {
    const { asha, ravi, id } = await newCall()
    const page = openPage()
    for (let count = 0; count < boardUpdatesPerMinute; count += 1) {
      page.board.getText('points').insert(0, 'A')
      await storeBoardUpdate(ctxAs(asha), { id, data: page.take() })
    }
    page.write('one more')
    const data = page.take()
    await expect(storeBoardUpdate(ctxAs(asha), { id, data })).rejects.toEqual(refusal('too_many_board_changes'))
    await storeText(ctxAs(ravi), id, 'Ravi has his own limit')
    clock.advance(60_001)
    await storeBoardUpdate(ctxAs(asha), { id, data })
    await database.db().updateTable('boards').set({ bytes: boardMaxBytes }).where('id', '=', id).execute()
    await expect(storeText(ctxAs(ravi), id, 'too much')).rejects.toEqual(refusal('board_full'))
  })
})

test('merging removes deleted content, and a page that has some of the changes still receives the others', async () => {
  const { asha, ravi, id } = await newCall()
  const page = openPage()
  page.write('deleted soon')
  await storeBoardUpdate(ctxAs(asha), { id, data: page.take() })
  page.board.getMap('elements').clear()
  page.write('stays')
  await storeBoardUpdate(ctxAs(asha), { id, data: page.take() })
  await mergeBoard(cast.system(), { boardId: id })
  const rows = await database.db().selectFrom('board_updates').selectAll().where('board_id', '=', id).execute()
  expect(rows).toMatchObject([{ number: 2, author_id: null }])
  expect(rows[0]?.data.includes('deleted soon')).toBe(false)
  const ravisPage = openPage()
  ravisPage.applyAll(await listBoardChanges(ctxAs(ravi), { id, after: 1 }))
  expect(ravisPage.texts()).toEqual(['stays'])
  await storeText(ctxAs(ravi), id, 'later')
  expect(await readTexts(ctxAs(asha), id)).toEqual(['later', 'stays'])
  await expect(mergeBoard(ctxAs(asha), { boardId: id })).rejects.toEqual(refusal('not_allowed'))
})

/** Encodes a number in the format of lib0. */
function encodeNumber(number: number): number[] {
  return number < 128 ? [number] : [128 | (number % 128), ...encodeNumber(Math.floor(number / 128))]
}

/**
 * A change with twice `count` values of one writer. Each value of the second half is inserted before a different value
 * of the first half, so that a document compares it with all earlier ones. With a `count` of 8,000, applying it takes a
 * minute.
 */
function changeThatTakesLong(writer: number, count: number): Uint8Array {
  const value = [1, 126]
  const reference = (index: number) => [...encodeNumber(writer), ...encodeNumber(index)]
  const first = [8, 1, 1, 97, ...value]
  const after = Array.from({ length: count - 1 }, (_, index) => [8 | 0x80, ...reference(index), ...value])
  const before = Array.from({ length: count }, (_, index) => [8 | 0x40, ...reference(count - 1 - index), ...value])
  const head = [1, ...encodeNumber(2 * count), ...encodeNumber(writer), 0]
  return Uint8Array.from([...head, ...first, ...after.flat(), ...before.flat(), 0])
}

/** Nested maps. Deleting the outermost, or writing it as JSON, recurses too deeply for any thread. */
function deepMaps(levels: number): Uint8Array {
  const board = new Y.Doc()
  board.transact(() => {
    let map = board.getMap('elements')
    for (let level = 0; level < levels; level += 1) {
      const inner = new Y.Map<unknown>()
      map.set('a', inner)
      map = inner
    }
  })
  return Y.encodeStateAsUpdate(board)
}

describe('a change that was made to stop the server', () => {
  test('is merged in a separate thread, and its board accepts no more changes', async () => {
    const { asha, ravi, id } = await newCall()
    const page = openPage()
    page.write('F = m a')
    await storeBoardUpdate(ctxAs(asha), { id, data: page.take() })
    await storeBoardUpdate(ctxAs(ravi), { id, data: changeThatTakesLong(7, 8_000) })
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 10)
    await mergeBoard(cast.system(), { boardId: id }, { timeoutMs: 1_000 })
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
    await expect(storeText(ctxAs(asha), id, 'more')).rejects.toEqual(refusal('board_full'))
    page.board.getMap('elements').clear()
    const deletion = page.take()
    await expect(storeBoardUpdate(ctxAs(asha), { id, data: deletion })).rejects.toEqual(refusal('board_full'))
    const { id: otherId, asha: other } = await newCall()
    await storeText(ctxAs(other), otherId, 'F = m a')
    await mergeBoard(cast.system(), { boardId: otherId })
    expect(await readTexts(ctxAs(other), otherId)).toEqual(['F = m a'])
  })

  test('does not stop the deletion of an account, or of other accounts', async () => {
    const { asha, ravi, password, session, id } = await newCall()
    await storeBoardUpdate(ctxAs(asha), { id, data: changeThatTakesLong(7, 8_000) })
    await storeText(ctxAs(ravi), id, 'Ravi wrote this')
    await hangUp(ctxAs(asha), { id: session })
    await deleteAccount(ctxAs(ravi), { password })
    await runForgetJobs(ravi)
    const second = await newCall()
    await storeText(ctxAs(second.ravi), second.id, 'Ravi wrote this')
    await hangUp(ctxAs(second.asha), { id: second.session })
    await database
      .db()
      .updateTable('profiles')
      .set({ deleted_at: clock.now() })
      .where('id', '=', second.ravi.id)
      .execute()
    // The database ends transactions that wait for a document.
    const url = new URL(database.url())
    url.searchParams.set('idle_in_transaction_session_timeout', '300')
    const impatient = connectDatabase(url.href, () => undefined, 2)
    await forgetDeletedBoardAuthors({ ...cast.system(), db: impatient.db }, { timeoutMs: 1_000 })
    await impatient.close()
    for (const board of [
      { id, reader: asha },
      { id: second.id, reader: second.asha },
    ]) {
      const { changes } = await listBoardChanges(ctxAs(board.reader), { id: board.id })
      expect(Buffer.concat(changes).includes('Ravi wrote')).toBe(false)
    }
    const closed = await database.db().selectFrom('boards').select('bytes').where('id', '=', id).execute()
    expect(closed).toEqual([{ bytes: boardMaxBytes + boardDeletionsMaxBytes }])
  })

  test('does not stop the download of own data', async () => {
    const { asha, ravi, id } = await newCall()
    await storeBoardUpdate(ctxAs(ravi), { id, data: deepMaps(8_000) })
    const odd = new Y.Doc()
    odd.getMap('code').set('odd', 'a map instead of a text')
    await storeBoardUpdate(ctxAs(ravi), { id, data: Y.encodeStateAsUpdate(odd) })
    await storeText(ctxAs(asha), id, 'F = m a')
    const storage = createDiskStorage('/nowhere')
    for (const person of [asha, ravi]) {
      const own = await collectOwnData({ ...ctxAs(person), storage })
      expect(own.boards).toMatchObject([{ board: { id } }])
    }
  })

  test('is counted towards the size limit with each of its parts', async () => {
    const { asha, id } = await newCall()
    const deleted = (writer: number) =>
      Uint8Array.from([
        1,
        ...encodeNumber(60_000),
        writer,
        0,
        ...Array.from({ length: 60_000 }, () => [0, 1]).flat(),
        0,
      ])
    for (const writer of [1, 2, 3]) await storeBoardUpdate(ctxAs(asha), { id, data: deleted(writer) })
    await expect(storeBoardUpdate(ctxAs(asha), { id, data: deleted(4) })).rejects.toEqual(refusal('board_full'))
    await mergeBoard(cast.system(), { boardId: id })
    await storeText(ctxAs(asha), id, 'fits after the merge')
  })

  test('is refused when its author has opened too many pages', async () => {
    const { asha, id } = await newCall()
    await storeText(ctxAs(asha), id, 'F = m a')
    await sql`insert into board_writers (board_id, writer, author_id)
      select ${id}, number, ${asha.id} from generate_series(2, ${boardWritersMax}::integer) number`.execute(
      database.db(),
    )
    await expect(storeText(ctxAs(asha), id, 'more')).rejects.toEqual(refusal('board_full'))
  })
})

test('pictures do not count towards the size limit of the document', async () => {
  const { asha, id } = await newCall()
  await storeText(ctxAs(asha), id, 'F = m a')
  await sql`insert into board_pictures (id, board_id, author_id, key, width, height, size_bytes, stored_at)
    values (gen_random_uuid(), ${id}, ${asha.id}, gen_random_uuid()::text, 1, 1, ${boardMaxBytes}, now())`.execute(
    database.db(),
  )
  await mergeBoard(cast.system(), { boardId: id })
  expect(await storeText(ctxAs(asha), id, 'still room')).toEqual({ last: 2 })
})

test('no change is lost when two people write at the same time', async () => {
  const { asha, ravi, id } = await newCall()
  const numbers = Array.from({ length: 10 }, (_, number) => number)
  await Promise.all(
    numbers.flatMap((number) => [
      storeText(ctxAs(asha), id, `Asha ${number}`),
      storeText(ctxAs(ravi), id, `Ravi ${number}`),
    ]),
  )
  expect(await readTexts(ctxAs(asha), id)).toEqual([
    ...numbers.map((number) => `Asha ${number}`),
    ...numbers.map((number) => `Ravi ${number}`),
  ])
})

describe('a picture', () => {
  const files = new Map<string, Uint8Array>()
  const storage: Storage = {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key) => {
      const bytes = files.get(key)
      return bytes ? { bytes, contentType: 'image/webp' } : null
    },
    list: async (prefix) => [...files.keys()].filter((key) => key.startsWith(prefix)),
    remove: async (keys) => keys.forEach((key) => files.delete(key)),
  }
  const as = (person: Person) => ({ ...ctxAs(person), storage, decodeQueue: createDecodeQueue() })

  test('is re-encoded, shown to the two people, to the team after a reason, and to nobody else', async () => {
    const { asha, ravi, id } = await newCall()
    const stored = await saveBoardPicture(as(asha), { id, bytes: await png(3_000, 1_500) })
    expect(stored).toMatchObject({ width: boardPictureMaxSide, height: boardPictureMaxSide / 2 })
    expect(await listBoardPictures(ctxAs(ravi), id)).toEqual([stored])
    const [{ person: meera }, { person: tara }] = [
      await newSignedInPerson(database.as, 'team'),
      await newSignedInPerson(database.as, 'team'),
    ]
    expect(await findBoardPicture(as(meera), stored.id)).toBeNull()
    await readBoardOfSession(ctxAs(meera), { id, why: 'A complaint' })
    expect(await findBoardPicture(as(tara), stored.id)).toBeNull()
    for (const person of [asha, ravi, meera]) {
      expect(await findBoardPicture(as(person), stored.id)).toMatchObject({ type: 'image/webp', isPicture: true })
    }
    const stranger = await cast.student()
    expect(await findBoardPicture(as(stranger), stored.id)).toBeNull()
    expect(await findBoardPicture(as(asha), 'no-id')).toBeNull()
    await expect(listBoardPictures(ctxAs(stranger), id)).rejects.toEqual(refusal('no_such_board'))
    await expect(saveBoardPicture(as(stranger), { id, bytes: await png(10, 10) })).rejects.toEqual(
      refusal('no_such_board'),
    )
  })

  test('is refused when it is not a picture, the board has too many, or the call is over', async () => {
    const { asha, session, id } = await newCall()
    const save = async (bytes: Uint8Array) => saveBoardPicture(as(asha), { id, bytes })
    await expect(save(Buffer.from('%PDF-1.4'))).rejects.toEqual(refusal('board_picture_type'))
    await expect(save((await png(50, 50)).subarray(0, 60))).rejects.toEqual(refusal('question_file_broken'))
    expect(await listBoardPictures(ctxAs(asha), id)).toEqual([])
    await save(await png(10, 10))
    await sql`insert into board_pictures (id, board_id, author_id, key, width, height, size_bytes, stored_at)
      select gen_random_uuid(), ${id}, ${asha.id}, gen_random_uuid()::text, 1, 1, 1, now()
      from generate_series(2, ${boardPicturesMax}::integer)`.execute(database.db())
    await expect(save(await png(10, 10))).rejects.toEqual(refusal('board_pictures_full'))
    await hangUp(ctxAs(asha), { id: session })
    clock.advance(boardOpenAfterCallMs)
    await expect(save(await png(10, 10))).rejects.toEqual(refusal('board_closed'))
  })

  test('is removed with the account of its author', async () => {
    const [asha, { person: ravi, expertId, password }] = [await cast.student(), await cast.expert()]
    const session = await cast.ask(asha, expertId)
    await cast.accept(ravi, session)
    const { id: pictureId } = await saveBoardPicture(as(ravi), { id: session, bytes: await png(10, 10) })
    await hangUp(ctxAs(ravi), { id: session })
    await deleteAccount(ctxAs(ravi), { password })
    expect(await findBoardPicture(as(asha), pictureId)).toBeNull()
    await removeBoardFiles({ ...cast.system(), storage }, { keys: [...files.keys()] })
    expect(files.size).toBe(0)
    await expect(removeBoardFiles(as(asha), { keys: [] })).rejects.toEqual(refusal('not_allowed'))
  })

  test('that arrives while its board is deleted leaves no file', async () => {
    const { person: ravi } = await cast.expert()
    const id = boardId.parse(randomUUID())
    await savePreparedBoard(ctxAs(ravi), { id, name: 'Integration' })
    await saveBoardPicture(as(ravi), { id, bytes: await png(10, 10) })
    const deleteBoard = () => deletePreparedBoard(ctxAs(ravi), { id })
    const slow: Storage = {
      ...storage,
      async put(...file) {
        await deleteBoard()
        await storage.put(...file)
      },
    }
    const saving = saveBoardPicture({ ...as(ravi), storage: slow }, { id, bytes: await png(10, 10) })
    await expect(saving).rejects.toEqual(refusal('no_such_board'))
    const jobs = (await listJobs(database.db(), 'remove_board_files')).filter(({ payload }) => payload.boardId === id)
    expect(jobs).toHaveLength(1)
    for (const { payload } of jobs) await removeBoardFiles({ ...cast.system(), storage }, payload)
    expect([...files.keys()].filter((key) => key.startsWith(`boards/${id}/`))).toEqual([])
  })
})

async function png(width: number, height: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
}

describe('the team', () => {
  test('reads a board with a reason, which is recorded', async () => {
    const { asha, id } = await newCall()
    await storeText(ctxAs(asha), id, 'F = m a')
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    await expect(readBoardOfSession(ctxAs(meera), { id, why: ' ' })).rejects.toEqual(refusal('why_missing'))
    const page = openPage()
    const read = await readBoardOfSession(ctxAs(meera), { id, why: 'A complaint' })
    expect(read).toMatchObject({ elements: 1, code: '', language: null })
    page.applyAll(read)
    expect(page.texts()).toEqual(['F = m a'])
    const lines = await database
      .db()
      .selectFrom('audit_log')
      .select(['act', 'why'])
      .where('thing_id', '=', id)
      .execute()
    expect(lines).toEqual([{ act: 'board read', why: 'A complaint' }])
    await expect(readBoardOfSession(ctxAs(asha), { id, why: 'Curious' })).rejects.toEqual(refusal('not_allowed'))
  })
})

describe('a prepared board', () => {
  test('belongs to its expert alone', async () => {
    const { person: ravi } = await cast.expert()
    const { person: otherExpert } = await cast.expert()
    const asha = await cast.student()
    const id = boardId.parse(randomUUID())
    await savePreparedBoard(ctxAs(ravi), { id, name: 'Integration by parts' })
    await savePreparedBoard(ctxAs(ravi), { id, name: 'Integration' })
    await storeText(ctxAs(ravi), id, 'u v - ∫ v du')
    expect(await listPreparedBoards(ctxAs(ravi))).toMatchObject([{ id, name: 'Integration' }])
    expect(await listPreparedBoards(ctxAs(otherExpert))).toEqual([])
    for (const person of [otherExpert, asha]) {
      await expect(readTexts(ctxAs(person), id)).rejects.toEqual(refusal('no_such_board'))
      await expect(storeText(ctxAs(person), id, 'mine')).rejects.toEqual(refusal('no_such_board'))
    }
    await expect(savePreparedBoard(ctxAs(otherExpert), { id, name: 'Mine' })).rejects.toEqual(refusal('no_such_board'))
    await expect(deletePreparedBoard(ctxAs(otherExpert), { id })).rejects.toEqual(refusal('no_such_board'))
    await expect(savePreparedBoard(ctxAs(asha), { id: boardId.parse(randomUUID()), name: 'Mine' })).rejects.toEqual(
      refusal('not_allowed'),
    )
    await expect(savePreparedBoard(ctxAs(ravi), { id, name: '  ' })).rejects.toMatchObject({
      problems: { name: 'Give the board a name.' },
    })
    await deletePreparedBoard(ctxAs(ravi), { id })
    expect(await listPreparedBoards(ctxAs(ravi))).toEqual([])
    await expect(storeText(ctxAs(ravi), id, 'gone')).rejects.toEqual(refusal('no_such_board'))
  })

  test('is refused above the limit, even when several are created at the same time', async () => {
    const { person: ravi } = await cast.expert()
    const now = clock.now()
    const rows = Array.from({ length: preparedBoardsMax - 1 }, () => ({
      id: boardId.parse(randomUUID()),
      owner_id: ravi.id,
      name: 'Integration',
      created_at: now,
      changed_at: now,
    }))
    await database.db().insertInto('boards').values(rows).execute()
    const create = () => savePreparedBoard(ctxAs(ravi), { id: boardId.parse(randomUUID()), name: 'One more' })
    const results = await runAtOnce(database.db(), 'boards', [create, create, create])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results).toContainEqual({ status: 'rejected', reason: refusal('too_many_boards') })
    expect(await listPreparedBoards(ctxAs(ravi))).toHaveLength(preparedBoardsMax)
    // A board that exists can still be renamed.
    await savePreparedBoard(ctxAs(ravi), { id: rows[0]?.id as BoardId, name: 'Renamed' })
  })
})

/** Runs the jobs that the deletion of this account has enqueued. */
async function runForgetJobs({ id }: Person): Promise<void> {
  const jobs = await jobsAbout(database.db(), id)
  const planned = jobs.filter(({ name }) => name === 'forget_board_author')
  expect(planned).toEqual([{ name: 'forget_board_author', payload: { profileId: id } }])
  await forgetWrittenBy(cast.system(), { profileId: id })
}

async function expertIdOf({ id }: Person): Promise<string> {
  const { id: expertId } = await database
    .db()
    .selectFrom('experts')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return expertId
}

describe('deleting an account', () => {
  test('removes the content of the person from the board, and the other person keeps the rest', async () => {
    const { asha, ravi, password, session, id } = await newCall()
    await storeText(ctxAs(asha), id, 'Asha wrote this')
    await storeText(ctxAs(ravi), id, 'Ravi wrote this')
    const flat = openPage()
    flat.board.getMap('elements').set(randomUUID(), { kind: 'text', text: 'Ravi wrote this, too' })
    flat.board.getText('code').insert(0, 'print(1)')
    await storeBoardUpdate(ctxAs(ravi), { id, data: flat.take() })
    await hangUp(ctxAs(asha), { id: session })
    const storage = createDiskStorage('/nowhere')
    const own = await collectOwnData({ ...ctxAs(ravi), storage })
    const elements = [{ text: 'Ravi wrote this' }, { text: 'Ravi wrote this, too' }]
    expect(own.boards).toMatchObject([
      {
        board: { id },
        content: {
          elements: expect.arrayContaining(elements.map((each) => expect.objectContaining(each))),
          pads: ['print(1)'],
        },
      },
    ])
    expect(JSON.stringify(own)).not.toContain('Asha wrote this')
    await deleteAccount(ctxAs(ravi), { password })
    await runForgetJobs(ravi)
    expect(await readTexts(ctxAs(asha), id)).toEqual(['Asha wrote this'])
    const { changes } = await listBoardChanges(ctxAs(asha), { id })
    expect(Buffer.concat(changes).includes('Ravi wrote')).toBe(false)
  })

  test('the data download before it contains only code and picture addresses of the same person', async () => {
    const { asha, ravi, id } = await newCall()
    const [ashasPage, ravisPage] = [openPage(), openPage()]
    const code = ashasPage.board.getText('code')
    code.insert(0, 'def area(r):\n    pass\n')
    await storeBoardUpdate(ctxAs(asha), { id, data: ashasPage.take() })
    ravisPage.applyAll(await listBoardChanges(ctxAs(ravi), { id }))
    // Ravi replaces a part in the middle of the code of Asha, and adds a line at the end.
    const shared = ravisPage.board.getText('code')
    shared.delete(17, 4)
    shared.insert(17, 'return 3.14 * r ** 2')
    shared.insert(shared.length, '# by Ravi')
    await storeBoardUpdate(ctxAs(ravi), { id, data: ravisPage.take() })
    const pictureId = randomUUID()
    await database
      .db()
      .insertInto('board_pictures')
      .values({
        id: pictureId,
        board_id: id,
        author_id: asha.id,
        key: `boards/${id}/${pictureId}.webp`,
        width: 10,
        height: 10,
        size_bytes: 100,
        stored_at: clock.now(),
      })
      .execute()
    const storage = createDiskStorage('/nowhere')
    const ashas = await collectOwnData({ ...ctxAs(asha), storage })
    expect(ashas.boards).toMatchObject([{ content: { pads: ['def area(r):\n    ', '\n'] } }])
    expect(ashas.board_pictures).toMatchObject([{ id: pictureId, url: `/board-pictures/${pictureId}` }])
    const ravis = await collectOwnData({ ...ctxAs(ravi), storage })
    expect(ravis.boards).toMatchObject([{ content: { pads: ['return 3.14 * r ** 2', '# by Ravi'] } }])
    expect(ravis.board_pictures).toEqual([])
  })

  test('removes the part on each board separately, and a second run continues with the board that failed', async () => {
    const { asha, ravi, password, session, id } = await newCall()
    await storeText(ctxAs(ravi), id, 'Ravi wrote this')
    await hangUp(ctxAs(asha), { id: session })
    const second = await cast.student()
    const secondId = await cast.ask(second, await expertIdOf(ravi))
    await cast.accept(ravi, secondId)
    const secondBoard = boardId.parse(secondId)
    await storeText(ctxAs(ravi), secondBoard, 'Ravi wrote this, too')
    await hangUp(ctxAs(second), { id: secondId })
    await deleteAccount(ctxAs(ravi), { password })
    const boards = [
      { board: id, reader: asha },
      { board: secondBoard, reader: second },
    ]
    const countTexts = async () => {
      const texts = await Promise.all(boards.map(({ board, reader }) => readTexts(ctxAs(reader), board)))
      return texts.flat().length
    }
    // The first transaction fails.
    const failing = afterStatementOn(cast.system(), ['board_updates'], () => Promise.reject(new Error('unavailable')))
    await expect(forgetWrittenBy(failing, { profileId: ravi.id })).rejects.toThrow('some boards still contain')
    expect(await countTexts()).toBe(1)
    await runForgetJobs(ravi)
    expect(await countTexts()).toBe(0)
    await expect(forgetWrittenBy(ctxAs(asha), { profileId: ravi.id })).rejects.toEqual(refusal('not_allowed'))
  })

  test('keeps changes that the other person stores while the document is rewritten', async () => {
    const [asha, { person: ravi, expertId, password }] = [await cast.student(), await cast.expert()]
    const session = await cast.ask(asha, expertId)
    const id = boardId.parse(session)
    await completeCall(ctxAs, { id: session, student: asha, expert: ravi, liveMs: 29_000 })
    await storeText(ctxAs(ravi), id, 'Ravi wrote this')
    await deleteAccount(ctxAs(ravi), { password })
    const meanwhile = afterStatementOn(cast.system(), ['board_updates'], () => storeText(ctxAs(asha), id, 'still mine'))
    await forgetWrittenBy(meanwhile, { profileId: ravi.id })
    expect(await readTexts(ctxAs(asha), id)).toEqual(['still mine'])
    const { changes } = await listBoardChanges(ctxAs(asha), { id })
    expect(Buffer.concat(changes).includes('Ravi wrote')).toBe(false)
  })

  test('on an older node is completed by the daily job', async () => {
    const { asha, ravi, id } = await newCall()
    await storeText(ctxAs(ravi), id, 'Ravi wrote this')
    await database.db().updateTable('profiles').set({ deleted_at: clock.now() }).where('id', '=', ravi.id).execute()
    await forgetDeletedBoardAuthors(cast.system())
    expect(await readTexts(ctxAs(asha), id)).toEqual([])
    await expect(forgetDeletedBoardAuthors(ctxAs(asha))).rejects.toEqual(refusal('not_allowed'))
  })
})

describe('for a day after the call', () => {
  test('drawings made without a connection are still added, by a known page or a new one', async () => {
    const { asha, page, id } = await newEndedCall()
    page.write('drawn offline')
    await storeBoardUpdate(ctxAs(asha), { id, data: page.take() })
    await storeText(ctxAs(asha), id, 'from a page that stored nothing before')
    expect(await readTexts(ctxAs(asha), id)).toEqual([
      'drawn offline',
      'from Asha',
      'from Ravi',
      'from a page that stored nothing before',
    ])
    clock.advance(boardAdditionsAfterCallMs - boardOpenAfterCallMs)
    await expect(storeText(ctxAs(asha), id, 'too late')).rejects.toEqual(refusal('board_closed'))
  })

  test('own content can be changed and removed, content of the other person cannot', async () => {
    const { asha, page, id } = await newEndedCall()
    const elements = page.board.getMap<Y.Map<string>>('elements')
    const keyOf = (text: string) => [...elements].find(([, element]) => element.get('text') === text)?.[0] ?? ''
    elements.delete(keyOf('from Asha'))
    await storeBoardUpdate(ctxAs(asha), { id, data: page.take() })
    expect(await readTexts(ctxAs(asha), id)).toEqual(['from Ravi'])

    const attempts: ((board: Y.Doc) => void)[] = [
      (board) => board.getMap('elements').delete(keyOf('from Ravi')),
      (board) => board.getMap('elements').set(keyOf('from Ravi'), new Y.Map([['text', 'mine']])),
      (board) => board.getMap<Y.Map<string>>('elements').get(keyOf('from Ravi'))?.set('text', 'mine'),
      (board) => board.getText('code').delete(0, 3),
    ]
    for (const change of attempts) {
      const copy = openPage()
      copy.applyAll(await listBoardChanges(ctxAs(asha), { id }))
      change(copy.board)
      await expect(storeBoardUpdate(ctxAs(asha), { id, data: copy.take() })).rejects.toEqual(
        refusal('board_keeps_others'),
      )
    }
    // A page that has not received the element replaces it without deleting it, if its client number is higher.
    const blind = [1, 2 ** 32 - 2].map((writer) => {
      const copy = openPage()
      copy.board.clientID = writer
      copy.board.getMap('elements').set(keyOf('from Ravi'), new Y.Map([['text', 'mine']]))
      return copy.take()
    })
    const results = await Promise.allSettled(blind.map((data) => storeBoardUpdate(ctxAs(asha), { id, data })))
    expect(results.some(({ status }) => status === 'rejected')).toBe(true)
    expect(await readTexts(ctxAs(asha), id)).toEqual(['from Ravi'])
    // A change that refers to a missing change could still replace content when that change arrives.
    const unknown = openPage()
    unknown.write('not stored')
    unknown.take()
    unknown.write('refers to it')
    await expect(storeBoardUpdate(ctxAs(asha), { id, data: unknown.take() })).rejects.toEqual(
      refusal('board_keeps_others'),
    )
  })

  test('code is still added between the code of the other person', async () => {
    const { asha, page, id } = await newEndedCall()
    page.board.getText('code').insert(3, ' # by Asha')
    await storeBoardUpdate(ctxAs(asha), { id, data: page.take() })
    const read = openPage()
    read.applyAll(await listBoardChanges(ctxAs(asha), { id }))
    expect(read.board.getText('code').toJSON()).toBe('abc # by Ashadef')
  })

  test('nobody else can add anything, and attempts are limited', async () => {
    const { asha, id } = await newEndedCall()
    const stranger = await cast.student()
    await expect(storeText(ctxAs(stranger), id, 'hello')).rejects.toEqual(refusal('no_such_board'))
    await storeText(ctxAs(asha), id, 'mine')
    await sql`update hourly_counts set times = ${boardAdditionsPerHour} where key = ${`board addition ${asha.id}`}`.execute(
      database.db(),
    )
    await expect(storeText(ctxAs(asha), id, 'one more')).rejects.toEqual(refusal('too_many_board_changes'))
  })

  /** Both have written a text, and Ravi has written code. `page` is Asha's page. */
  async function newEndedCall() {
    const [asha, { person: ravi, expertId }] = [await cast.student(), await cast.expert()]
    const session = await cast.ask(asha, expertId)
    const id = boardId.parse(session)
    await connectCall(ctxAs, { id: session, student: asha, expert: ravi, liveMs: 40_000 })
    const page = openPage()
    page.write('from Asha')
    await storeBoardUpdate(ctxAs(asha), { id, data: page.take() })
    const other = openPage()
    other.write('from Ravi')
    other.board.getText('code').insert(0, 'abcdef')
    await storeBoardUpdate(ctxAs(ravi), { id, data: other.take() })
    page.applyAll(await listBoardChanges(ctxAs(asha), { id }))
    await hangUp(ctxAs(asha), { id: session })
    clock.advance(boardOpenAfterCallMs)
    return { asha, ravi, page, id }
  }
})
