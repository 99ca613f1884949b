import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Builds PDFs with the contents that teachers and students send: text, photos and scans. */

type PdfPage = {
  content: string
  /** Entries of the resources, such as '/XObject<</Im 7 0 R>>'. `add` stores an object and returns its reference. */
  resources?(add: (object: string, stream?: Buffer) => string): string
}

const pageSize = { width: 300, height: 400 }

/** A page that is listed, but not in the file. */
export const missingPage = null

export function buildPdf(pages: (PdfPage | typeof missingPage)[]): Buffer<ArrayBuffer> {
  const objects: Buffer[] = []
  const add = (object: string, stream?: Buffer) => {
    const body = stream
      ? [object.replace(/>>$/, `/Length ${stream.length}>>stream\n`), stream, '\nendstream']
      : [object]
    objects.push(Buffer.concat(body.map((part) => Buffer.from(part))))
    return `${objects.length} 0 R`
  }
  const root = '<</Type/Catalog/Pages 2 0 R>>'
  add(root)
  add('')
  const kids = pages.map((page) => {
    if (page === missingPage) return '9999 0 R'
    const { content, resources } = page
    const drawing = add('<<>>', Buffer.from(content))
    const box = `[0 0 ${pageSize.width} ${pageSize.height}]`
    return add(`<</Type/Page/Parent 2 0 R/MediaBox${box}/Contents ${drawing}/Resources<<${resources?.(add) ?? ''}>>>>`)
  })
  objects[1] = Buffer.from(`<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>`)
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  const offsets = objects.map((object, index) => {
    const offset = parts.reduce((sum, { length }) => sum + length, 0)
    parts.push(Buffer.from(`${index + 1} 0 obj`), object, Buffer.from('\nendobj\n'))
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = parts.reduce((sum, { length }) => sum + length, 0)
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + end)])
}

/** One large character of a font that the document names but does not contain. */
export function namedFontPage(font: string, character: string): PdfPage {
  return {
    content: `BT /F 300 Tf 50 100 Td <${Buffer.from(character, 'latin1').toString('hex')}> Tj ET`,
    resources: () => `/Font<</F<</Type/Font/Subtype/Type1/BaseFont/${font}>>>>`,
  }
}

/** One large T of a font in the document. Glyphs are named by number, so no other font can show it. */
export function embeddedFontPage(): PdfPage {
  const file = readFileSync(
    fileURLToPath(import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf')),
  )
  const glyph = findGlyph(file, 'T').toString(16).padStart(4, '0')
  return {
    content: `BT /F 300 Tf 50 100 Td <${glyph}> Tj ET`,
    resources(add) {
      const data = add(`<</Length1 ${file.length}>>`, file)
      const name = '/FontName/AAAAAA+Figtree'
      const box = '/FontBBox[0 -300 1000 1000]/ItalicAngle 0/Ascent 950/Descent -250/CapHeight 700/StemV 80'
      const descriptor = add(`<</Type/FontDescriptor${name}/Flags 4${box}/FontFile2 ${data}>>`)
      const system = '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>'
      const base = '/BaseFont/AAAAAA+Figtree'
      const descendant = `<</Type/Font/Subtype/CIDFontType2${base}${system}/FontDescriptor ${descriptor}/DW 600/CIDToGIDMap/Identity>>`
      return `/Font<</F<</Type/Font/Subtype/Type0${base}/Encoding/Identity-H/DescendantFonts[${add(descendant)}]>>>>`
    },
  }
}

/** The number of a glyph in a TrueType file, from its table of characters (format 4). */
function findGlyph(font: Buffer, character: string): number {
  const code = character.charCodeAt(0)
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16)
  const at = tables.find((entry) => font.toString('latin1', entry, entry + 4) === 'cmap') ?? 0
  const cmap = font.subarray(font.readUInt32BE(at + 8))
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(4 + index * 8 + 4))
  const map = cmap.subarray(maps.find((offset) => cmap.readUInt16BE(offset) === 4))
  const segments = map.readUInt16BE(6) / 2
  for (let index = 0; index < segments; index += 1) {
    const [end, start, delta, range] = [14, 16 + segments * 2, 16 + segments * 4, 16 + segments * 6].map(
      (offset) => offset + index * 2,
    ) as [number, number, number, number]
    if (map.readUInt16BE(start) > code || map.readUInt16BE(end) < code) continue
    const offset = map.readUInt16BE(range)
    const found = offset && map.readUInt16BE(range + offset + (code - map.readUInt16BE(start)) * 2)
    return ((found || code) + map.readUInt16BE(delta)) & 0xffff
  }
  throw new Error(`The font has no ${character}.`)
}

/** A picture that fills the page. Its left half is dark or red, its right half white or green. */
type Encoding = 'photo' | 'fax' | 'fax mask' | 'JBIG2' | 'JPEG 2000' | 'broken JPEG 2000'

export async function picturePage(encoding: Encoding): Promise<PdfPage> {
  const [entries, data] = await encodePicture(encoding)
  return {
    content: `q ${encoding === 'fax mask' ? '0 0 1 rg ' : ''}${pageSize.width} 0 0 ${pageSize.height} 0 0 cm /Im Do Q`,
    resources: (add) => `/XObject<</Im ${add(`<</Type/XObject/Subtype/Image${entries}>>`, data)}>>`,
  }
}

