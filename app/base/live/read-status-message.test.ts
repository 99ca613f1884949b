import { describe, expect, test } from 'vitest'
import { readStatusMessage } from '#app/base/live/read-status-message.ts'
import { readMessage, serverMessage } from '#live/protocol.ts'
import { personId } from '#tests/live.ts'

const topic = `expert:${personId(9)}`
const state = (status: unknown) => ({ type: 'state', topic, data: { isOnline: true, status } })

describe('readStatusMessage', () => {
  test.each([
    { type: 'hello', build: 'b1', you: null },
    { type: 'pong' },
    state('online'),
    state('busy'),
    state('offline'),
  ])('accepts %j like the protocol schema', (message) => {
    const text = JSON.stringify(message)
    expect(readStatusMessage(text)).toEqual(message)
    expect(readMessage(serverMessage, text)).toEqual(message)
  })

  test.each([
    '',
    '{',
    'null',
    '"hello"',
    '[]',
    JSON.stringify(state('away')),
    JSON.stringify({ ...state('online'), data: null }),
    JSON.stringify({ ...state('online'), topic: 9 }),
    JSON.stringify({ type: 'unknown_type' }),
  ])('rejects %s like the protocol schema', (text) => {
    expect(readStatusMessage(text)).toBeUndefined()
    expect(readMessage(serverMessage, text)).toBeUndefined()
  })

  test('rejects topics that visitors do not see', () => {
    const wallet = { ...state('online'), topic: `wallet:${personId(1)}` }
    expect(readStatusMessage(JSON.stringify(wallet))).toBeUndefined()
  })
})
