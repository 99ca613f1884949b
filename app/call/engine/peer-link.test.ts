import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPeerLink } from '#app/call/engine/peer-link.ts'
import type { Signal } from '#live/signal.ts'

/** A peer connection that creates and accepts descriptions, without media. */
class Peer extends EventTarget {
  static last: Peer
  signalingState = 'stable'
  localDescription: { type: string; sdp: string } | null = null
  constructor() {
    super()
    Peer.last = this
  }
  createDataChannel = () => new EventTarget()
  addTransceiver = () => undefined
  getTransceivers = () => []
  getSenders = () => []
  async setRemoteDescription() {
    this.signalingState = 'stable'
  }
  async setLocalDescription() {
    this.signalingState = 'have-local-offer'
    this.localDescription = { type: 'offer', sdp: 'new path' }
  }
  close = () => undefined
}

beforeEach(() => vi.stubGlobal('RTCPeerConnection', Peer))
afterEach(() => vi.unstubAllGlobals())

function openLink() {
  const sent: Signal[] = []
  const link = openPeerLink({
    ice: { servers: [], relayOnly: false },
    callType: 'audio',
    isLeading: true,
    outgoing: {
      voice: null,
      picture: null,
      isScreen: false,
      audioOnly: false,
      isBoardOpen: false,
      mode: 'sent',
      saver: false,
      concealed: 0,
      retries: 0,
      limits: { isPictureSent: true, level: 'low', isScreen: false, isSaving: false },
    },
    send: (signal) => sent.push(signal),
    onRemote: () => undefined,
    onSending: () => undefined,
    onBoardChannel: () => undefined,
  })
  return { link, sent }
}

test('an offer without an answer is sent again when either side has joined again, because it may be lost', async () => {
  const { link, sent } = openLink()
  const { id } = link.connection()
  link.receive({ from: 'other', to: id })
  // The network has changed, and the socket is dead but not yet closed.
  Peer.last.dispatchEvent(new Event('negotiationneeded'))
  const offer = { from: id, to: 'other', description: { type: 'offer', sdp: 'new path' } }
  await expect.poll(() => sent).toEqual([offer])
  sent.length = 0
  link.onPeerJoined()
  expect(sent).toEqual([offer])
  link.receive({ from: 'other', to: id, description: { type: 'answer', sdp: 'answer' } })
  await expect.poll(() => Peer.last.signalingState).toBe('stable')
  link.onPeerJoined()
  expect(sent.at(-1)).toEqual({ from: id, to: 'other' })
})
