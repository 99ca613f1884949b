export type Frame = { kind: 'audio' | 'video'; timeMs: number; isKey: boolean; data: Buffer }

const ids = {
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
}
const parents = new Set([ids.segment, ids.tracks, ids.trackEntry, ids.cluster, ids.blockGroup])
const kinds = new Map([
  [1, 'video'],
  [2, 'audio'],
] as const)

/** Reads the frames of a WebM file from Chromium: times in milliseconds, one frame per block. */
export function readFrames(file: Buffer): Frame[] {
  const frames: Frame[] = []
  const tracks = new Map<number, Frame['kind']>()
  let track = 0
  let clusterMs = 0
  for (const { id, data } of readElements(file)) {
    if (id === ids.trackNumber) track = readUint(data)
    else if (id === ids.trackType) tracks.set(track, kinds.get(readUint(data) as 1 | 2) ?? 'video')
    else if (id === ids.clusterTime) clusterMs = readUint(data)
    else if (id === ids.simpleBlock || id === ids.block) {
      const trackNumber = readVariableInt(data, 0)
      const kind = tracks.get(trackNumber.value)
      if (!kind) throw new Error('the recording has a block without a track')
      const frame = data.subarray(trackNumber.end + 3)
      frames.push({
        kind,
        timeMs: clusterMs + data.readInt16BE(trackNumber.end),
        // The first bit of a VP8 frame marks a key frame; audio can start anywhere.
        isKey: kind === 'audio' || (frame.readUInt8(0) & 1) === 0,
        data: frame,
      })
    }
  }
  return frames.toSorted((a, b) => a.timeMs - b.timeMs)
}

/** Yields every leaf element in order. Parent elements are skipped, so their unknown sizes do not matter. */
function* readElements(file: Buffer): Generator<{ id: number; data: Buffer }> {
  for (let offset = 0; offset < file.length;) {
    const idLength = Math.clz32(file.readUInt8(offset)) - 23
    const id = file.readUIntBE(offset, idLength)
    const size = readVariableInt(file, offset + idLength)
    offset = size.end
    if (parents.has(id)) continue
    yield { id, data: file.subarray(offset, offset + size.value) }
    offset += size.value
  }
}

/** Reads an EBML variable-size integer; its leading bits encode its length. */
function readVariableInt(bytes: Buffer, offset: number): { value: number; end: number } {
  const first = bytes.readUInt8(offset)
  const length = Math.clz32(first) - 23
  let value = first & (0xff >> length)
  for (const byte of bytes.subarray(offset + 1, offset + length)) value = value * 256 + byte
  return { value, end: offset + length }
}

function readUint(bytes: Buffer): number {
  return bytes.readUIntBE(0, bytes.length)
}
