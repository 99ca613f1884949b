import { useEffect } from 'react'
import { levelOf } from '#app/features/devices/level.ts'

const fall = 0.95

/** How loud it is at this microphone, from 0 to 1, at every picture that the screen draws. */
export function useLevel(media: MediaStream, onLevel: (level: number) => void): void {
  useEffect(() => {
    const audio = new AudioContext()
    const analyser = audio.createAnalyser()
    analyser.fftSize = 1024
    const source = audio.createMediaStreamSource(media)
    source.connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let level = 0
    let frame = requestAnimationFrame(function look() {
      analyser.getFloatTimeDomainData(samples)
      // Up at once and down slowly, so that eyes can follow.
      level = Math.max(levelOf(samples), level * fall)
      onLevel(level)
      frame = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(frame)
      source.disconnect()
      void audio.close()
    }
  }, [media, onLevel])
}
