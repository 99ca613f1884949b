import { useEffect } from 'react'
import { openLevelMeter } from '#app/call/devices/level-meter.ts'

const decayPerFrame = 0.95

/** How loud it is at this microphone, from 0 to 1, at every picture that the screen draws. */
export function useLevel(media: MediaStream, onLevel: (level: number) => void): void {
  useEffect(() => {
    const levelMeter = openLevelMeter(media)
    let level = 0
    let frame = requestAnimationFrame(function look() {
      // Up at once and down slowly, so that eyes can follow.
      level = Math.max(levelMeter.level(), level * decayPerFrame)
      onLevel(level)
      frame = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(frame)
      levelMeter.close()
    }
  }, [media, onLevel])
}
