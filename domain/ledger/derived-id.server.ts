import { createHash } from 'node:crypto'

/** A fixed namespace of our own, so that derived ids cannot collide with others. */
const namespace = Buffer.from('6f2f0c7e5d3b4d0f9f5e1b8d7a4c2e90', 'hex')

/** A deterministic id (uuid version 5) for a step of the server, so that concurrent recoveries perform it once. */
export function derivedId(subjectId: string, step: string): string {
  const hash = createHash('sha1').update(namespace).update(`${subjectId}/${step}`).digest().subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
