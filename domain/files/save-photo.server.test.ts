import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDecodeQueue, type DecodeQueue } from '#domain/files/decode-queue.server.ts'
import { findPhoto } from '#domain/files/photo-files.server.ts'
import { type PhotoContext, removeEveryPhoto, removePhoto, savePhoto } from '#domain/files/save-photo.server.ts'
import type { Publish } from '#domain/context.server.ts'
import type { Actor } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { photoUploadsPerHour } from '#kernel/limits.ts'
import { createDiskStorage } from '#platform/storage/disk.ts'
import type { Storage } from '#platform/storage/port.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
/** Decodes every picture immediately, so that concurrent uploads reach the database together. */
const decodeQueue: DecodeQueue = { run: (_owner, decode) => decode() }
const clockAt = (time: string) => ({ now: () => new Date(time) })
const noon = clockAt('2026-10-03T12:00:00Z')
let folder: string
let storage: Storage
let bytes: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-photos-'))
  storage = createDiskStorage(folder)
  bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c08040' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('saving a photo', () => {
  test('stores two sizes and references them in the profile', async () => {
    const { person } = await newSignedInPerson(database.as)
    const { url } = await savePhoto(as(person), { bytes })
    expect(url).toMatch(new RegExp(`^/photos/${person.id}/2026-10-03/[0-9a-f]{8}\\.webp$`))
    expect(await readAvatar(person.id)).toBe(url)
    const key = url.replace('/photos/', '')
    expect(await storage.list(`${person.id}/`)).toEqual([key.replace('.webp', '-small.webp'), key])
    expect((await storage.get(key))?.contentType).toBe('image/webp')
    const found = await findPhoto({ storage }, key)
    expect((await sharp(found ?? Buffer.alloc(0)).metadata()).width).toBe(512)
  })

  test('of an expert also updates the expert record, and notifies open pages', async () => {
    const { person } = await newSignedInPerson(database.as, 'expert')
    await database
      .db()
      .insertInto('experts')
      .values({ user_id: person.id, member_since: noon.now(), updated_at: noon.now() })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()
    const publish = vi.fn<Publish>()
    const { url } = await savePhoto({ ...as(person), publish }, { bytes })
    const expert = await getExpert(person.id)
    expect(expert.profile_photo).toBe(url)
    expect(publish.mock.calls).toEqual([
      [`account:${person.id}`, { type: 'changed' }],
      [`expert:${expert.id}`, { type: 'changed' }],
    ])
    await removePhoto(as(person))
    expect((await getExpert(person.id)).profile_photo).toBeNull()
  })

  test('removes only the previous photo', async () => {
    const { person } = await newSignedInPerson(database.as)
    const { person: other } = await newSignedInPerson(database.as)
    await savePhoto(as(other), { bytes })
    const first = await savePhoto(as(person), { bytes })
    const second = await savePhoto(as(person), { bytes })
    expect(second.url).not.toBe(first.url)
    expect(await listStoredUrls(person.id)).toEqual([second.url])
    expect(await listStoredUrls(other.id)).toHaveLength(1)
  })

  test('does not touch a picture outside our storage', async () => {
    const { person } = await newSignedInPerson(database.as)
    await setAvatar(person.id, '/portraits/asha.webp')
    const { url } = await savePhoto(as(person), { bytes })
    expect(await readAvatar(person.id)).toBe(url)
  })

  test('ten times concurrently keeps only the last photo, which the profile references', async () => {
    const { person } = await newSignedInPerson(database.as)
    await savePhoto(as(person), { bytes })
    const saved = await Promise.all(Array.from({ length: 10 }, () => savePhoto(as(person), { bytes })))
    const avatar = await readAvatar(person.id)
    expect(saved.map(({ url }) => url)).toContain(avatar)
    expect(await listStoredUrls(person.id)).toEqual([avatar])
  })

  test('accepts a valid crop and refuses an invalid one', async () => {
    const { person } = await newSignedInPerson(database.as)
    await savePhoto(as(person), { bytes, crop: { left: 0.1, top: 0, size: 0.5 } })
    for (const crop of [
      { left: -0.1, top: 0, size: 1 },
      { left: 0, top: 0, size: 0 },
      { left: Number.NaN, top: 0, size: 1 },
    ]) {
      await expect(savePhoto(as(person), { bytes, crop })).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })
})

