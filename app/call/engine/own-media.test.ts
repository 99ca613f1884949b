import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Outgoing } from '#app/call/engine/outgoing-tracks.ts'
import { initialOwnView, createOwnMedia } from '#app/call/engine/own-media.ts'

const sessionId = '0199c0de-0000-7000-8000-000000000001'

class Track extends EventTarget {
  enabled = true
  readyState = 'live'
  contentHint = ''
  kind: string
  label: string
  constructor(kind: string, label: string) {
    super()
    this.kind = kind
    this.label = label
  }
  stop() {
    this.readyState = 'ended'
  }
  /** The device was unplugged, or the browser's own button ended sharing. */
  end() {
    this.stop()
    this.dispatchEvent(new Event('ended'))
  }
}

class Stream {
  tracks: Track[]
  constructor(tracks: Track[]) {
    this.tracks = tracks
  }
  getTracks = () => this.tracks
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video')
}

/** Tracks that open next; when empty, opening fails. */
let nextTracks: Track[]
const devices: { kind: string; deviceId: string; label: string }[] = []
const mediaDevices = Object.assign(new EventTarget(), {
  async getUserMedia() {
    const track = nextTracks.shift()
    if (!track) throw new DOMException('none', 'NotFoundError')
    return new Stream([track])
  },
  getDisplayMedia: async () => new Stream([nextTracks.shift() as Track]),
  enumerateDevices: async () => devices,
})

const knownDevice = (deviceId: string) => ({ deviceId, label: deviceId })
const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}

beforeEach(() => {
  nextTracks = []
  devices.length = 0
  stored.clear()
  vi.stubGlobal('MediaStream', Stream)
  vi.stubGlobal('navigator', { mediaDevices })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
})
afterEach(() => void vi.unstubAllGlobals())

function startOwnMedia() {
  const [voice, camera] = [new Track('audio', 'built-in'), new Track('video', 'laptop')]
  const initialView = initialOwnView(sessionId, new Stream([voice, camera]) as never)
  let view = { ...initialView, other: null, meter: null, picture: 'sent', level: 'low' } as CallView
  const line: { outgoing?: Outgoing } = {}
  const change = (changes: Partial<CallView>) => void (view = { ...view, ...changes })
  const own = createOwnMedia({
    sessionId,
    callType: 'video',
    view: () => view,
    change,
    onOutgoing: (outgoing) => (line.outgoing = outgoing),
  })
  own.applyToTracks()
  onTestFinished(own.close)
  const updateView = (changes: Partial<CallView>) => {
    change(changes)
    own.applyToTracks()
  }
  return { own, voice, camera, view: () => view, sent: () => line.outgoing, updateView }
}

test('a shared screen replaces the camera until the page or the browser stops sharing', async () => {
  const { own, camera, sent } = startOwnMedia()
  const [first, second] = [new Track('video', 'screen'), new Track('video', 'window')]
  nextTracks = [first, second]
  expect(await own.shareScreen()).toBe('shared')
  expect(sent()).toMatchObject({ picture: first, isScreen: true })
  expect(first.contentHint).toBe('detail')
  await own.shareScreen()
  expect(first.readyState).toBe('ended')
  expect(sent()?.picture).toBe(second)
  second.end()
  expect(sent()).toMatchObject({ picture: camera, isScreen: false })
})

test('sharing without a choice is cancelled, and sharing forbidden by the system fails', async () => {
  const { own, camera, sent } = startOwnMedia()
  const refuse = (message: string) => async () => {
    throw new DOMException(message, 'NotAllowedError')
  }
  vi.stubGlobal('navigator', { mediaDevices: { getDisplayMedia: refuse('Permission denied') } })
  expect(await own.shareScreen()).toBe('cancelled')
  vi.stubGlobal('navigator', { mediaDevices: { getDisplayMedia: refuse('Permission denied by system') } })
  expect(await own.shareScreen()).toBe('failed')
  expect(sent()?.picture).toBe(camera)
})

test('nothing is sent while the call is interrupted, and sending resumes afterwards', async () => {
  const { own, voice, camera, updateView } = startOwnMedia()
  const screen = new Track('video', 'screen')
  nextTracks = [screen]
  await own.shareScreen()
  own.mute(true)
  const enabled = () => [voice, camera, screen].map((track) => track.enabled)
  updateView({ meter: { phase: 'interrupted' } as never })
  expect(enabled()).toEqual([false, false, false])
  updateView({ meter: { phase: 'live' } as never })
  expect(enabled()).toEqual([false, true, true])
})

