import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { avatarColours } from '#app/ui/avatar-face.ts'
import { outlineText } from '#domain/experts/outlined-text.server.ts'
import { colours, faceColours, type ShareImageInput, shareImageSvg } from '#domain/experts/share-image-svg.server.ts'
import { drawShareImage } from '#domain/experts/share-image.server.ts'
import { paise } from '#kernel/money.ts'

const photo = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#7f9fae' } })
  .webp()
  .toBuffer()
const ravi: ShareImageInput = {
  name: 'Ravi Shankar',
  title: 'Mathematics teacher',
  rating: 4.83,
  reviews: 12,
  sessions: 34,
  ratePaisePerMinute: paise(10_00),
  isVerified: true,
  photo,
  productName: 'Samjhao',
}
const blank = await drawShareImage({ ...ravi, name: 'I', title: '' })
/** The area of name and title: beside the face, below the header, above the figures. */
const column = { left: 420, top: 120, right: 1132, bottom: 472 }
const faceBox = { left: 80, top: 156, right: 372, bottom: 448 }

test('the image is an opaque PNG of a size that apps show in full', async () => {
  const png = await drawShareImage(ravi)
  const { format, width, height, hasAlpha } = await sharp(png).metadata()
  expect({ format, width, height, hasAlpha }).toEqual({
    format: 'png',
    width: 1200,
    height: 630,
    hasAlpha: false,
  })
  expect(png.length).toBeLessThan(300_000)
})

test('the name is drawn in its place and changes nothing else', async () => {
  const [ravis, kavitas, ravisAgain] = await Promise.all(
    ['Ravi Shankar', 'Kavita Rao', 'Ravi Shankar'].map((name) => drawShareImage({ ...ravi, name })),
  )
  expect(ravisAgain).toEqual(ravis)
  expectWithin(column, await findChangedBox(ravis, kavitas))
})

test('all text is drawn as outlines of our own fonts', () => {
  const svg = shareImageSvg(ravi, { hasPhoto: true })
  expect(svg).toContain(outlineBold('Ravi Shankar', 84))
  expect(svg).toContain(outlineBold('Samjhao', 36))
  expect(svg).toContain(outlineBold('4.8', 40))
  expect(svg).toContain(outlineBold('₹10/min', 42))
  expect(svg).toContain(outlineMedium('Mathematics teacher', 35))
  expect(svg).toContain(outlineMedium('(12 reviews)  ·  34 sessions', 31))
  expect(svg).toContain(outlineMedium('Verified expert', 27))
})

test('an unverified expert has no badge', () => {
  const svg = shareImageSvg({ ...ravi, isVerified: false }, { hasPhoto: true })
  expect(svg).not.toContain(outlineMedium('Verified expert', 27))
})

test('a new expert has the starting rating and the note that there are no reviews', () => {
  const svg = shareImageSvg({ ...ravi, rating: 4.5, reviews: 0, sessions: 0 }, { hasPhoto: true })
  expect(svg).toContain(outlineBold('4.5', 40))
  expect(svg).toContain(outlineMedium('(No reviews yet)', 31))
})

test('uses the singular for one, and shows paise', () => {
  const svg = shareImageSvg({ ...ravi, reviews: 1, sessions: 1, ratePaisePerMinute: paise(12_50) }, { hasPhoto: true })
  expect(svg).toContain(outlineMedium('(1 review)  ·  1 session', 31))
  expect(svg).toContain(outlineBold('₹12.50/min', 42))
})

