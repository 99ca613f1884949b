import { expect, test } from 'vitest'
import { billedMinutes, chargedMinutes, hasAddress, heldMinutes } from '#domain/sessions/rules.ts'
import { paise } from '#kernel/money.ts'

test.each([
  [0, 0],
  [29_999, 0],
  [30_000, 1],
  [60_000, 1],
  [60_001, 2],
  [252_000, 5],
  [3_600_000, 60],
])('%i ms together are billed as %i minutes', (sharedMs, minutes) => {
  expect(billedMinutes(sharedMs)).toBe(minutes)
})

test('a shortened minute shortens everything that is counted in minutes', () => {
  expect(billedMinutes(499, 1_000)).toBe(0)
  expect(billedMinutes(500, 1_000)).toBe(1)
  expect(billedMinutes(1_001, 1_000)).toBe(2)
})

test('the charge never exceeds what was held', () => {
  const terms = { ratePaisePerMinute: paise(10_00), minuteMs: 60_000 }
  expect(heldMinutes(paise(30_00), terms)).toBe(3)
  expect(chargedMinutes({ ...terms, held: paise(30_00), liveMs: 178_000 })).toBe(3)
  expect(chargedMinutes({ ...terms, held: paise(30_00), liveMs: 900_000 })).toBe(3)
  expect(chargedMinutes({ ...terms, held: paise(50_00), liveMs: 20_000 })).toBe(0)
})

test('an address is found in a candidate and in a description that carries some', () => {
  const description = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\n'
  expect(hasAddress(JSON.stringify({ type: 'offer', sdp: description }))).toBe(false)
  const line = 'a=candidate:1 1 udp 2 192.0.2.1 9 typ host'
  expect(hasAddress(JSON.stringify({ type: 'offer', sdp: `${description}${line}` }))).toBe(true)
  expect(hasAddress(JSON.stringify({ candidate: line }))).toBe(true)
})
