import { useEffect } from 'react'
import { openLevelMeter } from '#app/call/devices/level-meter.ts'

const decayPerFrame = 0.95

/** Reports the microphone level, from 0 to 1, on every animation frame. */
export function useLevel(media: MediaStream, onLevel: (level: number) => void): void {
  useEffect(() => {
    const levelMeter = openLevelMeter(media)
    let level = 0
    let frame = requestAnimationFrame(function readFrame() {
      // Rises immediately and falls slowly, so that the movement is easy to follow.
      level = Math.max(levelMeter.readLevel(), level * decayPerFrame)
      onLevel(level)
      frame = requestAnimationFrame(readFrame)
    })
    return () => {
      cancelAnimationFrame(frame)
      levelMeter.close()
    }
  }, [media, onLevel])
}
