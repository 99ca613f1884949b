import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLine } from '#app/features/call/line.ts'
import type { Signal } from '#live/signal.ts'

/** A browser's end that agrees to everything and finds nobody. */
class Peer extends EventTarget {
  signalingState = 'stable'
  localDescription: object | null = null
  getTransceivers = () => []
  setRemoteDescription = async () => undefined
  setLocalDescription = async () => void (this.localDescription = { type: 'answer', sdp: 'v=0' })
  close = () => undefined
}

beforeEach(() => vi.stubGlobal('RTCPeerConnection', Peer))
afterEach(() => vi.unstubAllGlobals())

test('who speaks is there: an offer is answered, also when nobody said that its sender has come', async () => {
  const said: Signal[] = []
  const ice = { servers: [], relayOnly: false }
  const line = openLine({
    ice,
    callType: 'audio',
    leads: false,
    media: null,
    send: (signal) => void said.push(signal),
    onRemote: () => undefined,
  })
  line.hear({ from: 'asha', to: null, description: { type: 'offer', sdp: 'v=0' } })
  const answer = { to: 'asha', description: { type: 'answer', sdp: 'v=0' } }
  await expect.poll(() => said).toMatchObject([answer])
  line.close()
})
