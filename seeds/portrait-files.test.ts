import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { preparePhoto } from '#domain/files/photo-image.server.ts'
import { photoLargePixels } from '#kernel/limits.ts'
import { demoExperts, ravi } from '#seeds/demo-experts.ts'
import {
  drawnFrom,
  drawnFromFile,
  portraitFolder,
  portraitName,
  readPortrait,
} from '#seeds/portrait-files.ts'

const everybody = [ravi, ...demoExperts]
const maxBytes = 12_000

test('there is one small square picture for everybody, and none too many', async () => {
  const files = (await readdir(portraitFolder)).filter((name) => name.endsWith('.webp'))
  expect(files.toSorted()).toEqual(everybody.map(portraitName).toSorted())
  for (const expert of everybody) {
    const bytes = await readPortrait(expert)
    expect(bytes.length).toBeLessThanOrEqual(maxBytes)
    const { format, width, height } = await sharp(bytes).metadata()
    expect({ format, width, height }).toEqual({
      format: 'webp',
      width: photoLargePixels,
      height: photoLargePixels,
    })
  }
})

test('the pictures are those of the drawings; if not, run node seeds/write-portraits.ts', async () => {
  expect((await readFile(drawnFromFile, 'utf8')).trim()).toBe(drawnFrom(everybody))
})

test('the accounts take such a picture as a photo', async () => {
  const { small } = await preparePhoto(await readPortrait(ravi))
  expect(small.length).toBeGreaterThan(0)
})