test('audio-only mode stops camera and screen, no matter which side asks for it', async () => {
  const { own, camera, sent, updateView, view } = startOwnMedia()
  const screen = new Track('video', 'screen')
  nextTracks = [screen, new Track('video', 'too late')]
  await own.shareScreen()
  updateView({ other: { camera: false, microphone: true, audioOnly: true } })
  expect(sent()).toMatchObject({ picture: null, isScreen: false, audioOnly: false })
  expect(screen.readyState).toBe('ended')
  expect(await own.shareScreen()).toBe('cancelled')
  updateView({ other: { camera: true, microphone: true } })
  expect(sent()?.picture).toBe(camera)
  own.setAudioOnly(true)
  expect(sent()).toMatchObject({ picture: null, audioOnly: true })
  expect(camera.enabled).toBe(false)
  // A reload keeps the choice, another call does not.
  expect(initialOwnView(sessionId, null).audioOnly).toBe(true)
  expect(initialOwnView('another', null).audioOnly).toBe(false)
  own.setAudioOnly(false)
  expect(view().audioOnly).toBe(false)
  expect(sent()?.picture).toBe(camera)
  expect(initialOwnView(sessionId, null).audioOnly).toBe(false)
})

test('a paused picture is reported, and an attempt to resume it ignores the data saver of both sides', async () => {
  const { own, sent, updateView } = startOwnMedia()
  expect(sent()).toMatchObject({ mode: 'sent', saver: false, limits: { isPictureSent: true, isSaving: false } })
  updateView({ picture: 'paused', level: 'lowest', other: { camera: true, microphone: true, saver: true } })
  expect(sent()).toMatchObject({ mode: 'paused', limits: { isPictureSent: false, isSaving: true, level: 'lowest' } })
  updateView({ picture: 'trying' })
  expect(sent()?.limits).toMatchObject({ isPictureSent: true, isSaving: false })
  updateView({ picture: 'sent', other: { camera: true, microphone: true } })
  own.setSaver(true)
  expect(sent()).toMatchObject({ saver: true, limits: { isSaving: true } })
  expect(initialOwnView('another', null).saver).toBe(true)
})

test('this side requests the picture of the other side, and reports how much of its voice had to be filled in', () => {
  const { own, sent } = startOwnMedia()
  own.askForPicture()
  own.askForPicture()
  own.reportConcealed(0.0712)
  expect(sent()).toMatchObject({ retries: 2, concealed: 0.07 })
})

test('the wanted picture is the screen, the camera also during an interruption, or none while the camera is off', async () => {
  const { own, updateView } = startOwnMedia()
  expect(own.wantedPicture()).toBe('camera')
  updateView({ meter: { phase: 'interrupted' } as never })
  expect(own.wantedPicture()).toBe('camera')
  own.hideCamera(true)
  expect(own.wantedPicture()).toBeNull()
  nextTracks = [new Track('video', 'screen')]
  await own.shareScreen()
  expect(own.wantedPicture()).toBe('screen')
})

test('newly chosen devices keep the muted and camera state', async () => {
  const { own, voice, camera, sent } = startOwnMedia()
  own.mute(true)
  // A reload keeps the choice.
  expect(initialOwnView(sessionId, null)).toMatchObject({ muted: true, cameraOff: false })
  const [headset, desk] = [new Track('audio', 'headset'), new Track('video', 'desk')]
  nextTracks = [headset, desk]
  await Promise.all([own.choose('microphone', knownDevice('headset')), own.choose('camera', knownDevice('desk'))])
  expect(sent()).toMatchObject({ voice: headset, picture: desk })
  expect([headset.enabled, desk.enabled]).toEqual([false, true])
  for (const old of [voice, camera]) expect(old.readyState).toBe('ended')
  const chosen = { microphone: knownDevice('headset'), camera: knownDevice('desk') }
  expect(stored.get('samjhao:devices')).toBe(JSON.stringify(chosen))
})

