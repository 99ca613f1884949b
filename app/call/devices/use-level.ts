import { useEffect } from 'react'
import { openEar } from '#app/call/devices/ear.ts'

const fall = 0.95

/** How loud it is at this microphone, from 0 to 1, at every picture that the screen draws. */
export function useLevel(media: MediaStream, onLevel: (level: number) => void): void {
  useEffect(() => {
    const ear = openEar(media)
    let level = 0
    let frame = requestAnimationFrame(function look() {
      // Up at once and down slowly, so that eyes can follow.
      level = Math.max(ear.level(), level * fall)
      onLevel(level)
      frame = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(frame)
      ear.close()
    }
  }, [media, onLevel])
}
