import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { inspectFile as inspectFileInTurn } from '#domain/files/inspect-file.server.ts'
import { questionPictureMaxPixels, questionPictureMaxSide } from '#kernel/limits.ts'
import { contentTypes, makeDoc, makeDocx, makeZip, pdfBytes, wordDocument } from '#tests/documents.ts'

const refusal = (code: string) => expect.objectContaining({ code })
const inspectFile = (bytes: Uint8Array) => inspectFileInTurn(bytes, { decodeQueue: createDecodeQueue(), owner: 'asha' })
const square = { create: { width: 40, height: 30, channels: 3, background: '#a06040' } } as const
/** A white PNG. Pixels of one byte take a third of the time. */
const makeLarge = ({ width, height }: { width: number; height: number }) =>
  sharp(Buffer.alloc(width * height, 255), { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()

describe('with a virus scanner', () => {
  const eicar = 'EICAR'
  const scanner = { isInfected: async (bytes: Uint8Array) => Buffer.from(bytes).includes(eicar) }
  const scan = (bytes: Uint8Array) =>
    inspectFileInTurn(bytes, { decodeQueue: createDecodeQueue({ scanner }), owner: 'asha' })

  test('an infected document is refused, and a clean one is accepted', async () => {
    expect(await scan(pdfBytes)).toMatchObject({ type: 'application/pdf' })
    await expect(scan(Buffer.concat([pdfBytes, Buffer.from(eicar)]))).rejects.toEqual(refusal('file_infected'))
    const infectedWord = makeDocx([{ name: 'word/macro.txt', method: 0, text: eicar }])
    await expect(scan(infectedWord)).rejects.toEqual(refusal('file_infected'))
    await expect(scan(Buffer.concat([makeDoc(), Buffer.from(eicar)]))).rejects.toEqual(refusal('file_infected'))
  })

  test('a document that cannot be scanned is refused, and a picture is not scanned', async () => {
    const broken = { isInfected: () => Promise.reject(new Error('no scanner')) }
    const decodeQueue = createDecodeQueue({ scanner: broken })
    await expect(inspectFileInTurn(pdfBytes, { decodeQueue, owner: 'asha' })).rejects.toEqual(
      refusal('file_not_scanned'),
    )
    const picture = await sharp(square).png().toBuffer()
    expect(await inspectFileInTurn(picture, { decodeQueue, owner: 'asha' })).toMatchObject({ type: 'image/webp' })
  })
})

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('in %s is re-encoded', async (format) => {
    const { bytes, type, extension } = await inspectFile(await sharp(square).toFormat(format).toBuffer())
    expect([type, extension]).toEqual(['image/webp', 'webp'])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  })

  test('loses its metadata and is rotated upright', async () => {
    const photo = await sharp(square)
      .withExif({
        IFD0: { Make: 'Samjhao Phone', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { bytes } = await inspectFile(photo)
    const { exif, icc, xmp, iptc, width, height } = await sharp(bytes).metadata()
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
    expect([width, height]).toEqual([30, 40])
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Exif|Samjhao/)
  })

  test('with transparency gets a white background', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const png = await sharp({ create: { width: 4, height: 4, channels: 4, background: clear } })
      .png()
      .toBuffer()
    const { bytes } = await inspectFile(png)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(3)
    expect(data[0]).toBeGreaterThan(250)
  })

  test('that is very large is scaled down', async () => {
    const height = questionPictureMaxSide * 2
    const long = await sharp({ create: { width: 100, height, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    const { bytes } = await inspectFile(long)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 50, height: questionPictureMaxSide })
  })

  test.each([
    ['keeps its aspect ratio when it is scaled to the pixel limit', { width: 6_000, height: 3_000 }],
    ['is unchanged at the pixel limit', { width: 4_000, height: questionPictureMaxPixels / 4_000 }],
  ])('%s', async (_what, size) => {
    const large = await makeLarge(size)
    const { width, height } = await sharp((await inspectFile(large)).bytes).metadata()
    expect(width / height).toBeCloseTo(size.width / size.height, 2)
    expect(Math.abs(width * height - questionPictureMaxPixels)).toBeLessThan(questionPictureMaxPixels / 1_000)
  })

  test.each([
    ['that is truncated', async () => (await sharp(square).jpeg().toBuffer()).subarray(0, 200)],
    ['that contains an HTML page', async () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['with too many pixels', () => makeLarge({ width: 9_000, height: 5_000 })],
  ])('%s is refused', async (_what, make) => {
    await expect(inspectFile(await make())).rejects.toEqual(refusal('question_file_broken'))
  })
})

describe('a document', () => {
  test.each([
    ['pdf', pdfBytes],
    ['doc', makeDoc()],
    ['doc', makeDoc([...Array.from({ length: 9 }, (_, n) => ({ name: `Part ${n}`, kind: 2 })), wordDocument])],
    // So long that its sector tables do not fit into the header.
    ['doc', makeDoc([wordDocument], 15_000)],
    ['docx', makeDocx()],
    ['docx', makeDocx([{ name: 'word/media/image1.png', text: 'x', method: 0 }])],
    ['docx', makeZip([{ name: '[Content_Types].xml', text: contentTypes() }, { name: 'word/document2.xml' }], 'Hi')],
  ])('(%s) stays unchanged', async (extension, bytes) => {
    const file = await inspectFile(bytes)
    expect(file.extension).toBe(extension)
    expect(file.bytes).toBe(bytes)
  })

  test.each([
    ['doc', makeDoc([wordDocument, { name: 'Macros', kind: 1 }])],
    ['doc', makeDoc([wordDocument, { name: '_VBA_PROJECT', kind: 2 }])],
    ['docx', makeDocx([{ name: 'word/vbaProject.bin' }])],
    ['docx', makeDocx([{ name: 'word/VBAPROJECT.BIN' }])],
    ['docm', makeDocx([], contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml'))],
    ['docx', makeDocx([{ name: 'word/harmless.bin' }], contentTypes() + 'application/vnd.ms-office.vbaProject')],
  ])('(%s) with macros is refused', async (_kind, bytes) => {
    await expect(inspectFile(bytes)).rejects.toEqual(refusal('question_file_macros'))
  })
})

describe('the inspection refuses', () => {
  const packed = makeDocx()
  const cutEnd = (bytes: Buffer, length: number) => bytes.subarray(0, bytes.length - length)
  const overwrite = (bytes: Buffer, at: number, value: number) => {
    const copy = Buffer.from(bytes)
    copy.writeUInt32LE(value, at)
    return copy
  }
  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG that can run a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['an HTML page before a PDF', Buffer.concat([Buffer.from('<script>'), pdfBytes])],
    ['an unsupported picture format', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['a zip of other files', makeZip([{ name: 'a.txt', text: 'x' }])],
    ['a spreadsheet', makeDocx([], contentTypes('application/vnd.ms-excel'))],
    ['a zip without content types', makeZip([{ name: 'word/document.xml' }])],
    ['content types with character references', makeDocx([], contentTypes() + 'vba&#80;roject')],
    ['a duplicate part', makeDocx([{ name: 'WORD/document.xml' }])],
    ['a part name that leaves the folder', makeDocx([{ name: 'word/../../evil.sh' }])],
    ['a part with an absolute path', makeDocx([{ name: '/etc/passwd' }])],
    ['a part with a drive letter', makeDocx([{ name: 'C:\\evil.exe' }])],
    ['a part with two names', makeDocx([{ name: 'word/a.xml', localName: 'word/b.xml' }])],
    ['an encrypted part', makeDocx([{ name: 'word/a.xml', flags: 1 }])],
    ['a part with an unsupported compression', makeDocx([{ name: 'word/a.xml', method: 12 }])],
    [
      'a part that unpacks to more than it declares',
      makeDocx([{ name: 'word/a.xml', text: ' '.repeat(150 * 2 ** 20), unpackedBytes: 1_000 }]),
    ],
    ['a part that unpacks to less than it declares', makeDocx([{ name: 'word/a.xml', text: 'x', unpackedBytes: 2 }])],
    ['a part that unpacks to a gigabyte', makeDocx([{ name: 'word/a.xml', unpackedBytes: 2 ** 30 }])],
    ['content types that unpack to more than the limit', makeDocx([], contentTypes() + ' '.repeat(2 ** 21))],
    ['too many parts', makeDocx(Array.from({ length: 2_000 }, (_, n) => ({ name: `word/${n}` })))],
    ['a zip without an end record', cutEnd(packed, 22)],
    ['a truncated zip', cutEnd(packed, 1)],
    ['a zip with trailing bytes', Buffer.concat([packed, Buffer.from('more')])],
    ['a zip with a wrong directory offset', overwrite(packed, packed.length - 6, 0)],
    ['an Excel file', makeDoc([{ name: 'Workbook', kind: 2 }])],
    ['a storage named like the document stream', makeDoc([{ name: 'WordDocument', kind: 1 }])],
    ['half a header', makeDoc().subarray(0, 100)],
    ['a header alone', makeDoc().subarray(0, 512)],
    ['an unsupported sector size', overwrite(makeDoc(), 0x1e, 60_000)],
    ['a directory beyond the end', overwrite(makeDoc(), 0x30, 5_000)],
    // The second sector, which is the directory, links to itself.
    ['a cyclic directory', overwrite(makeDoc(), 512 + 4, 1)],
    ['a cyclic list of tables', overwrite(overwrite(makeDoc(), 0x44, 1), 512 + 512 + 508, 1)],
  ])('%s', async (_what, bytes) => {
    await expect(inspectFile(bytes)).rejects.toEqual(refusal('question_file_type'))
  })

  test('or accepts each of two thousand damaged documents, without any other error', async () => {
    const doc = makeDoc()
    for (let seed = 0; seed < 2_000; seed += 1) {
      const bytes = Buffer.from(seed % 2 ? doc : packed)
      const at = (seed * 7_919) % bytes.length
      bytes.writeUInt8((bytes.readUInt8(at) + 1 + (seed % 254)) % 256, at)
      const outcome = await inspectFile(bytes).then(
        () => 'accepted',
        (error) => error.code as string,
      )
      expect(['accepted', 'question_file_type', 'question_file_macros']).toContain(outcome)
    }
  })
})
