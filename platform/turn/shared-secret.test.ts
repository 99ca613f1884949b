import { expect, test } from 'vitest'
import { createTurn } from '#platform/turn/shared-secret.ts'

const clock = { now: () => new Date('2026-10-03T12:00:00.900Z') }
const relay = {
  urls: ['turn:relay.example:3478', 'turns:relay.example'],
  secret: 'a-shared-secret-of-ours',
  only: false,
}
const stunUrls = ['stun:relay.example:3478']

test('without a relay there are no servers, or only STUN servers', () => {
  expect(createTurn({ stunUrls: [], relay: null }, clock).iceFor('asha')).toEqual({ servers: [], relayOnly: false })
  expect(createTurn({ stunUrls, relay: null }, clock).iceFor('asha')).toEqual({
    servers: [{ urls: stunUrls }],
    relayOnly: false,
  })
})

test('a relay password is valid for one person and six hours', () => {
  const { servers, relayOnly } = createTurn({ stunUrls, relay }, clock).iceFor('asha')
  expect(relayOnly).toBe(false)
  expect(servers).toEqual([
    { urls: stunUrls },
    // printf '1791050400:asha' | openssl dgst -sha1 -hmac a-shared-secret-of-ours -binary | base64
    { urls: relay.urls, username: '1791050400:asha', credential: 'gL2LpCW6nTKkJt3zHBaCzfnIGgI=' },
  ])
  expect(new Date(1_791_050_400_000).toISOString()).toBe('2026-10-03T18:00:00.000Z')
})

test('with relay only, no STUN server is used', () => {
  const { servers, relayOnly } = createTurn({ stunUrls, relay: { ...relay, only: true } }, clock).iceFor('asha')
  expect(relayOnly).toBe(true)
  expect(servers.map(({ urls }) => urls)).toEqual([relay.urls])
})
