import { crc32, deflateRawSync } from 'node:zlib'

/** Builds files of the types that students upload, valid or broken as a test needs. */

export const pdfBytes = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** A PDF with pages that are filled with one colour each and are links, and with a script that must never run. */
export function makePdf(colours: [red: number, green: number, blue: number][]): Buffer<ArrayBuffer> {
  const kids = colours.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction 3 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${colours.length}>>`,
    "<</S/JavaScript/JS(app.alert('script'))>>",
    ...colours.flatMap((colour, index) => {
      const link = '<</Type/Annot/Subtype/Link/Rect[0 0 300 400]/A<</S/URI/URI(https://example.com/)>>>>'
      const content = `${colour.join(' ')} rg 0 0 300 400 re f`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents ${5 + index * 2} 0 R/Annots[${link}]>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ]
    }),
  ]
  const parts = ['%PDF-1.4\n']
  const offsets = objects.map((object, index) => {
    const offset = parts.join('').length
    parts.push(`${index + 1} 0 obj${object}endobj\n`)
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = parts.join('').length
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(parts.join('') + table + end)
}

const wordMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

type ZipPart = {
  name: string
  text?: string
  /** The name in the local header, if different. */
  localName?: string
  /** The unpacked size that the directory claims, if wrong. */
  unpackedBytes?: number
  flags?: number
  method?: number
}

export function contentTypes(type = wordMain): string {
  return `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`
}

/** Builds a Word document with additional parts. */
export function makeDocx(more: ZipPart[] = [], types = contentTypes()): Buffer<ArrayBuffer> {
  return makeZip([
    { name: '[Content_Types].xml', text: types },
    { name: 'word/', method: 0 },
    { name: 'word/document.xml', text: '<w:document/>' },
    ...more,
  ])
}

export function makeZip(parts: ZipPart[], comment = ''): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { name, text = '', localName = name, flags = 0, method = 8, ...claimed } of parts) {
    const plain = Buffer.from(text)
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(crc32(plain), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimed.unpackedBytes ?? plain.length, 18)
    const withName = (length: number) => {
      const copy = Buffer.from(fields)
      copy.writeUInt16LE(length, 22)
      return copy
    }
    const localBytes = Buffer.from(localName)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), withName(localBytes.length), localBytes, packed])
    const nameBytes = Buffer.from(name)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    const madeBy = Buffer.from([20, 0])
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, withName(nameBytes.length), rest, nameBytes]))
    bodies.push(body)
    at += body.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...bodies, directory, end, Buffer.from(comment)])
}

type DocEntry = { name: string; kind: number }

const root = { name: 'Root Entry', kind: 5 }
export const wordDocument = { name: 'WordDocument', kind: 2 }
const sectorBytes = 512
const [freeSector, endOfChain] = [0xffffffff, 0xfffffffe]

/**
 * Builds a .doc file (Word before 2007). `padding` is the number of sectors before its directory. A large number needs
 * a second sector table.
 */
export function makeDoc(entries: DocEntry[] = [wordDocument], padding = 0): Buffer {
  const directory = [root, ...entries].map(({ name, kind }) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE((name.length + 1) * 2, 64)
    entry.writeUInt8(kind, 66)
    return entry
  })
  const directorySectors = Math.ceil(directory.length / 4)
  const perTable = sectorBytes / 4
  let tableCount = 1
  const listCount = () => Math.max(0, Math.ceil((tableCount - 109) / (perTable - 1)))
  const total = () => tableCount + listCount() + padding + directorySectors
  while (tableCount * perTable < total()) tableCount += 1
  const firstList = tableCount
  const firstDirectory = tableCount + listCount() + padding

  const sectors = Buffer.alloc(total() * sectorBytes)
  const table = sectors.subarray(0, tableCount * sectorBytes)
  table.fill(0xff)
  for (let n = 0; n < directorySectors; n += 1) {
    const isLast = n === directorySectors - 1
    table.writeUInt32LE(isLast ? endOfChain : firstDirectory + n + 1, (firstDirectory + n) * 4)
  }
  sectors.set(Buffer.concat(directory), firstDirectory * sectorBytes)

  const header = Buffer.alloc(sectorBytes)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeUInt16LE(9, 0x1e)
  header.writeUInt32LE(firstDirectory, 0x30)
  header.writeUInt32LE(listCount() > 0 ? firstList : endOfChain, 0x44)
  for (let n = 0; n < 109; n += 1) header.writeUInt32LE(n < tableCount ? n : freeSector, 0x4c + n * 4)
  for (let list = 0; list < listCount(); list += 1) {
    const at = (firstList + list) * sectorBytes
    for (let n = 0; n < perTable - 1; n += 1) {
      const number = 109 + list * (perTable - 1) + n
      sectors.writeUInt32LE(number < tableCount ? number : freeSector, at + n * 4)
    }
    const isLast = list === listCount() - 1
    sectors.writeUInt32LE(isLast ? endOfChain : firstList + list + 1, at + (perTable - 1) * 4)
  }
  return Buffer.concat([header, sectors])
}
