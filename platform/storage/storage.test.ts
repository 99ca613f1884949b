import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDiskStorage } from '#platform/storage/disk.ts'
import type { Storage } from '#platform/storage/port.ts'
import { createS3Storage, type S3Settings } from '#platform/storage/s3.ts'

type TestStorage = { storage: Storage; folder: string; stop(): Promise<void> }

const webp = { contentType: 'image/webp', cacheControl: 'public, max-age=3600' }

describe.each([
  ['the disk', onDisk],
  ['an S3 server', onS3],
] as const)('%s', (_name, open) => {
  let opened: TestStorage
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.stop())

  test('returns a stored file byte by byte with its type', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256)
    await opened.storage.put('asha/2026-10-03/0a1b2c3d.webp', bytes, webp)
    const found = await opened.storage.get('asha/2026-10-03/0a1b2c3d.webp')
    expect(found?.contentType).toBe('image/webp')
    expect(Buffer.from(found?.bytes ?? []).equals(bytes)).toBe(true)
  })

  test('stores an empty file', async () => {
    await opened.storage.put('empty/file.bin', new Uint8Array(), { ...webp, contentType: 'text/plain' })
    const found = await opened.storage.get('empty/file.bin')
    expect(found?.contentType).toBe('text/plain')
    expect(found?.bytes).toHaveLength(0)
  })

  test('replaces a file and its type', async () => {
    await opened.storage.put('again/file', Buffer.from('before'), webp)
    await opened.storage.put('again/file', Buffer.from('after'), { ...webp, contentType: 'text/plain' })
    const found = await opened.storage.get('again/file')
    expect(Buffer.from(found?.bytes ?? []).toString()).toBe('after')
    expect(found?.contentType).toBe('text/plain')
  })

  test('returns nothing for a missing file', async () => {
    await opened.storage.put('folder/file', Buffer.from('x'), webp)
    expect(await opened.storage.get('missing/file')).toBeNull()
    expect(await opened.storage.get('folder')).toBeNull()
    expect(await opened.storage.get('folder/file/below')).toBeNull()
    expect(await opened.storage.list('missing/')).toEqual([])
  })

  test('lists the files below a folder, sorted, without those of its neighbours', async () => {
    const keys = ['ravi/b/2.webp', 'ravi/a/1.webp', 'ravi/a/1-small.webp', 'ravikumar/a/1.webp']
    for (const key of keys) await opened.storage.put(key, Buffer.from(key), webp)
    expect(await opened.storage.list('ravi/')).toEqual(['ravi/a/1-small.webp', 'ravi/a/1.webp', 'ravi/b/2.webp'])
    expect(await opened.storage.list('ravi/a/')).toEqual(['ravi/a/1-small.webp', 'ravi/a/1.webp'])
  })

  test('removes files, and a missing file counts as removed', async () => {
    for (const key of ['meera/a', 'meera/b', 'meera/c']) await opened.storage.put(key, Buffer.from(key), webp)
    await opened.storage.remove(['meera/a', 'meera/c', 'meera/never'])
    expect(await opened.storage.list('meera/')).toEqual(['meera/b'])
    expect(await opened.storage.get('meera/a')).toBeNull()
    await opened.storage.remove([])
  })

  test('puts and removes files of one folder at the same time without losing any', async () => {
    const rounds = Array.from({ length: 30 }, (_, index) => index)
    await Promise.all(
      rounds.map(async (round) => {
        await opened.storage.put(`crowd/${round % 3}/${round}`, Buffer.from('x'), webp)
        if (round % 2) await opened.storage.remove([`crowd/${round % 3}/${round}`])
      }),
    )
    expect(await opened.storage.list('crowd/')).toHaveLength(15)
  })

  test.each([
    '',
    '/',
    '/etc/passwd',
    'a//b',
    'a/',
    '../a',
    'a/../../b',
    'a/./b',
    '..',
    'a\\b',
    'a b',
    'a/b~type',
    'é',
    'a\0',
  ])('refuses the key "%s"', async (key) => {
    await expect(opened.storage.put(key, Buffer.from('x'), webp)).rejects.toThrow('not a valid storage key')
    await expect(opened.storage.get(key)).rejects.toThrow('not a valid storage key')
    await expect(opened.storage.remove([key])).rejects.toThrow('not a valid storage key')
  })

  test.each(['', '/', 'a', '../', 'a/../'])('refuses the prefix "%s"', async (prefix) => {
    await expect(opened.storage.list(prefix)).rejects.toThrow(RangeError)
  })
})

describe('the disk', () => {
  let opened: TestStorage
  beforeAll(async () => {
    opened = await onDisk()
  })
  afterAll(() => opened.stop())

  test('never shows a partial file during many replacements', async () => {
    const versions = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(50_000))
    await opened.storage.put('busy/file', Buffer.from(versions[0] ?? ''), webp)
    const writing = Promise.all(versions.map((version) => opened.storage.put('busy/file', Buffer.from(version), webp)))
    const seen = await Promise.all(Array.from({ length: 20 }, () => opened.storage.get('busy/file')))
    await writing
    const texts = seen.map((found) => Buffer.from(found?.bytes ?? []).toString())
    expect(texts.every((text) => versions.includes(text))).toBe(true)
  })

  test('keeps no empty folders and no temporary files', async () => {
    await opened.storage.put('asha/2026-10-03/one.webp', Buffer.from('x'), webp)
    expect(await readdir(join(opened.folder, 'asha/2026-10-03'))).toEqual(['one.webp', 'one.webp~type'])
    await opened.storage.remove(['asha/2026-10-03/one.webp'])
    expect(await readdir(opened.folder)).not.toContain('asha')
  })
})

describe('an S3 server', () => {
  test('that refuses our key causes an error without the key', async () => {
    const opened = await onS3({ accessKeyId: 'NOBODY', secretAccessKey: 'not-the-right-secret' })
    const attempt = opened.storage.put('a/b', Buffer.from('x'), webp)
    await expect(attempt).rejects.toThrow(/^(?!.*not-the-right)/s)
    await opened.stop()
  })

  test('that does not answer causes an error instead of a missing file', async () => {
    const opened = await onS3()
    await opened.storage.put('a/b', Buffer.from('x'), webp)
    await opened.stop()
    await expect(opened.storage.get('a/b')).rejects.toThrow('ECONNREFUSED')
  })
})

async function onDisk(): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-files-'))
  const stop = () => rm(folder, { recursive: true, force: true })
  return { storage: createDiskStorage(folder), folder, stop }
}

async function onS3(overrides: Partial<S3Settings> = {}): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'samjhao', configs: [] }],
  })
  const { port } = await server.run()
  const storage = createS3Storage({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'samjhao',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    ...overrides,
  })
  const stop = async () => {
    await storage.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { storage, folder, stop }
}
