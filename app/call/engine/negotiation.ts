import { addVoiceSettings } from '#app/call/engine/voice-settings.ts'
import type { Signal } from '#live/signal.ts'

type Candidate = NonNullable<Signal['candidates']>[number]

type Options = {
  peer: RTCPeerConnection
  /** The student's side offers first, and its offer wins when both offer at the same time. */
  isLeading: boolean
  send(signal: Pick<Signal, 'description' | 'candidates'>): void
  /** Called before an offer of the other side is answered. */
  onOffer(): void
}

/** Perfect negotiation of one connection: both sides may renegotiate at any time. */
export function createNegotiation({ peer, isLeading, send, onOffer }: Options) {
  let isOffering = false
  let isIgnoringOffer = false
  /** Signals are applied one at a time, in order of arrival. */
  let signalQueue = Promise.resolve()

  peer.addEventListener('negotiationneeded', () => void offer())
  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate?.candidate) send({ candidates: [candidate.toJSON() as Candidate] })
  })

  return {
    sendDescription,
    receive(signal: Signal): void {
      signalQueue = signalQueue.then(() => applySignal(signal)).catch(() => undefined)
    },
  }

  async function offer(): Promise<void> {
    try {
      isOffering = true
      await peer.setLocalDescription()
      sendDescription()
    } catch {
      // The connection was closed meanwhile, or the other side's offer came first and is answered instead.
    } finally {
      isOffering = false
    }
  }

  function sendDescription(): void {
    const { type, sdp } = peer.localDescription ?? {}
    if (sdp && (type === 'offer' || type === 'answer')) send({ description: { type, sdp } })
  }

  async function applySignal({ description, candidates = [] }: Signal): Promise<void> {
    if (description) {
      const isCollision = description.type === 'offer' && (isOffering || peer.signalingState !== 'stable')
      isIgnoringOffer = isLeading && isCollision
      if (isIgnoringOffer) return
      await peer.setRemoteDescription({ ...description, sdp: addVoiceSettings(description.sdp) })
      if (description.type === 'offer') {
        onOffer()
        await peer.setLocalDescription()
        sendDescription()
      }
    }
    for (const candidate of candidates) {
      await peer.addIceCandidate(candidate).catch((error: unknown) => {
        if (!isIgnoringOffer) throw error
      })
    }
  }
}