test('every pixel is the same on a machine without fonts', async () => {
  const devanagari = { ...ravi, name: 'सुनीता राव, Rādhikā', title: 'क्षत्रिय इतिहास', photo: null }
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-no-fonts-'))
  try {
    const config = join(folder, 'fonts.conf')
    await writeFile(config, `<?xml version="1.0"?><fontconfig><dir>${folder}</dir></fontconfig>`)
    const program = `
      import { drawShareImage } from '#domain/experts/share-image.server.ts'
      const png = await drawShareImage(JSON.parse(process.argv[1]))
      process.stdout.write(png.toString('base64'))`
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program, JSON.stringify(devanagari)],
      { maxBuffer: 4_000_000, env: { FONTCONFIG_FILE: config, HOME: folder } },
    )
    expect(stderr).toBe('')
    expect(Buffer.from(stdout, 'base64').equals(await drawShareImage(devanagari))).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.each([
  ['markup', '</svg><script>alert(1)</script>&lt;"\'', '<image href="file:///etc/passwd"/>]]>&nope;'],
  ['emoji', '👩🏽‍🏫😀', '🙂'.repeat(200)],
  ['control characters', '\u0000\u001b[31mRavi\u0007\r\n', '\u202eabc\u2066\ufeff\u200b'],
  ['right to left', 'محمد علی', 'שלום עולם'],
  ['lone surrogates', '\ud83d Ravi \udc00', '\uffff\ufffe'],
  ['500 characters', 'W'.repeat(500), 'Wörter '.repeat(70)],
  ['500 Devanagari graphemes', 'क्षत्रिय'.repeat(60), 'श्री '.repeat(100)],
  ['stacked marks', 'Z\u0300\u0301\u0302\u0303'.repeat(100), 'क्'.repeat(250)],
  ['empty texts', '', ''],
])('%s stay inside the area of name and title', async (_, name, title) => {
  const input = { ...ravi, name, title }
  expect(shareImageSvg(input, { hasPhoto: false })).not.toMatch(/<(text|image|script|use|a\b)|href|passwd|alert/)
  expectWithin(column, await findChangedBox(blank, await drawShareImage(input)))
})

test('a name in a script without a font is replaced', () => {
  expect(shareImageSvg({ ...ravi, name: 'முருகன்' }, { hasPhoto: true })).toContain(outlineBold('Expert on Samjhao', 76))
})

test('shows initials without a photo, or with an unreadable one', async () => {
  const without = await drawShareImage({ ...ravi, photo: null })
  expectWithin(faceBox, await findChangedBox(await drawShareImage(ravi), without))
  expect(await drawShareImage({ ...ravi, photo: photo.subarray(0, 40) })).toEqual(without)
  expect(await drawShareImage({ ...ravi, photo: new Uint8Array() })).toEqual(without)
  expect(shareImageSvg(ravi, { hasPhoto: false })).toContain(outlineBold('RS', 124))
})

test('the colours are the design tokens and the colours of initials', async () => {
  const tokens = await readFile('app/ui/styles/tokens.css', 'utf8')
  for (const [name, colour] of Object.entries(colours)) expect(tokens).toContain(`--color-${name}: ${colour};`)
  expect(faceColours).toEqual(avatarColours.map(toHex))
})

function outlineBold(text: string, sizePx: number): string {
  return outlineText(text, { weight: 'bold', sizePx, trackingEm: -0.012 }).svg
}

function outlineMedium(text: string, sizePx: number): string {
  return outlineText(text, { weight: 'medium', sizePx }).svg
}

type Box = { left: number; top: number; right: number; bottom: number }

function expectWithin(outer: Box, box: Box): void {
  expect(box.right - box.left).toBeGreaterThan(20)
  expect(box.left).toBeGreaterThanOrEqual(outer.left)
  expect(box.top).toBeGreaterThanOrEqual(outer.top)
  expect(box.right).toBeLessThanOrEqual(outer.right)
  expect(box.bottom).toBeLessThanOrEqual(outer.bottom)
}

/** The smallest box around all pixels in which two images differ. Right and bottom are exclusive. */
async function findChangedBox(first: Buffer | undefined, second: Buffer | undefined): Promise<Box> {
  const [before, after] = await Promise.all([sharp(first).raw().toBuffer(), sharp(second).raw().toBuffer()])
  const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 }
  for (let index = 0; index < before.length; index++) {
    if (before[index] === after[index]) continue
    const pixel = Math.floor(index / 3)
    const [x, y] = [pixel % 1200, Math.floor(pixel / 1200)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  return box
}

/** Converts a Tailwind class with an OKLCH colour to six hex digits, by the published matrices. */
function toHex(oklch: string): string {
  const [lightness = 0, chroma = 0, hueDegrees = 0] = (oklch.match(/[\d.]+/g) ?? []).map(Number)
  const a = chroma * Math.cos((hueDegrees * Math.PI) / 180)
  const b = chroma * Math.sin((hueDegrees * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const digits = linear.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.max(0, encoded) * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}
