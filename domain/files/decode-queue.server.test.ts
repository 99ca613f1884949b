import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { saveQuestionFile } from '#domain/files/save-question-file.server.ts'
import { uploadsDecodedAtOnce, uploadsQueuedMax, uploadsQueuedPerAccount } from '#kernel/limits.ts'
import type { Storage } from '#platform/storage/port.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson, signInAs } from '#tests/signed-in-people.ts'

const database = useDatabase()
const storage = { put: async () => undefined } as unknown as Storage

test('while eight large pictures are decoded, a sign-in waits for at most one of them', async () => {
  const { email, password } = await newSignedInPerson(database.as)
  const black = { width: 3_148, height: 3_148, channels: 3, background: 'black' } as const
  const bytes = await sharp({ create: black }).png({ palette: true, colours: 2 }).toBuffer()
  const students = await Promise.all(Array.from({ length: 8 }, () => newSignedInPerson(database.as)))
  const decodeQueue = createDecodeQueue()

  let pictures = 0
  const decoding = students.map(({ person }) =>
    saveQuestionFile({ ...database.as(person), storage, decodeQueue }, { name: 'a', bytes })
      // On a busy machine a decode may time out.
      .catch(() => undefined)
      .finally(() => (pictures += 1)),
  )
  // Counts pictures instead of time, because another process slows both down.
  const picturesBySignIn: number[] = []
  while (pictures < decoding.length) {
    const before = pictures
    await signInAs(database.as, email, password)
    picturesBySignIn.push(pictures - before)
  }
  // If every picture were refused immediately, the first sign-in would count all of them.
  expect(Math.max(...picturesBySignIn)).toBeLessThan(2)
})

describe('the decode queue', () => {
  /** A decode that runs until the test finishes it. */
  const newDecode = (started: string[], name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const decode = () => {
      started.push(name)
      return promise
    }
    return { decode, finish: () => resolve(name), fail: () => reject(new Error('broken')) }
  }

  test('decodes one file at a time, in order, even after a failed decode', async () => {
    expect(uploadsDecodedAtOnce).toBe(1)
    const { run } = createDecodeQueue()
    const started: string[] = []
    const files = ['a', 'b', 'c'].map((name) => newDecode(started, name))
    const [a, b, c] = files.map(({ decode }, n) => run(`account ${n}`, decode))
    expect(started).toEqual(['a'])
    files[0]?.fail()
    await expect(a).rejects.toThrow('broken')
    expect(started).toEqual(['a', 'b'])
    files[1]?.finish()
    expect(await b).toBe('b')
    files[2]?.finish()
    expect(await c).toBe('c')
    expect(await run('asha', async () => 'd')).toBe('d')
  })

  test('limits each account and the total; a finished decode makes room for another', async () => {
    const { run } = createDecodeQueue()
    const held = Promise.withResolvers<void>()
    const add = (owner: string) => run(owner, () => held.promise)
    const own = Array.from({ length: uploadsQueuedPerAccount }, () => add('asha'))
    await expect(add('asha')).rejects.toMatchObject({ code: 'files_in_progress', status: 429 })
    const others = Array.from({ length: uploadsQueuedMax - own.length }, (_, n) => add(`account ${n}`))
    await expect(add('ravi')).rejects.toMatchObject({ code: 'too_busy', status: 503 })
    held.resolve()
    await Promise.all([...own, ...others])
    await expect(Promise.all([add('asha'), add('ravi')])).resolves.toBeDefined()
  })
})
