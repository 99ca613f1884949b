import { vi } from 'vitest'

type Permission = 'granted' | 'prompt' | 'denied'
type Setup = { camera?: Permission; microphone?: Permission; hasVoice?: boolean }

/** Fakes a camera and a microphone. Records what pages request, and whether each track is still open. */
export function fakeDevices({ camera = 'granted', microphone = 'granted', hasVoice = true }: Setup = {}) {
  const constraints: MediaStreamConstraints[] = []
  const tracks: FakeTrack[] = []
  const permissions = { camera, microphone }
  const getUserMedia = async (wanted: MediaStreamConstraints) => {
    constraints.push(wanted)
    const kinds = [wanted.audio && ('audio' as const), wanted.video && ('video' as const)].filter((kind) => !!kind)
    const isRefused = kinds.some((kind) => permissions[kind === 'video' ? 'camera' : 'microphone'] === 'denied')
    if (isRefused) throw new DOMException('Permission denied', 'NotAllowedError')
    const opened = kinds.map((kind) => new FakeTrack(kind))
    tracks.push(...opened)
    return new FakeStream(opened)
  }
  vi.stubGlobal('MediaStream', FakeStream)
  vi.stubGlobal('AudioContext', createAudioContextClass(hasVoice ? 0.5 : 0))
  setProperty(navigator, 'mediaDevices', {
    getUserMedia,
    enumerateDevices: async () => [],
    addEventListener: () => undefined,
  })
  setProperty(navigator, 'permissions', {
    query: async ({ name }: { name: 'camera' | 'microphone' }) => ({ state: permissions[name] }),
  })
  // Happy DOM accepts only its own streams.
  setProperty(HTMLMediaElement.prototype, 'srcObject', null)
  return { constraints, tracks, permissions }
}

class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  readyState = 'live'
  enabled = true
  constructor(kind: 'audio' | 'video') {
    super()
    this.kind = kind
  }
  stop(): void {
    this.readyState = 'ended'
  }
  clone = () => new FakeTrack(this.kind)
}

class FakeStream {
  #tracks: FakeTrack[]
  constructor(tracks: FakeTrack[] = []) {
    this.#tracks = tracks
  }
  getTracks = () => this.#tracks
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video')
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio')
  removeTrack(track: FakeTrack): void {
    this.#tracks = this.#tracks.filter((own) => own !== track)
  }
}

/** Creates a class of audio contexts with constant loudness. */
function createAudioContextClass(loudness: number) {
  return class {
    createAnalyser = () => ({
      fftSize: 0,
      getFloatTimeDomainData: (samples: Float32Array) => void samples.fill(loudness),
    })
    createMediaStreamSource = () => ({ connect: () => undefined, disconnect: () => undefined })
    resume = async () => undefined
    close = async () => undefined
  }
}

function setProperty(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
}
