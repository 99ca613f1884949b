import { expect, test } from 'vitest'
import { parseTopic, readMessage, serverMessage, topic } from '#live/protocol.ts'

const id = '0199c0de-0000-7000-8000-000000000001'

test.each([
  { type: 'hello', build: 'b1', you: null },
  { type: 'hello', build: 'b1', you: { id, role: 'expert' } },
  { type: 'pong' },
  { type: 'refused', what: 'watch', topic: 'expert:1', text: 'No.' },
  { type: 'signed_out', reason: 'all_ended' },
  { type: 'state', topic: `expert:${id}`, data: { isOnline: true, status: 'offline' } },
  { type: 'state', topic: `expert:${id}`, data: { isOnline: true, status: 'busy' } },
  {
    type: 'state',
    topic: `account:${id}`,
    data: { name: 'Asha', role: 'student', avatarUrl: null, signedIn: true },
  },
])('%j is a valid server message', (message) => {
  expect(readMessage(serverMessage, JSON.stringify(message))).toEqual(message)
})

test.each([
  '',
  '{',
  'null',
  '{"type":"hello","build":"b1"}',
  '{"type":"signed_out","reason":"unknown"}',
  `{"type":"state","topic":"expert:${id}","data":{"name":"Asha","role":"student","avatarUrl":null,"signedIn":true}}`,
  `{"type":"state","topic":"account:${id}","data":{"isOnline":true}}`,
  '{"type":"state","topic":"expert:1","data":{"isOnline":true}}',
])('%s is not a valid server message', (text) => {
  expect(readMessage(serverMessage, text)).toBeUndefined()
})

test('a topic consists of a kind and an id', () => {
  expect(parseTopic(topic.parse(`expert:${id}`))).toEqual({ kind: 'expert', id })
  for (const wrong of ['expert:', `expert:${id}:${id}`, ` expert:${id}`, `Expert:${id}`, id]) {
    expect(topic.safeParse(wrong).success).toBe(false)
  }
})
