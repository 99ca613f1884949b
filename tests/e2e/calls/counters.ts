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
export async function expectSound(...callers: { page: Page }[]): Promise<void> {
  for (const caller of callers) {
    const before = await received(caller)
    await expect
      .poll(async () => (await received(caller)).sound, { timeout: 20_000 })
      .toBeGreaterThan(before.sound)
  }
}

/** And pictures are decoded. */
export async function expectPictureAndSound(...callers: { page: Page }[]): Promise<void> {
  for (const caller of callers) {
    const before = await received(caller)
    await expect
      .poll(async () => (await received(caller)).frames, { timeout: 20_000 })
      .toBeGreaterThan(before.frames + 5)
  }
  await expectSound(...callers)
}
