import { isDeepStrictEqual } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Photo, preparePhoto } from '#domain/files/photo-image.server.ts'
import { photoLargePixels, photoMaxBytes, photoSmallPixels } from '#kernel/limits.ts'

const formats = ['jpeg', 'png', 'webp'] as const
const twoSquares = [photoLargePixels, photoSmallPixels].map((pixels) => ({
  format: 'webp',
  size: [pixels, pixels],
  decoded: [pixels, pixels],
  metadata: [],
}))

describe('a photo', () => {
  test.each(formats)('in %s becomes two squares encoded by the server', async (format) => {
    expect(await readPixels(await preparePhoto(await makePicture(format, { width: 90, height: 60 })))).toEqual(
      twoSquares,
    )
  })

  test('of one pixel is still a photo', async () => {
    expect(await readPixels(await preparePhoto(await makePicture('png', { width: 1, height: 1 })))).toEqual(twoSquares)
  })

  test.each([
    ['greyscale', (image: Sharp) => image.toColourspace('b-w').png()],
    ['sixteen bits per channel', (image: Sharp) => image.toColourspace('rgb16').png()],
    ['transparency', (image: Sharp) => image.ensureAlpha(0.5).png()],
    ['CMYK colours', (image: Sharp) => image.toColourspace('cmyk').jpeg()],
    ['a palette', (image: Sharp) => image.png({ palette: true })],
    ['progressive scans', (image: Sharp) => image.jpeg({ progressive: true })],
  ])('with %s is accepted', async (_what, encode) => {
    const image = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a06040' } })
    expect(await readPixels(await preparePhoto(await encode(image).toBuffer()))).toEqual(twoSquares)
  })

  test('that is animated becomes its first frame', async () => {
    const stills = ['red', 'blue'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    )
    const frames = await sharp(await Promise.all(stills), { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    expect((await sharp(frames).metadata()).pages).toBe(2)
    const photo = await preparePhoto(frames)
    expect(await readPixels(photo)).toEqual(twoSquares)
    expect(await readColour(photo.large, 0.5, 0.5)).toBe('red')
  })

  test('loses its metadata', async () => {
    const jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#888' } })
      .withExif({
        IFD0: { Make: 'Samjhao Phone', Copyright: 'Asha Verma' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    expect((await sharp(jpeg).metadata()).exif?.toString('latin1')).toContain('Samjhao Phone')
    const photo = await preparePhoto(jpeg)
    expect(await readPixels(photo)).toEqual(twoSquares)
    for (const bytes of [photo.large, photo.small]) {
      expect(bytes.toString('latin1')).not.toMatch(/Exif|Samjhao Phone|Asha/)
    }
  })

  test('taken with an upright phone is rotated upright', async () => {
    // Stored in landscape with the red end on the left; rotated clockwise, red is on top.
    const stored = await makeHalves({ width: 80, height: 40 })
    const turned = await sharp(stored).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer()
    const { large } = await preparePhoto(turned)
    expect(await readColour(large, 0.5, 0.1)).toBe('red')
    expect(await readColour(large, 0.5, 0.9)).toBe('blue')
    const end = await preparePhoto(turned, { left: 0, top: 0.5, size: 1 })
    expect(await readColour(end.large, 0.5, 0.1)).toBe('blue')
  })

  test('is cropped to the centre, or to the chosen square', async () => {
    const wide = await makeHalves({ width: 80, height: 40 })
    const { large: middle } = await preparePhoto(wide)
    expect([await readColour(middle, 0.1, 0.5), await readColour(middle, 0.9, 0.5)]).toEqual(['red', 'blue'])
    const { large: left } = await preparePhoto(wide, { left: 0, top: 0, size: 1 })
    expect([await readColour(left, 0.1, 0.5), await readColour(left, 0.9, 0.5)]).toEqual(['red', 'red'])
    const { large: right } = await preparePhoto(wide, { left: 0.75, top: 0.5, size: 0.5 })
    expect([await readColour(right, 0.1, 0.5), await readColour(right, 0.9, 0.5)]).toEqual(['blue', 'blue'])
  })

  test('with a crop beyond its edge is cropped at the edge', async () => {
    const wide = await makeHalves({ width: 81, height: 37 })
    for (const crop of [
      { left: 1, top: 1, size: 1 },
      { left: 1, top: 1, size: 0.01 },
      { left: 0.999, top: 0, size: 0.333 },
    ]) {
      expect(await readPixels(await preparePhoto(wide, crop))).toEqual(twoSquares)
    }
  })
})

describe('the upload is refused for', () => {
  const type = {
    code: 'photo_type',
    message: 'File type not allowed. Please upload a JPEG, PNG, or WebP image.',
  }
  const size = { code: 'photo_too_large', message: 'File size exceeds the 5MB limit.' }

  test('a file of 5 MB and one byte, but not for 5 MB', async () => {
    const photo = await makePicture('jpeg', { width: 40, height: 40 })
    const padded = (length: number) => Buffer.concat([photo, Buffer.alloc(length - photo.length)])
    await expect(preparePhoto(padded(photoMaxBytes + 1))).rejects.toMatchObject(size)
    expect(await readPixels(await preparePhoto(padded(photoMaxBytes)))).toEqual(twoSquares)
  })

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG that could run a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['an HTML page after the signature of a JPEG', Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')],
    ['an HTML page after the signature of a PNG', Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1')],
    ['an HTML page after the signature of a WebP', Buffer.from('RIFF\x20\0\0\0WEBPVP8 <script>', 'latin1')],
    ['only the signature of a JPEG', Buffer.from([0xff, 0xd8, 0xff])],
  ])('%s', async (_what, bytes) => {
    await expect(preparePhoto(bytes)).rejects.toMatchObject(type)
  })

  test.each(['gif', 'tiff', 'avif'] as const)('a picture in %s', async (format) => {
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .toFormat(format)
      .toBuffer()
    await expect(preparePhoto(bytes)).rejects.toMatchObject(type)
  })

  test.each(formats)('half a %s', async (format) => {
    const bytes = await makePicture(format, { width: 60, height: 60 })
    await expect(preparePhoto(bytes.subarray(0, bytes.length / 2))).rejects.toMatchObject(type)
  })

  test('a small file that decodes to 900 megapixels, without decoding it', async () => {
    const beforeMaking = process.cpuUsage()
    const bomb = makeBlackPng({ width: 30_000, height: 30_000 })
    const making = process.cpuUsage(beforeMaking)
    expect(bomb.length).toBeLessThan(photoMaxBytes)
    const beforeRefusing = process.cpuUsage()
    await expect(preparePhoto(bomb)).rejects.toMatchObject(type)
    const refusing = process.cpuUsage(beforeRefusing)
    // Decoding costs many times more than encoding did; reading the header costs almost nothing.
    expect(refusing.user).toBeLessThan(making.user)
  })
})

describe('500 corrupted pictures', () => {
  const originals: Buffer[] = []
  beforeAll(async () => {
    for (const format of formats) originals.push(await makePicture(format, { width: 24, height: 18 }))
  })

  test('are each refused, or become two squares encoded by the server', async () => {
    const seeds = Array.from({ length: 500 }, (_, seed) => seed)
    const outcomes: { seed: number; refusal: unknown; photo: unknown }[] = []
    const processSeeds = async () => {
      for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
        const bytes = mutate(originals[seed % originals.length] as Buffer, seed)
        const outcome = await preparePhoto(bytes).then(
          async (photo) => ({ refusal: null, photo: await readPixels(photo) }),
          (error) => ({ refusal: error.code, photo: null }),
        )
        outcomes.push({ seed, ...outcome })
      }
    }
    await Promise.all([processSeeds(), processSeeds(), processSeeds(), processSeeds()])
    const accepted = outcomes.filter(({ photo }) => isDeepStrictEqual(photo, twoSquares))
    const refused = outcomes.filter(({ refusal }) => refusal === 'photo_type')
    const others = outcomes.filter((outcome) => !accepted.includes(outcome) && !refused.includes(outcome))
    expect(others).toEqual([])
    expect(accepted.length + refused.length).toBe(500)
    // Both outcomes must be frequent, or the mutations are too weak or too strong to prove anything.
    expect(Math.min(accepted.length, refused.length)).toBeGreaterThan(50)
  })
})

/** Decodes both sizes completely, which fails for a damaged file. */
async function readPixels({ large, small }: Photo) {
  return Promise.all(
    [large, small].map(async (bytes) => {
      const { format, width, height, exif, icc, iptc, xmp, orientation, pages } = await sharp(bytes).metadata()
      const { info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
      const metadata = [exif, icc, iptc, xmp, orientation, pages].filter((found) => found !== undefined)
      return { format, size: [width, height], decoded: [info.width, info.height], metadata }
    }),
  )
}

/** Returns a patterned picture. A plain one would compress to almost no bytes. */
function makePicture(format: (typeof formats)[number], { width, height }: { width: number; height: number }) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = 128 + 90 * Math.sin(at / 37) + (at % 29)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

/** Red on the left, blue on the right. */
function makeHalves({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: 'blue' } }
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: half, left: Math.floor(width / 2), top: 0 }])
    .png()
    .toBuffer()
}

async function readColour(bytes: Buffer, x: number, y: number): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
}

