import { describe, expect, test } from 'vitest'
import { readStatusMessage } from '#app/base/live/read-status-message.ts'
import { readMessage, serverMessage } from '#live/protocol.ts'
import { personId } from '#tests/live.ts'

const topic = `expert:${personId(9)}`
const state = (status: unknown) => ({ type: 'state', topic, data: { isOnline: true, status } })

describe('the page of a visitor', () => {
  test.each([
    { type: 'hello', build: 'b1', you: null },
    { type: 'pong' },
    state('online'),
    state('busy'),
    state('offline'),
  ])('reads %j as the protocol does', (message) => {
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
    JSON.stringify({ type: 'of a newer server' }),
  ])('leaves out %s, as the protocol does', (text) => {
    expect(readStatusMessage(text)).toBeUndefined()
    expect(readMessage(serverMessage, text)).toBeUndefined()
  })

  test('leaves out what it does not show', () => {
    const wallet = { ...state('online'), topic: `wallet:${personId(1)}` }
    expect(readStatusMessage(JSON.stringify(wallet))).toBeUndefined()
  })
})
