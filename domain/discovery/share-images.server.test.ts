import { expect, test, vi } from 'vitest'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import { createShareImages, shareImageVersion } from '#domain/discovery/share-images.server.ts'
import type { drawShareImage } from '#domain/experts/share-image.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { shareImagesWaitingMax } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

const photoKey = '0199c0de-0000-7000-8000-000000000001/2026-01-02/0a1b2c3d.webp'
const ravi: ExpertPage = {
  id: '0199c0de-0000-7000-8000-000000000002' as ExpertId,
  name: 'Ravi Nair',
  photoUrl: `/photos/${photoKey}`,
  title: 'Physics teacher',
  category: 'academic',
  subcategories: ['JEE', 'NEET', 'Homework Help'],
  keySubjects: ['Physics'],
  language: 'Hindi',
  languages: ['Hindi'],
  brief: 'I explain mechanics.',
  rating: 4.5,
  reviews: 0,
  sessions: 0,
  ratePaisePerMinute: paise(10_00),
  status: 'offline',
  verified: [],
  verifiedAt: null,
  experienceYears: 12,
  highestDegree: 'M.Sc.',
  memberSince: new Date(0),
  updatedAt: new Date(0),
}
const expertWithId = (number: number) => ({ ...ravi, id: String(number) as ExpertId })

function setUp({ cacheMaxBytes }: { cacheMaxBytes?: number } = {}) {
  const photo = new Uint8Array([1, 2, 3])
  const storage = {
    get: async (key: string) => (key === photoKey ? { bytes: photo, contentType: 'image/webp' } : null),
  }
  const draw = vi.fn<typeof drawShareImage>(async ({ name }) => Buffer.from(name.padEnd(10)))
  const pause = vi.fn<() => Promise<void>>(async () => undefined)
  return {
    draw,
    pause,
    photo,
    images: createShareImages({ storage, productName: 'Samjhao', draw, pause, cacheMaxBytes }),
  }
}

test('draws one image with the stored photo for concurrent requests, then caches it', async () => {
  const { images, draw, photo } = setUp()
  const found = await Promise.all([images.find(ravi), images.find(ravi), images.find(ravi)])
  expect(new Set(found).size).toBe(1)
  expect(await images.find(ravi)).toBe(found[0])
  expect(draw).toHaveBeenCalledTimes(1)
  expect(draw).toHaveBeenCalledWith({
    isVerified: false,
    name: 'Ravi Nair',
    title: 'Physics teacher',
    rating: 4.5,
    reviews: 0,
    sessions: 0,
    ratePaisePerMinute: 10_00,
    photo,
    productName: 'Samjhao',
  })
})

test('redraws when visible data changes, and only then', async () => {
  const { images, draw } = setUp()
  const changes: Partial<ExpertPage>[] = [
    {},
    { name: 'Ravi N.' },
    { rating: 4.6 },
    { sessions: 1 },
    { photoUrl: null },
    { ratePaisePerMinute: paise(12_00) },
  ]
  for (const change of changes) await images.find({ ...ravi, ...change })
  expect(draw).toHaveBeenCalledTimes(changes.length)
  await images.find({ ...ravi, status: 'online', brief: 'Other words.', updatedAt: new Date() })
  expect(draw).toHaveBeenCalledTimes(changes.length)
  expect(shareImageVersion(ravi, 'Samjhao')).not.toBe(shareImageVersion(ravi, 'Another'))
})

test('uses initials when the photo is stored elsewhere or missing', async () => {
  const { images, draw } = setUp()
  await images.find({ ...ravi, photoUrl: 'https://elsewhere.example/face.png' })
  await images.find({ ...ravi, photoUrl: '/photos/../../etc/passwd' })
  await images.find({ ...ravi, photoUrl: `/photos/${photoKey.replace('0a1b', 'ffff')}` })
  expect(draw.mock.calls.map(([{ photo }]) => photo)).toEqual([null, null, null])
})

test('limits the cache by bytes, and evicts the least recently used image', async () => {
  const { images, draw } = setUp({ cacheMaxBytes: 20 })
  await images.find(expertWithId(1))
  await images.find(expertWithId(2))
  await images.find(expertWithId(1))
  await images.find(expertWithId(3))
  expect(draw).toHaveBeenCalledTimes(3)
  await images.find(expertWithId(1))
  expect(draw).toHaveBeenCalledTimes(3)
  await images.find(expertWithId(2))
  expect(draw).toHaveBeenCalledTimes(4)
})

test('drawings run one at a time with a pause, and too many requests are refused', async () => {
  const { images, draw, pause } = setUp()
  const endPauses: (() => void)[] = []
  pause.mockImplementation(() => new Promise((resolve) => endPauses.push(resolve)))
  const waiting = Array.from({ length: shareImagesWaitingMax }, (_, number) => images.find(expertWithId(number)))
  expect(await images.find(expertWithId(100))).toBeNull()
  await waiting[0]
  await vi.waitFor(() => expect(endPauses).toHaveLength(1), { timeout: 10_000 })
  expect(draw).toHaveBeenCalledTimes(1)
  endPauses[0]?.()
  await waiting[1]
  expect(draw).toHaveBeenCalledTimes(2)
  expect(await images.find(expertWithId(0))).not.toBeNull()
})

test('a failed drawing is retried by the next request, and blocks nothing', async () => {
  const { images, draw } = setUp()
  draw.mockRejectedValueOnce(new Error('drawing failed'))
  await expect(images.find(ravi)).rejects.toThrow('drawing failed')
  expect(await images.find(ravi)).not.toBeNull()
})