/** One bit per pixel, all 0, so that 900 million pixels fit in a hundred kilobytes. */
function makeBlackPng({ width, height }: { width: number; height: number }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width / 8 + 1) * height)
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), content])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Flips, cuts, repeats and overwrites bytes, deterministically for each seed. */
function mutate(original: Buffer, seed: number): Buffer {
  const random = createRandom(seed)
  const pickBelow = (limit: number) => Math.floor(random() * limit)
  let bytes = Buffer.from(original)
  for (let times = 1 + pickBelow(8); times > 0 && bytes.length > 0; times--) {
    const at = pickBelow(bytes.length)
    const length = 1 + pickBelow(12)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    const act = pickBelow(5)
    if (act < 2) bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << pickBelow(8)), at)
    else if (act === 2) bytes = Buffer.concat([before, after.subarray(length)])
    else if (act === 3) bytes = Buffer.concat([before, after.subarray(0, length), after])
    else bytes.fill(pickBelow(256), at, Math.min(bytes.length, at + length))
  }
  // A few are truncated, as by a lost connection.
  return pickBelow(12) === 0 ? bytes.subarray(0, pickBelow(bytes.length)) : bytes
}

/** Mulberry32: small, and random enough to spread mutations. */
function createRandom(seed: number): () => number {
  let state = seed + 0x6d2b79f5
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