describe('saving a photo fails safely:', () => {
  test('a refused picture stores nothing and changes nothing', async () => {
    const { person } = await newSignedInPerson(database.as)
    const { url } = await savePhoto(as(person), { bytes })
    const page = Buffer.from('<script>alert(1)</script>')
    await expect(savePhoto(as(person), { bytes: page })).rejects.toMatchObject({ code: 'photo_type' })
    expect(await readAvatar(person.id)).toBe(url)
    expect(await listStoredUrls(person.id)).toEqual([url])
  })

  test.each([
    ['a visitor', { kind: 'visitor', address: '203.0.113.9' }, 'not_signed_in'],
    ['the system', { kind: 'system' }, 'not_allowed'],
  ] as const)('%s is refused', async (_who, actor, code) => {
    await expect(savePhoto(as(actor), { bytes })).rejects.toMatchObject({ code })
    await expect(removePhoto(as(actor))).rejects.toMatchObject({ code })
  })

  test('a storage failure leaves the profile unchanged', async () => {
    const { person } = await newSignedInPerson(database.as)
    const { url } = await savePhoto(as(person), { bytes })
    const put = async (key: string, ...rest: [Uint8Array, never]) => {
      if (key.includes('-small')) throw new Error('disk full')
      await storage.put(key, ...rest)
    }
    await expect(savePhoto({ ...as(person), storage: { ...storage, put } }, { bytes })).rejects.toThrow('disk full')
    expect(await readAvatar(person.id)).toBe(url)
    expect(await listStoredUrls(person.id)).toEqual([url])
  })

  test('a deleted person leaves no files', async () => {
    const { person } = await newSignedInPerson(database.as)
    await database.db().deleteFrom('profiles').where('id', '=', person.id).execute()
    await expect(savePhoto(as(person), { bytes })).rejects.toMatchObject({ code: 'no_such_person' })
    expect(await storage.list(`${person.id}/`)).toEqual([])
  })

  test('a photo that cannot be removed is logged, and removed by an upload on another day', async () => {
    const { person } = await newSignedInPerson(database.as)
    const first = await savePhoto(as(person), { bytes })
    const log = { warn: vi.fn<PhotoContext['log']['warn']>() }
    const remove = () => Promise.reject(new Error('no answer'))
    const second = await savePhoto({ ...as(person), storage: { ...storage, remove }, log }, { bytes })
    expect(log.warn).toHaveBeenCalledOnce()
    expect(await listStoredUrls(person.id)).toEqual([first.url, second.url].toSorted())

    // Just after midnight, an upload of the day before may still be running.
    const third = await savePhoto(as(person, clockAt('2026-10-04T00:30:00Z')), { bytes })
    expect(await listStoredUrls(person.id)).toEqual([first.url, third.url].toSorted())
    const fourth = await savePhoto(as(person, clockAt('2026-10-04T01:30:00Z')), { bytes })
    expect(await listStoredUrls(person.id)).toEqual([fourth.url])
  })
})

