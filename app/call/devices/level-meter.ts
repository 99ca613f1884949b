import { levelOf } from '#app/call/devices/level.ts'

/** The analyser keeps this many samples, 170 to 190 ms: who asks ten times a second misses no sound. */
const sampleCount = 8192

/** Listens to a stream without playing it: `level` is how loud it was just now, from 0 to 1. */
export function openLevelMeter(media: MediaStream) {
  const audio = new AudioContext()
  const analyser = audio.createAnalyser()
  analyser.fftSize = sampleCount
  const source = audio.createMediaStreamSource(media)
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const listening = new AbortController()
  // After a reload browsers wait for somebody to use the page.
  for (const use of ['pointerdown', 'keydown'])
    addEventListener(use, () => void audio.resume(), { signal: listening.signal })
  return {
    level(): number {
      analyser.getFloatTimeDomainData(samples)
      return levelOf(samples)
    },
    close(): void {
      listening.abort()
      source.disconnect()
      void audio.close()
    },
  }
}
