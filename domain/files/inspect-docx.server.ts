import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { documentPartsMax, documentUnpackedMaxBytes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

// A zip is read from its end: the last record points to the central directory, which names the parts. This module reads
// only that directory and the small part with the content types. It unpacks the other parts only to count their bytes.
const signatures = { part: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 }
const endBytes = 22
const commentMaxBytes = 0xffff
const entryBytes = 46
const methods = { stored: 0, deflated: 8 }
const encryptedFlag = 1
const contentTypesMaxBytes = 1024 * 1024
const unpackedChunkBytes = 128 * 1024

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= endBytes && bytes.readUInt32LE(0) === signatures.part
}

/** Refuses everything but a Word document without macros, of limited size, whose part names stay inside the folder. */
export async function inspectDocx(bytes: Buffer): Promise<void> {
  const { names, contentTypes } = await readPackage(bytes)
  if (names.some((name) => /(^|\/)vbaProject\.bin$/i.test(name))) throw new Refusal('question_file_macros')
  if (/macroEnabled|vbaProject/i.test(contentTypes)) throw new Refusal('question_file_macros')
  const isDocument = contentTypes.includes('wordprocessingml.document.main+xml')
  // Character references or entities could hide the words above.
  if (!isDocument || /&#|<!/.test(contentTypes)) throw new Refusal('question_file_type')
}

async function readPackage(bytes: Buffer): Promise<{ names: string[]; contentTypes: string }> {
  try {
    const parts = listParts(bytes)
    const names = parts.map(({ name }) => name)
    const typesPart = parts.find(({ name }) => name === '[Content_Types].xml')
    // Word for the web adds a number to the name.
    if (!typesPart || !names.some((name) => /^word\/document\d*\.xml$/.test(name)))
      throw new RangeError('not a Word document')
    if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
      throw new RangeError('duplicate part name')
    const contentTypes = readPart(bytes, typesPart).toString('utf8')
    for (const part of parts) await requireDeclaredSize(bytes, part)
    return { names, contentTypes }
  } catch (cause) {
    throw new Refusal('question_file_type', { cause })
  }
}

type Part = {
  name: string
  method: number
  packedBytes: number
  unpackedBytes: number
  offset: number
}

function listParts(bytes: Buffer): Part[] {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const directoryOffset = bytes.readUInt32LE(end + 16)
  const isWhole = bytes.readUInt16LE(end + 4) === 0 && bytes.readUInt16LE(end + 8) === count
  // Zip64 stores these numbers elsewhere, but only documents above the limits need Zip64.
  if (!isWhole || count > documentPartsMax || directoryOffset + bytes.readUInt32LE(end + 12) !== end)
    throw new RangeError('the central directory is not where expected')
  const parts: Part[] = []
  let offset = directoryOffset
  for (let number = 0; number < count; number += 1) {
    const { entry, next } = readEntry(bytes.subarray(0, end), offset)
    parts.push(entry)
    offset = next
  }
  if (offset !== end) throw new RangeError('the central directory has the wrong length')
  const sumBytes = (key: 'packedBytes' | 'unpackedBytes') => parts.reduce((sum, part) => sum + part[key], 0)
  // Parts that share bytes can unpack to more than the declared sizes suggest.
  if (sumBytes('unpackedBytes') > documentUnpackedMaxBytes || sumBytes('packedBytes') > directoryOffset)
    throw new RangeError('the parts are larger than allowed')
  return parts
}

/** A comment may follow the last record, which contains the length of the comment. */
function findEnd(bytes: Buffer): number {
  const last = bytes.length - endBytes
  for (let offset = last; offset >= Math.max(0, last - commentMaxBytes); offset -= 1) {
    const isEnd = bytes.readUInt32LE(offset) === signatures.end
    if (isEnd && bytes.readUInt16LE(offset + 20) === last - offset) return offset
  }
  throw new RangeError('no end record')
}

function readEntry(bytes: Buffer, offset: number): { entry: Part; next: number } {
  if (bytes.readUInt32LE(offset) !== signatures.entry) throw new RangeError('not a directory entry')
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => bytes.readUInt16LE(offset + field)) as [
    number,
    number,
    number,
  ]
  const entry = {
    name: bytes.toString('utf8', offset + entryBytes, offset + entryBytes + nameBytes),
    method: bytes.readUInt16LE(offset + 10),
    packedBytes: bytes.readUInt32LE(offset + 20),
    unpackedBytes: bytes.readUInt32LE(offset + 24),
    offset: bytes.readUInt32LE(offset + 42),
  }
  const isReadable = entry.method === methods.stored || entry.method === methods.deflated
  if (!isReadable || bytes.readUInt16LE(offset + 8) & encryptedFlag)
    throw new RangeError('unsupported compression or encryption')
  if (!isInsideFolder(entry.name)) throw new RangeError('the part name leaves the folder')
  if (readLocalName(bytes, entry.offset) !== entry.name) throw new RangeError('the part has two different names')
  return { entry, next: offset + entryBytes + nameBytes + extraBytes + commentBytes }
}

function isInsideFolder(name: string): boolean {
  const isPlain = name !== '' && !/[\\:\0]/.test(name) && !name.startsWith('/')
  return isPlain && name.split('/').every((step) => step !== '..' && step !== '.')
}

/** The local header repeats the name, and programs differ in which of the two names they trust. */
function readLocalName(bytes: Buffer, offset: number): string {
  if (bytes.readUInt32LE(offset) !== signatures.part) throw new RangeError('not a local header')
  return bytes.toString('utf8', offset + 30, offset + 30 + bytes.readUInt16LE(offset + 26))
}

function readPart(bytes: Buffer, part: Part): Buffer {
  const packed = packedPart(bytes, part)
  return part.method === methods.stored ? packed : inflateRawSync(packed, { maxOutputLength: contentTypesMaxBytes })
}

function packedPart(bytes: Buffer, { packedBytes, offset }: Part): Buffer {
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  return bytes.subarray(from, from + packedBytes)
}

/** Refuses a part that unpacks to another size than it declares, because the limit is checked on declared sizes. */
async function requireDeclaredSize(bytes: Buffer, part: Part): Promise<void> {
  const packed = packedPart(bytes, part)
  let count = 0
  if (part.method === methods.stored) count = packed.length
  else {
    const unpacked = createInflateRaw({ chunkSize: unpackedChunkBytes })
    unpacked.end(packed)
    for await (const chunk of unpacked) {
      count += (chunk as Buffer).length
      if (count > part.unpackedBytes) break
    }
  }
  if (count !== part.unpackedBytes) throw new RangeError('a part has another size than it declares')
}
