/** Quieter sounds have level 0. */
const floorDecibels = -60
/** Quieter sounds are room noise, not a voice. */
const voiceDecibels = -45

/** About 20 ms, the shortest sound that counts. */
const soundSamples = 1024

/** Level of the loudest sound in these samples, from 0 to 1, on a decibel scale. */
export function measureLevel(samples: Float32Array): number {
  let loudest = 0
  for (let start = 0; start < samples.length; start += soundSamples)
    loudest = Math.max(loudest, meanSquare(samples.subarray(start, start + soundSamples)))
  return toLevel(10 * Math.log10(loudest))
}

/** Whether the level is loud enough for speech. */
export function isVoice(level: number): boolean {
  return level >= toLevel(voiceDecibels)
}

function toLevel(decibels: number): number {
  return Math.min(1, Math.max(0, 1 - decibels / floorDecibels))
}

function meanSquare(samples: Float32Array): number {
  let squares = 0
  for (const sample of samples) squares += sample * sample
  return squares / samples.length
}
