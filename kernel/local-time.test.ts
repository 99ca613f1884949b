import { expect, test } from 'vitest'
import { createLocalIso } from '#kernel/local-time.ts'

test.each([
  ['Asia/Kolkata', '2026-11-16T18:45:09Z', '2026-11-17T00:15:09+05:30'],
  ['UTC', '2026-11-16T00:00:00Z', '2026-11-16T00:00:00+00:00'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T01:30:00-04:00'],
  ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00-05:00'],
])('%s: %s is %s', (zone, utc, local) => {
  expect(createLocalIso(zone)(new Date(utc))).toBe(local)
  expect(new Date(local)).toEqual(new Date(utc))
})
