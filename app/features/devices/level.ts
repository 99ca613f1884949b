/** Quieter than this is the room, not a voice. */
const floorDecibels = -60
const voiceDecibels = -45

/** Loudness from 0 to 1, as ears hear it: on a scale of decibels. */
export function levelOf(samples: ArrayLike<number>): number {
  const squares = Array.from(samples).reduce((sum, sample) => sum + sample * sample, 0)
  const decibels = 20 * Math.log10(Math.sqrt(squares / samples.length))
  return toLevel(decibels)
}

/** Whether somebody speaks, as far as loudness can tell. */
export function isVoice(level: number): boolean {
  return level >= toLevel(voiceDecibels)
}

function toLevel(decibels: number): number {
  return Math.min(1, Math.max(0, 1 - decibels / floorDecibels))
}
