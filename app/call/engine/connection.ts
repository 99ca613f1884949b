import * as z from 'zod/mini'
import type { CallType } from '#domain/sessions/contract.ts'
import { type IceSettings, readMessage } from '#live/protocol.ts'
import type { Signal } from '#live/signal.ts'

/** Small words on a channel of their own: what is received grows even while nobody speaks. */
const pulseEveryMs = 1_000

/** What one side sends. A picture that is off still comes, as a black one, so each side says it. Pages of before know only the first two. */
const sending = z.object({
  /** There is a picture, the camera's or the screen's. */
  camera: z.boolean(),
  microphone: z.boolean(),
  /** The picture is the screen's. */
  screen: z.optional(z.boolean()),
  /** Asks the other side to send no picture either. */
  audioOnly: z.optional(z.boolean()),
})
export type Sending = z.infer<typeof sending>

/** What goes over the line. There is one line for pictures, so a screen stands in the place of the camera. */
export type Outgoing = {
  voice: MediaStreamTrack | null
  picture: MediaStreamTrack | null
  isScreen: boolean
  audioOnly: boolean
}

type Options = {
  ice: IceSettings
  callType: CallType
  /** The student's side offers first, and its offer stands when both offer at once. */
  leads: boolean
  outgoing: Outgoing
  send(what: Pick<Signal, 'description' | 'candidates'>): void
  onRemote(stream: MediaStream): void
  /** The other side says what it sends. */
  onSending(other: Sending): void
}

export type Connection = ReturnType<typeof openConnection>

/** One connection to the other browser, negotiated so that both may ask for a change at any time. */
export function openConnection({
  ice,
  callType,
  leads,
  outgoing: first,
  send,
  onRemote,
  onSending,
}: Options) {
  const peer = new RTCPeerConnection({
    iceServers: ice.servers,
    iceTransportPolicy: ice.relayOnly ? 'relay' : 'all',
    bundlePolicy: 'max-bundle',
  })
  const remote: MediaStreamTrack[] = []
  let outgoing = first
  let offering = false
  let ignoring = false
  /** Signals are followed one after the other, as they came. */
  let following = Promise.resolve()
  let pulse: ReturnType<typeof setInterval> | undefined
  let channel: RTCDataChannel | undefined
  let said = ''

  peer.addEventListener('negotiationneeded', () => void offer())
  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate?.candidate) send({ candidates: [candidate.toJSON() as Candidate] })
  })
  peer.addEventListener('track', ({ track }) => {
    remote.push(track)
    onRemote(new MediaStream(remote))
  })
  if (leads) {
    keepPulse(peer.createDataChannel('pulse', { ordered: false, maxRetransmits: 0 }))
    peer.addTransceiver('audio')
    if (callType === 'video') peer.addTransceiver('video')
    sendOwn()
  } else peer.addEventListener('datachannel', ({ channel }) => keepPulse(channel))

  return {
    id: crypto.randomUUID(),
    peer,
    /** An offer is out that nobody has answered. */
    isWaiting: () => peer.signalingState === 'have-local-offer',
    /** Says again what it said last, for somebody who was not there. */
    repeat: describe,
    hear(signal: Signal): void {
      following = following.then(() => follow(signal)).catch(() => undefined)
    },
    setOutgoing(changed: Outgoing): void {
      outgoing = changed
      sendOwn()
      if (whatIsSent() !== said) tell()
    },
    /** Looks for another way to the other browser. */
    restart: () => peer.restartIce(),
    close(): void {
      clearInterval(pulse)
      peer.close()
    },
  }

  async function offer(): Promise<void> {
    try {
      offering = true
      await peer.setLocalDescription()
      describe()
    } catch {
      // Closed meanwhile, or the other side's offer came first; then that one is answered.
    } finally {
      offering = false
    }
  }

  function describe(): void {
    const { type, sdp } = peer.localDescription ?? {}
    if (sdp && (type === 'offer' || type === 'answer')) send({ description: { type, sdp } })
  }

  async function follow({ description, candidates = [] }: Signal): Promise<void> {
    if (description) {
      const collides = description.type === 'offer' && (offering || peer.signalingState !== 'stable')
      ignoring = leads && collides
      if (ignoring) return
      await peer.setRemoteDescription(description)
      if (description.type === 'offer') {
        sendOwn()
        await peer.setLocalDescription()
        describe()
      }
    }
    for (const candidate of candidates) {
      await peer.addIceCandidate(candidate).catch((error: unknown) => {
        if (!ignoring) throw error
      })
    }
  }

  /** Every line that the other side opened is answered with what there is, now or as soon as it is there. */
  function sendOwn(): void {
    const { voice, picture } = outgoing
    if (picture) openPictures()
    for (const transceiver of lines()) {
      const { sender } = transceiver
      transceiver.direction = 'sendrecv'
      const track = kindOf(transceiver) === 'audio' ? voice : picture
      if (sender.track !== track) void sender.replaceTrack(track).catch(() => undefined)
    }
  }

  /** An audio call in which a screen is to be seen gets a line for it, always from the leading side: two that open one at once lose pictures. */
  function openPictures(): void {
    if (leads && !lines().some((line) => kindOf(line) === 'video')) peer.addTransceiver('video')
  }

  function lines(): RTCRtpTransceiver[] {
    return peer.getTransceivers().filter(({ currentDirection }) => currentDirection !== 'stopped')
  }

  function keepPulse(opened: RTCDataChannel): void {
    channel = opened
    pulse = setInterval(tell, pulseEveryMs)
    opened.addEventListener('message', ({ data }) => {
      const heard = readMessage(sending, String(data))
      if (!heard) return
      // Only the leading side opens lines, so it is asked by saying that there is something to see.
      if (heard.camera) openPictures()
      onSending(heard)
    })
  }

  function tell(): void {
    if (channel?.readyState !== 'open') return
    said = whatIsSent()
    channel.send(said)
  }

  function whatIsSent(): string {
    const { voice, picture, isScreen, audioOnly } = outgoing
    const camera = picture?.enabled ?? false
    const microphone = voice?.enabled ?? false
    return JSON.stringify({ camera, microphone, screen: isScreen, audioOnly } satisfies Sending)
  }
}

function kindOf({ receiver }: RTCRtpTransceiver): string {
  return receiver.track.kind
}

type Candidate = NonNullable<Signal['candidates']>[number]
