import { expect, type Page } from '#tests/e2e/test.ts'

/** Keeps the connections of a page where a test can look at their counters. */
export function rememberConnections() {
  const made: RTCPeerConnection[] = []
  Object.assign(window, { connections: made })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...args)
      made.push(this)
    }
  }
}

/** What has come over the connection that this page has now. */
export async function received({ page }: { page: Page }) {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const seen = { frames: 0, sound: 0, bytes: 0, ways: [] as string[] }
    for (const connection of connections.filter(({ connectionState }) => connectionState !== 'closed')) {
      const report = await connection.getStats()
      for (const entry of report.values()) {
        if (entry.type === 'inbound-rtp' && entry.kind === 'video') seen.frames += entry.framesDecoded ?? 0
        if (entry.type === 'inbound-rtp' && entry.kind === 'audio') seen.sound += entry.totalAudioEnergy ?? 0
        if (entry.type === 'candidate-pair') seen.bytes += entry.bytesReceived ?? 0
        if (entry.type === 'candidate-pair' && entry.nominated && entry.bytesReceived > 0)
          seen.ways.push(report.get(entry.localCandidateId)?.candidateType)
      }
    }
    return seen
  })
}

/** Voices are heard, from now on, at each of them. */
export function expectSound(...callers: { page: Page }[]): Promise<void> {
  return expectArriving(callers, { frames: 0 })
}

/** And pictures are decoded. */
export function expectPictureAndSound(...callers: { page: Page }[]): Promise<void> {
  return expectArriving(callers, { frames: 5 })
}

/** Whole seconds of pictures cost the machine much, so all are looked at together, and often. */
async function expectArriving(callers: { page: Page }[], { frames }: { frames: number }): Promise<void> {
  const arrives = async (caller: { page: Page }) => {
    const before = await received(caller)
    const isArriving = async () => {
      const now = await received(caller)
      return now.sound > before.sound && now.frames >= before.frames + frames
    }
    await expect.poll(isArriving, { timeout: 20_000, intervals: [250] }).toBe(true)
  }
  await Promise.all(callers.map(arrives))
}
