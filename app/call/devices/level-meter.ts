import { measureLevel } from '#app/call/devices/level.ts'

/** The analyser keeps this many samples, 170 to 190 ms, so reading ten times a second misses no sound. */
const sampleCount = 8192

/** Measures a stream without playing it: `readLevel` returns the current loudness, from 0 to 1. */
export function openLevelMeter(media: MediaStream) {
  const audio = new AudioContext()
  const analyser = audio.createAnalyser()
  analyser.fftSize = sampleCount
  const source = audio.createMediaStreamSource(media)
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const listening = new AbortController()
  // After a reload, browsers suspend audio until the user interacts with the page.
  for (const event of ['pointerdown', 'keydown'])
    addEventListener(event, () => void audio.resume(), { signal: listening.signal })
  return {
    readLevel(): number {
      analyser.getFloatTimeDomainData(samples)
      return measureLevel(samples)
    },
    close(): void {
      listening.abort()
      source.disconnect()
      void audio.close()
    },
  }
}
