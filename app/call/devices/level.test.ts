import { expect, test } from 'vitest'
import { isVoice, measureLevel } from '#app/call/devices/level.ts'

const wave = (height: number) => Float32Array.from({ length: 1024 }, (_, index) => height * Math.sin(index / 5))

test('silence has level 0 and full volume has level 1', () => {
  expect(measureLevel(wave(0))).toBe(0)
  expect(measureLevel(new Float32Array(64).fill(1))).toBe(1)
})

test('level rises with volume', () => {
  const levels = [0.001, 0.01, 0.1, 0.9].map((height) => measureLevel(wave(height)))
  expect(levels).toEqual(levels.toSorted((left, right) => left - right))
  expect(levels[1]).toBeGreaterThan(0)
})

test('a voice is distinguished from room noise', () => {
  expect(isVoice(measureLevel(wave(0.002)))).toBe(false)
  expect(isVoice(measureLevel(wave(0.05)))).toBe(true)
})

test('surrounding silence does not lower the level of a short sound', () => {
  const samples = new Float32Array(8192)
  samples.set(wave(0.05), 3072)
  expect(measureLevel(samples)).toBe(measureLevel(wave(0.05)))
})
