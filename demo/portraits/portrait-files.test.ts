import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demoExperts, ravi } from '#demo/people/demo-experts.ts'
import { portraitFolder, portraitName, readPortrait } from '#demo/portraits/portrait-files.ts'
import { preparePhoto } from '#domain/files/photo-image.server.ts'
import { photoLargePixels } from '#kernel/limits.ts'

const allExperts = [ravi, ...demoExperts]
const maxBytes = 12_000

test('every expert has one small square portrait, and there are no extra files', async () => {
  const files = (await readdir(portraitFolder)).filter((name) => name.endsWith('.webp'))
  expect(files.toSorted()).toEqual(allExperts.map(portraitName).toSorted())
  for (const expert of allExperts) {
    const bytes = await readPortrait(expert)
    expect(bytes.length).toBeLessThanOrEqual(maxBytes)
    const { format, width, height } = await sharp(bytes).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: photoLargePixels, height: photoLargePixels })
  }
})

test('no two portraits are equal', async () => {
  const hashes = await Promise.all(
    allExperts.map(async (expert) =>
      createHash('sha256')
        .update(await readPortrait(expert))
        .digest('hex'),
    ),
  )
  expect(new Set(hashes).size).toBe(allExperts.length)
})

test('a portrait is accepted as a profile photo', async () => {
  const { small } = await preparePhoto(await readPortrait(ravi))
  expect(small.length).toBeGreaterThan(0)
})
