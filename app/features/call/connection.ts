import * as z from 'zod/mini'
import type { CallType } from '#domain/sessions/contract.ts'
import { type IceSettings, readMessage } from '#live/protocol.ts'
import type { Signal } from '#live/signal.ts'

/** Small words on a channel of their own: what is received grows even while nobody speaks. */
const pulseEveryMs = 1_000

/** What one side sends. A picture that is off still comes, as a black one, so each side says it. */
const sending = z.object({ camera: z.boolean(), microphone: z.boolean() })
export type Sending = z.infer<typeof sending>

type Options = {
  ice: IceSettings
  callType: CallType
  /** The student's side offers first, and its offer stands when both offer at once. */
  leads: boolean
  /** What is sent; the connection says itself which of its tracks. */
  media: MediaStream | null
  send(what: Pick<Signal, 'description' | 'candidates'>): void
  onRemote(stream: MediaStream): void
  /** The other side says what it sends. */
  onSending(other: Sending): void
}

export type Connection = ReturnType<typeof openConnection>

/** One connection to the other browser, negotiated so that both may ask for a change at any time. */
export function openConnection({ ice, callType, leads, media, send, onRemote, onSending }: Options) {
  const peer = new RTCPeerConnection({
    iceServers: ice.servers,
    iceTransportPolicy: ice.relayOnly ? 'relay' : 'all',
    bundlePolicy: 'max-bundle',
  })
  const remote: MediaStreamTrack[] = []
  let own = media
  let offering = false
  let ignoring = false
  /** Signals are followed one after the other, as they came. */
  let following = Promise.resolve()
  let pulse: ReturnType<typeof setInterval> | undefined

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
    setMedia(stream: MediaStream | null): void {
      own = stream
      sendOwn()
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
    for (const transceiver of peer.getTransceivers()) {
      const { sender, receiver, currentDirection } = transceiver
      if (currentDirection === 'stopped') continue
      transceiver.direction = 'sendrecv'
      const track = own?.getTracks().find(({ kind }) => kind === receiver.track.kind) ?? null
      if (sender.track !== track) void sender.replaceTrack(track).catch(() => undefined)
    }
  }

  function keepPulse(channel: RTCDataChannel): void {
    const isOn = (wanted: string) => own?.getTracks().some(({ kind, enabled }) => kind === wanted && enabled)
    pulse = setInterval(() => {
      const says = { camera: isOn('video') ?? false, microphone: isOn('audio') ?? false }
      if (channel.readyState === 'open') channel.send(JSON.stringify(says satisfies Sending))
    }, pulseEveryMs)
    channel.addEventListener('message', ({ data }) => {
      const heard = readMessage(sending, String(data))
      if (heard) onSending(heard)
    })
  }
}

type Candidate = NonNullable<Signal['candidates']>[number]
