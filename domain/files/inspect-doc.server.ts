import { Refusal } from '#kernel/refusals.ts'

// Old Word files use Microsoft's Compound File Binary Format (MS-CFB): sectors linked into chains by tables of sector
// numbers. One chain is the directory.
const magic = 'd0cf11e0a1b11ae1'
const entryBytes = 128
const firstTables = { offset: 0x4c, count: 109 }
const largestSector = 0xfffffffa
const kinds = { storage: 1, stream: 2 }

export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).toString('hex') === magic
}

/** Refuses everything but a Word document without macros. */
export function inspectDoc(bytes: Buffer): void {
  const entries = listEntries(bytes)
  const hasEntry = (kind: number, name: string) =>
    entries.some((entry) => entry.kind === kind && entry.name.toLowerCase() === name.toLowerCase())
  if (!hasEntry(kinds.stream, 'WordDocument')) throw new Refusal('question_file_type')
  const hasMacros = ['Macros', 'VBA', '_VBA_PROJECT_CUR'].some((name) => hasEntry(kinds.storage, name))
  if (hasMacros || hasEntry(kinds.stream, '_VBA_PROJECT')) throw new Refusal('question_file_macros')
}

function listEntries(bytes: Buffer): { name: string; kind: number }[] {
  try {
    const directory = readChain(bytes, bytes.readUInt32LE(0x30))
    const offsets = Array.from({ length: Math.floor(directory.length / entryBytes) }, (_, n) => n * entryBytes)
    return offsets.map((offset) => {
      const nameBytes = Math.min(Math.max(directory.readUInt16LE(offset + 64) - 2, 0), 62)
      return { name: directory.toString('utf16le', offset, offset + nameBytes), kind: directory.readUInt8(offset + 66) }
    })
  } catch (cause) {
    throw new Refusal('question_file_type', { cause })
  }
}

/** Concatenates the sectors of a chain. A cyclic chain becomes longer than the file. */
function readChain(bytes: Buffer, first: number): Buffer {
  const sectorBytes = readSectorBytes(bytes)
  const findNext = readTable(bytes)
  const sectors: Buffer[] = []
  for (let sector = first; sector <= largestSector; sector = findNext(sector)) {
    if (sectors.length * sectorBytes > bytes.length) throw new RangeError('the sector chain is cyclic')
    sectors.push(readSector(bytes, sector))
  }
  return Buffer.concat(sectors)
}

/**
 * Returns a function that finds the next sector. The header lists the tables; long files list more in extra sectors.
 */
function readTable(bytes: Buffer): (sector: number) => number {
  const perSector = readSectorBytes(bytes) / 4
  const tables = readNumbers(bytes, firstTables.offset, firstTables.count)
  let extraSector = bytes.readUInt32LE(0x44)
  while (extraSector <= largestSector) {
    if (tables.length * 4 > bytes.length) throw new RangeError('the list of tables is cyclic')
    const numbers = readNumbers(readSector(bytes, extraSector), 0, perSector)
    extraSector = numbers.pop() as number
    tables.push(...numbers)
  }
  return (sector) => {
    const table = tables[Math.floor(sector / perSector)]
    if (table === undefined) throw new RangeError('no table contains the sector')
    return readSector(bytes, table).readUInt32LE((sector % perSector) * 4)
  }
}

function readNumbers(bytes: Buffer, offset: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => bytes.readUInt32LE(offset + n * 4))
}

function readSector(bytes: Buffer, sector: number): Buffer {
  const size = readSectorBytes(bytes)
  const offset = (sector + 1) * size
  if (offset + size > bytes.length) throw new RangeError('the sector is beyond the end of the file')
  return bytes.subarray(offset, offset + size)
}

function readSectorBytes(bytes: Buffer): number {
  const shift = bytes.readUInt16LE(0x1e)
  if (shift !== 9 && shift !== 12) throw new RangeError('the sector size is not supported')
  return 1 << shift
}
