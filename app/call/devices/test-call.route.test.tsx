import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as testCallPage from '#app/call/devices/test-call.route.tsx'
import { expectAccessible } from '#tests/accessible.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { textOf } from '#tests/read-element.ts'
import { openScreen, refusedAnswer } from '#tests/screen.tsx'
import { ravi } from '#tests/viewers.ts'

/** Two of these connect: the second receives the tracks of the first. */
class Peer extends EventTarget {
  static opened: Peer[] = []
  static canConnect = true
  tracks: unknown[] = []
  isClosed = false
  iceGatheringState = 'new'
  connectionState = 'new'
  localDescription: { sdp: string } | null = null
  constructor() {
    super()
    Peer.opened.push(this)
  }
  addTrack(track: unknown): void {
    this.tracks.push(track)
  }
  async setLocalDescription(): Promise<void> {
    if (!Peer.canConnect) throw new Error('no network')
    this.localDescription = { sdp: 'v=0' }
    queueMicrotask(() => {
      this.iceGatheringState = 'complete'
      this.dispatchEvent(new Event('icegatheringstatechange'))
    })
  }
  async setRemoteDescription(): Promise<void> {
    const [sender, receiver] = Peer.opened.slice(-2)
    if (this !== receiver) return
    for (const track of sender?.tracks ?? []) this.dispatchEvent(Object.assign(new Event('track'), { track }))
  }
  close(): void {
    this.isClosed = true
  }
}

beforeEach(() => {
  Object.assign(Peer, { opened: [], canConnect: true })
  vi.stubGlobal('RTCPeerConnection', Peer)
})

test('a test call is stored once voice and picture have arrived at the other end', async () => {
  fakeDevices()
  const { main, user, sent, testedAt } = open()
  await user.click(await main.findByRole('button', { name: 'Start the test call' }))
  const video = await main.findByLabelText<HTMLVideoElement>('What a student sees of you')
  expect(video.muted).toBe(true)
  await waitFor(() => expect(textOf(status())).toBe('Waiting for your picture. Your voice arrives.'))
  expect(sent).toEqual([])
  testedAt.current = new Date('2026-05-04T05:30:00Z')
  fireEvent.loadedData(video)
  await waitFor(() => expect(sent).toEqual([{ to: '/expert/test-call', fields: {} }]))
  expect(await main.findByText('Voice and picture arrived on May 04, 2026, 11:00 AM.')).toBeTruthy()
  await expectAccessible()
  await user.click(screen.getByRole('switch', { name: 'Play my voice' }))
  expect(video.muted).toBe(false)
  await user.click(main.getByRole('button', { name: 'End the test call' }))
  expect(Peer.opened.map(({ isClosed }) => isClosed)).toEqual([true, true])
  expect(sent).toHaveLength(1)
})

test('a silent microphone is not stored as a test call that worked', async () => {
  fakeDevices({ hasVoice: false })
  const { main, user, sent } = open()
  await user.click(await main.findByRole('button', { name: 'Start the test call' }))
  fireEvent.loadedData(await main.findByLabelText('What a student sees of you'))
  await waitFor(() => expect(textOf(status())).toBe('Your picture arrives. Say something.'))
  expect(sent).toEqual([])
})

test('a test call that does not connect can be tried again', async () => {
  fakeDevices()
  Peer.canConnect = false
  const { main, user } = open()
  await user.click(await main.findByRole('button', { name: 'Start the test call' }))
  expect(await main.findByText('The test call did not connect')).toBeTruthy()
  await expectAccessible()
  Peer.canConnect = true
  await user.click(main.getByRole('button', { name: 'Try again' }))
  expect(await main.findByLabelText('What a student sees of you')).toBeTruthy()
})

test('blocked devices show how to allow them', async () => {
  fakeDevices({ camera: 'denied', microphone: 'denied' })
  const { main, user } = open()
  await user.click(main.getByRole('button', { name: 'Check camera and microphone' }))
  expect(await main.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(main.queryByRole('button', { name: 'Start the test call' })).toBeNull()
})

test('a test call that cannot be stored says why', async () => {
  fakeDevices()
  const { main, user } = open(() => refusedAnswer('too_fast'))
  await user.click(await main.findByRole('button', { name: 'Start the test call' }))
  fireEvent.loadedData(await main.findByLabelText('What a student sees of you'))
  await waitFor(() => expect(textOf(main.getByRole('alert'))).toBe('Too many requests. Please wait a moment.'))
})

function open(answer: () => unknown = () => ({ done: 'Your test call worked.' })) {
  const testedAt: { current: Date | null } = { current: null }
  const opened = openScreen(testCallPage, {
    at: '/expert/test-call',
    viewer: ravi,
    data: () => ({ testedAt: testedAt.current }),
    answer,
  })
  return { ...opened, testedAt }
}

/** The line below the picture. */
const status = () => screen.getByLabelText('What a student sees of you').parentElement?.querySelector('[role=status]')
