import { expect, test } from 'vitest'
import { createNegotiation } from '#app/call/engine/negotiation.ts'
import type { Signal } from '#live/signal.ts'

/** A peer connection that records what is applied to it. */
class Peer extends EventTarget {
  signalingState = 'stable'
  localDescription: { type: string; sdp: string } | null = null
  applied: string[] = []
  /** Remote descriptions wait for this. */
  ready = Promise.resolve()
  async setLocalDescription() {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable'
    this.localDescription = { type, sdp: type }
  }
  async setRemoteDescription({ type }: { type: string }) {
    await this.ready
    this.applied.push(type)
    this.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable'
  }
  async addIceCandidate({ candidate }: { candidate: string }) {
    this.applied.push(candidate)
  }
}

function negotiate({ isLeading }: { isLeading: boolean }) {
  const peer = new Peer()
  const events: string[] = []
  const negotiation = createNegotiation({
    peer: peer as never,
    isLeading,
    send: ({ description }) => events.push(`sent ${description?.type}`),
    onOffer: () => events.push('prepared'),
  })
  return { peer, events, negotiation, offer: () => peer.dispatchEvent(new Event('negotiationneeded')) }
}

const fromOther = { from: 'other', to: null }
const offer: Signal = { ...fromOther, description: { type: 'offer', sdp: 'offer' } }
const answer: Signal = { ...fromOther, description: { type: 'answer', sdp: 'answer' } }
const candidate: Signal = { ...fromOther, candidates: [{ candidate: 'path' }] }

test('when both sides offer at the same time, the leading side waits for the answer to its own offer', async () => {
  const student = negotiate({ isLeading: true })
  student.offer()
  student.negotiation.receive(offer)
  student.negotiation.receive(answer)
  await expect.poll(() => student.peer.applied).toEqual(['answer'])
  expect(student.events).toEqual(['sent offer'])
})

test('when both sides offer at the same time, the other side answers the offer of the leading side', async () => {
  const expert = negotiate({ isLeading: false })
  expert.offer()
  expert.negotiation.receive(offer)
  await expect.poll(() => expert.events).toEqual(['sent offer', 'prepared', 'sent answer'])
  expect(expert.peer.applied).toEqual(['offer'])
})

test('signals are applied one after another, and one that fails does not stop the next', async () => {
  const expert = negotiate({ isLeading: false })
  const description = Promise.withResolvers<void>()
  expert.peer.ready = description.promise
  expert.negotiation.receive(offer)
  expert.negotiation.receive(candidate)
  description.reject(new Error('The description is invalid.'))
  await expect.poll(() => expert.peer.applied).toEqual(['path'])
  expert.peer.ready = Promise.resolve()
  expert.negotiation.receive(offer)
  expert.negotiation.receive(candidate)
  await expect.poll(() => expert.peer.applied).toEqual(['path', 'offer', 'path'])
})