describe('one person', () => {
  const upload = (actor: Actor, clock = noon) =>
    savePhoto(as(actor, clock), { bytes }).then(
      () => 'saved',
      (error) => error.code as string,
    )

  test('may upload twenty photos per hour, even concurrently; one more is refused until the next hour', async () => {
    const { person } = await newSignedInPerson(database.as)
    const { person: other } = await newSignedInPerson(database.as)
    const results = await Promise.all(Array.from({ length: photoUploadsPerHour + 5 }, () => upload(person)))
    expect(results.filter((result) => result === 'saved')).toHaveLength(photoUploadsPerHour)
    expect(results.filter((result) => result === 'too_many_photos')).toHaveLength(5)
    const kept = await readAvatar(person.id)
    expect(await upload(person, clockAt('2026-10-03T12:59:59Z'))).toBe('too_many_photos')
    expect(await readAvatar(person.id)).toBe(kept)
    expect(await listStoredUrls(person.id)).toEqual([kept])
    expect(await upload(other)).toBe('saved')
    expect(await upload(person, clockAt('2026-10-03T13:00:00Z'))).toBe('saved')
    expect(await upload(person, clockAt('2026-10-03T13:00:01Z'))).toBe('saved')
  })

  const roles = ['student', 'expert', 'team'] as const
  test.each(roles)('may have three photos in progress; one more is refused and changes nothing: %s', async (role) => {
    const { person } = await newSignedInPerson(database.as, role)
    const { person: other } = await newSignedInPerson(database.as)
    const ownQueue = createDecodeQueue()
    const save = (actor: Actor) => savePhoto({ ...as(actor), decodeQueue: ownQueue }, { bytes })
    const held = Promise.withResolvers<void>()
    const inProgress = Array.from({ length: 3 }, () => ownQueue.run(person.id, () => held.promise))
    await expect(save(person)).rejects.toMatchObject({ code: 'files_in_progress', status: 429 })
    expect(await readAvatar(person.id)).toBeNull()
    const othersPhoto = save(other)
    held.resolve()
    await Promise.all(inProgress)
    const { url: othersUrl } = await othersPhoto
    expect(await readAvatar(other.id)).toBe(othersUrl)
    const { url } = await save(person)
    expect(await readAvatar(person.id)).toBe(url)
  })

  test('uses up the limit with refused pictures as well, and may remove the photo at any time', async () => {
    const { person } = await newSignedInPerson(database.as)
    const { url } = await savePhoto(as(person), { bytes })
    const page = Buffer.from('no picture')
    for (let times = 1; times < photoUploadsPerHour; times += 1) {
      await expect(savePhoto(as(person), { bytes: page })).rejects.toMatchObject({ code: 'photo_type' })
    }
    await expect(savePhoto(as(person), { bytes })).rejects.toMatchObject({
      code: 'too_many_photos',
      status: 429,
    })
    expect(await readAvatar(person.id)).toBe(url)
    await removePhoto(as(person))
    expect(await readAvatar(person.id)).toBeNull()
  })
})

test('removing a photo shows the initials again', async () => {
  const { person } = await newSignedInPerson(database.as)
  await savePhoto(as(person), { bytes })
  await removePhoto(as(person))
  expect(await readAvatar(person.id)).toBeNull()
  expect(await storage.list(`${person.id}/`)).toEqual([])
  await removePhoto(as(person))
})

test('deleting an account removes all its files', async () => {
  const { person } = await newSignedInPerson(database.as)
  await savePhoto(as(person), { bytes })
  await storage.put(`${person.id}/2026-01-01/00000000.webp`, bytes, {
    contentType: 'image/webp',
    cacheControl: '',
  })
  await removeEveryPhoto({ storage }, person.id)
  expect(await storage.list(`${person.id}/`)).toEqual([])
  await removeEveryPhoto({ storage }, person.id)
})

test.each(['', 'x', '../../etc/passwd', 'a/b', '%2e%2e/x', `${'0'.repeat(36)}/2026-10-03/0a1b2c3d.png`])(
  'the key "%s" returns no photo',
  async (key) => {
    const get = vi.fn<Storage['get']>()
    expect(await findPhoto({ storage: { ...storage, get } }, key)).toBeNull()
    expect(get).not.toHaveBeenCalled()
  },
)

function as(actor: Actor, clock = noon): PhotoContext {
  const log = {
    warn(details: object, message: string) {
      throw new Error(`${message}: ${JSON.stringify(details)}`)
    },
  }
  return { ...database.as(actor, clock), storage, decodeQueue, log }
}

async function readAvatar(id: AccountId): Promise<string | null> {
  const { avatar_url } = await database
    .db()
    .selectFrom('profiles')
    .select('avatar_url')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return avatar_url
}

async function setAvatar(id: AccountId, avatar_url: string): Promise<void> {
  await database.db().updateTable('profiles').set({ avatar_url }).where('id', '=', id).execute()
}

function getExpert(id: AccountId) {
  return database
    .db()
    .selectFrom('experts')
    .select(['id', 'profile_photo'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Lists the stored photos of a person and expects each in both sizes. */
async function listStoredUrls(id: AccountId): Promise<string[]> {
  const keys = await storage.list(`${id}/`)
  const large = keys.filter((key) => !key.endsWith('-small.webp'))
  expect(keys).toHaveLength(large.length * 2)
  return large.map((key) => `/photos/${key}`)
}