test('a device that cannot be opened changes nothing', async () => {
  const { own, camera, sent } = startOwnMedia()
  expect(await own.choose('camera', knownDevice('desk'))).toEqual({ kind: 'missing', device: 'camera' })
  expect(sent()?.picture).toBe(camera)
  expect(camera.readyState).toBe('live')
  expect(stored.size).toBe(0)
})

test('an unplugged device is replaced by another, or reported as missing', async () => {
  const { voice, camera, sent, view } = startOwnMedia()
  const replacement = new Track('audio', 'built-in')
  nextTracks = [replacement]
  voice.end()
  await expect.poll(() => sent()?.voice).toBe(replacement)
  expect(view().replaced).toEqual({ device: 'microphone', by: 'built-in' })
  camera.end()
  await expect.poll(() => view().deviceProblem).toEqual({ kind: 'missing', device: 'camera' })
  expect(sent()?.picture).toBeNull()
})

test('a camera that the camera app of a phone has used is opened again when the page is visible again', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const { camera, sent, view } = startOwnMedia()
  show('hidden')
  camera.end()
  await expect.poll(() => view().deviceProblem).toEqual({ kind: 'missing', device: 'camera' })
  const again = new Track('video', 'laptop')
  nextTracks = [again]
  show('hidden')
  await Promise.resolve()
  expect(nextTracks).toEqual([again])
  show('visible')
  await expect.poll(() => sent()?.picture).toBe(again)
  expect(view()).toMatchObject({ deviceProblem: null, replaced: null })
  // It is opened once only.
  nextTracks = [new Track('video', 'other')]
  show('visible')
  await Promise.resolve()
  expect(sent()?.picture).toBe(again)
})

test('a camera that the phone releases late is retried for some seconds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  const { camera, sent } = startOwnMedia()
  camera.end()
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(500)
  expect(sent()?.picture).toBeNull()
  const again = new Track('video', 'laptop')
  nextTracks = [again]
  await vi.advanceTimersByTimeAsync(600)
  expect(sent()?.picture).toBe(again)
})

test('a device whose permission was revoked is not requested again', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  const getUserMedia = vi.fn<() => Promise<never>>().mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  const { camera, view } = startOwnMedia()
  vi.stubGlobal('navigator', { mediaDevices: Object.assign(new EventTarget(), { getUserMedia }) })
  camera.end()
  await expect.poll(() => view().deviceProblem).toEqual({ kind: 'refused', device: 'camera' })
  page.dispatchEvent(new Event('visibilitychange'))
  await Promise.resolve()
  expect(getUserMedia).toHaveBeenCalledOnce()
})

test('an unplugged speaker falls back to the default speaker', async () => {
  const headset = { kind: 'audiooutput', ...knownDevice('headset') }
  devices.push(headset)
  const { own, view } = startOwnMedia()
  own.chooseSpeaker(headset)
  const reloaded = startOwnMedia()
  await expect.poll(() => reloaded.view().speaker).toBe('headset')
  devices.length = 0
  mediaDevices.dispatchEvent(new Event('devicechange'))
  await expect.poll(() => view().speaker).toBe('')
  expect(view().replaced).toEqual({ device: 'speaker', by: '' })
})

test('tracks that open after close are stopped immediately', async () => {
  const { own, voice, camera } = startOwnMedia()
  const [screen, headset] = [new Track('video', 'screen'), new Track('audio', 'headset')]
  nextTracks = [screen, headset]
  const opening = [own.shareScreen(), own.choose('microphone', knownDevice('headset'))]
  own.close()
  await Promise.all(opening)
  for (const track of [voice, camera, screen, headset]) expect(track.readyState).toBe('ended')
})

test('the other side is notified that the board is open, even after a reload', () => {
  const { own, sent } = startOwnMedia()
  expect(sent()?.isBoardOpen).toBe(false)
  own.showBoard(true)
  expect(sent()?.isBoardOpen).toBe(true)
  const reloaded = startOwnMedia()
  expect(reloaded.sent()?.isBoardOpen).toBe(true)
  reloaded.own.showBoard(false)
  expect(startOwnMedia().sent()?.isBoardOpen).toBe(false)
})

test('choices that an older page has stored are read', () => {
  storage.setItem('samjhao:choices', JSON.stringify({ sessionId, muted: true, cameraOff: false, audioOnly: false }))
  expect(startOwnMedia().view()).toMatchObject({ muted: true, isBoardOpen: false })
})
