import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openConnection } from '#app/call/engine/connection.ts'
import type { Signal } from '#live/signal.ts'

/** A data channel that only records its options. */
class Channel extends EventTarget {
  readonly label: string
  readonly options: RTCDataChannelInit
  binaryType = 'blob'
  constructor(label: string, options: RTCDataChannelInit) {
    super()
    this.label = label
    this.options = options
  }
}

/** A peer connection that negotiates immediately, without media. */
class Peer extends EventTarget {
  static all: Peer[] = []
  channels: Channel[] = []
  signalingState = 'stable'
  localDescription: { type: string; sdp: string } | null = null
  /** The channels that existed when the answer was created. */
  answeredWith: string[] | null = null
  constructor() {
    super()
    Peer.all.push(this)
  }
  createDataChannel(label: string, options: RTCDataChannelInit) {
    const channel = new Channel(label, options)
    this.channels.push(channel)
    return channel
  }
  addTransceiver = () => undefined
  getTransceivers = () => []
  getSenders = () => []
  setRemoteDescription = async () => undefined
  async setLocalDescription() {
    this.answeredWith = this.channels.map(({ label }) => label)
    this.localDescription = { type: 'answer', sdp: 'answer' }
  }
  close = () => undefined
}

beforeEach(() => vi.stubGlobal('RTCPeerConnection', Peer))
afterEach(() => {
  Peer.all = []
  vi.unstubAllGlobals()
})

function open({ isLeading }: { isLeading: boolean }) {
  const opened: unknown[] = []
  const connection = openConnection({
    ice: { servers: [], relayOnly: false },
    callType: 'audio',
    isLeading,
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
    send: () => undefined,
    onRemote: () => undefined,
    onSending: () => undefined,
    onBoardChannel: (channel) => opened.push(channel),
  })
  const peer = Peer.all.at(-1) as Peer
  return { connection, peer, opened, board: () => peer.channels.filter(({ label }) => label === 'board') }
}

const offer: Signal = { from: 'other', to: null, description: { type: 'offer', sdp: 'offer' } }

test('both sides open the channel of the board with the same fixed number, in order and without loss', async () => {
  const [student, expert] = [open({ isLeading: true }), open({ isLeading: false })]
  // An earlier channel would make this side offer, too.
  expect(expert.peer.channels).toEqual([])
  expert.connection.receive(offer)
  await expect.poll(() => expert.peer.answeredWith).toEqual(['board'])
  for (const { board } of [student, expert]) {
    expect(board().map(({ options }) => options)).toEqual([{ negotiated: true, id: 64 }])
    expect(board()[0]?.binaryType).toBe('arraybuffer')
  }
  // Only the pulse channel is announced, so an older page never mistakes the board channel for it.
  expect(student.peer.channels.filter(({ options }) => !options.negotiated).map(({ label }) => label)).toEqual([
    'pulse',
  ])
})

test('a later offer does not open a second channel, and the channel is reported when it is open', async () => {
  const { connection, peer, opened, board } = open({ isLeading: false })
  connection.receive(offer)
  connection.receive(offer)
  await expect.poll(() => peer.answeredWith).toEqual(['board'])
  await expect.poll(board).toHaveLength(1)
  expect(opened).toEqual([])
  board()[0]?.dispatchEvent(new Event('open'))
  expect(opened).toEqual(board())
})