const scan = { width: 192, height: 120 }
const scanSize = `/Width ${scan.width}/Height ${scan.height}`

async function encodePicture(encoding: Encoding): Promise<[entries: string, data: Buffer]> {
  const fax = `/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${scan.width}/Rows ${scan.height}>>`
  if (encoding === 'photo') {
    const data = await drawHalves('#d00000', '#00a000').jpeg().toBuffer()
    return [`${scanSize}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`, data]
  }
  if (encoding === 'fax') {
    return [`${scanSize}/ColorSpace/DeviceGray/BitsPerComponent 1${fax}`, await encodeFax()]
  }
  if (encoding === 'fax mask') return [`${scanSize}/ImageMask true/BitsPerComponent 1${fax}`, await encodeFax()]
  if (encoding === 'JBIG2') {
    return [`${scanSize}/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode`, wrapInJbig2(await encodeFax())]
  }
  const data = Buffer.from(jpeg2000, 'base64')
  if (encoding === 'broken JPEG 2000') data.fill(0, 60, 200)
  return ['/Width 96/Height 96/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/JPXDecode', data]
}

function drawHalves(left: string, right: string) {
  const { width, height } = scan
  const halves = `<rect width="${width}" height="${height}" fill="${right}"/><rect width="${width / 2}" height="${height}" fill="${left}"/>`
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${halves}</svg>`),
  )
}

/** Fax group 4: the only strip of a TIFF file. */
async function encodeFax(): Promise<Buffer> {
  const tiff = await drawHalves('black', 'white')
    .flatten()
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, miniswhite: true })
    .toBuffer()
  const directory = tiff.readUInt32LE(4)
  const readTag = (wanted: number) => {
    const count = tiff.readUInt16LE(directory)
    const entries = Array.from({ length: count }, (_, index) => directory + 2 + index * 12)
    const entry = entries.find((offset) => tiff.readUInt16LE(offset) === wanted)
    if (entry === undefined) throw new Error(`The TIFF file has no tag ${wanted}.`)
    return tiff.readUInt32LE(entry + 8)
  }
  const [stripOffsets, stripByteCounts] = [273, 279]
  return tiff.subarray(readTag(stripOffsets), readTag(stripOffsets) + readTag(stripByteCounts))
}

/** JBIG2 may contain lines of a fax: one page with one region that is encoded so ("MMR"). */
function wrapInJbig2(fax: Buffer): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(scan.width, 0)
  size.writeUInt32BE(scan.height, 4)
  const [pageInformation, region] = [48, 38]
  const segment = (number: number, type: number, data: Buffer) => {
    const head = Buffer.alloc(11)
    head.writeUInt32BE(number, 0)
    head.writeUInt8(type, 4)
    head.writeUInt8(1, 6)
    head.writeUInt32BE(data.length, 7)
    return Buffer.concat([head, data])
  }
  return Buffer.concat([
    segment(0, pageInformation, Buffer.concat([size, Buffer.alloc(11)])),
    segment(1, region, Buffer.concat([size, Buffer.alloc(9), Buffer.from([1]), fax])),
  ])
}

/** 96 by 96 pixels, left red, right green: `opj_compress -r 20 -n 4`. */
const jpeg2000 =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAYAAAAGAAAwcHAAAAAAAPY29scgEAAAAA' +
  'ABAAAAJAanAyY/9P/1EALwAAAAAAYAAAAGAAAAAAAAAAAAAAAGAAAABgAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQMEBAAB' +
  '/1wADUBASEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAABvwAB/5PH000RUFSu' +
  'zX0AGEQSmb0/RrD7GsPsdEmYAYNq1fQpghaUj2lQJBFTWEc4/wglM9pUCFpSQfc/C7ijAnN+KJ7Ti/E5dUiCAyG/4SxVcWiCc995' +
  'yDXsDSuoHOW9Pu/eABN4dbtEfuiRRgxOu6hXbYy4gDHiUfKg0oeVMNCQIWkuJOQHQ2C7d3Cmu7hTXd96qBQAWBUl/Z5Np9BADBtW' +
  'rnH+IJTN6fpAcLf056+Y2+VwqBRiIQG/1EWFDxZ8FAxZhC1X/woF9kG8KRMH+wRI5dUiCTCRy6pEEmEjl1SNZLPiUn0HkADA+MMA' +
  'K7DD2rMRx9geACxcxdqzPkgBna+w2IJoks+8aCxcxdqzEH7MAFKCLYKNiCis2HzfLYex9th/wPiEAEp2xT/6zDXfx9guAEsixz/9' +
  'ex5NbOAYSEprLw9ituvnH/l/z7x8SyLHPlNs9lyZ2EePLXGAGWQAsB+Fcp8ydUywxa3XzcD4xoCCshoO/3sSB6AABhIPx9gqAILd' +
  'Go7/fdFTqAAAADCQl2OLABhIP8+8dILdGo7/exIHoAAGEg9LLwkH/vOEg+gKwkHu3WEg/9k='
