import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '#kernel/time.ts'
import { createTurn } from '#platform/turn/shared-secret.ts'
import { type Coturn, hasIpv6, startCoturn } from '#tests/coturn.ts'
import { connectTurn, type Credentials } from '#tests/turn-client.ts'

// Sends attacker-like requests to a real coturn with deploy/coturn.conf.
const hourMs = 3_600_000
const createClock = (agoMs: number): Clock => ({ now: () => new Date(Date.now() - agoMs) })
let coturn: Coturn
const clients: { close(): void }[] = []

beforeAll(async () => {
  coturn = await startCoturn()
})
afterAll(async () => {
  for (const client of clients) client.close()
  await coturn?.stop()
})

async function connect(credentials: Credentials, to = coturn) {
  const client = await connectTurn(to.port, credentials)
  clients.push(client)
  return client
}

/** Creates TURN credentials as the product does for a browser. */
function createCredentials({
  secret = coturn.secret,
  clock = createClock(0),
  account = 'asha',
  url = coturn.url,
} = {}) {
  const relay = { urls: [url], secret, only: true }
  const [server] = createTurn({ stunUrls: [], relay }, clock).iceFor(account).servers
  return server as Credentials
}

describe('an allocation', () => {
  test('is granted for the product’s credentials until they expire', async () => {
    for (const ageMs of [0, 5.9 * hourMs]) {
      const client = await connect(createCredentials({ clock: createClock(ageMs) }))
      expect(await client.allocate('ipv4')).toBe('ok')
    }
  })

  test.each([
    ['an expired password', () => createCredentials({ clock: createClock(6.1 * hourMs) })],
    ['a password made with another secret', () => createCredentials({ secret: 'another-secret' })],
    [
      'another account’s password',
      () => ({ ...createCredentials(), username: createCredentials({ account: 'ravi' }).username }),
    ],
    ['a username with a forged expiry', () => ({ ...createCredentials(), username: '9999999999:asha' })],
    ['no name', () => ({ username: '', credential: '' })],
  ])('is refused for %s', async (_what, credentials) => {
    const client = await connect(credentials())
    expect(await client.allocate('ipv4')).toBe(401)
    expect(await client.permit('8.8.8.8')).not.toBe('ok')
  })

  test('is for UDP only', async () => {
    const client = await connect(createCredentials())
    expect(await client.allocate('ipv4', 'tcp')).toBe(442)
  })
})

const families = {
  ipv4: {
    open: [
      '8.8.8.8',
      '100.63.255.255',
      '100.128.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '192.167.255.255',
      '223.255.255.255',
    ],
    denied: [
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.5',
      '10.255.255.255',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.0.0.53',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.8',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.0.1',
      '192.168.255.255',
      '198.18.0.1',
      '198.19.255.255',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '239.255.255.250',
      '240.0.0.1',
      '255.255.255.255',
    ],
  },
  ipv6: {
    open: ['2606:4700:4700::1111', '2400:cb00::1', '2001:4860:4860::8888', '2001:200::1', '3ffe:ffff::1'],
    denied: [
      '::',
      '::1',
      '::10.0.0.5',
      // coturn compares single bytes, so each address has one byte above zero, at another place.
      ...['1', '100'].flatMap((group) =>
        [0, 1, 2, 3, 4, 5, 6, 7].map((place) => Array(8).fill('0').with(place, group).join(':')),
      ),
      '::ffff:10.0.0.5',
      '::ffff:127.0.0.1',
      '::ffff:169.254.169.254',
      '::ffff:8.8.8.8',
      '::ffff:0:10.0.0.5',
      '64:ff9b::10.0.0.5',
      '64:ff9b:1::10.0.0.5',
      '100::1',
      '100:0:0:1::1',
      '200::1',
      '400::1',
      '1fff::',
      '1fff:ffff::1',
      '2001::1',
      '2001:2::1',
      '2001:10::1',
      '2001:db8::1',
      '2002:a00:5::1',
      '2002:7f00:1::1',
      '3fff::1',
      '4000::',
      '4000::1',
      '5f00::1',
      '6000::1',
      'a000::1',
      'fbff:ffff::1',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'fec0::1',
      'ff02::1',
    ],
  },
} as const

const supportedFamilies = hasIpv6 ? (['ipv4', 'ipv6'] as const) : (['ipv4'] as const)

describe.each(supportedFamilies)('over %s', (family) => {
  let client: Awaited<ReturnType<typeof connect>>
  beforeAll(async () => {
    client = await connect(createCredentials({ account: family }))
    expect(await client.allocate(family)).toBe('ok')
  })

  test.each(families[family].open)('coturn relays to %s', async (peer) => {
    expect(await client.permit(peer)).toBe('ok')
    expect(await client.bind(peer)).toBe('ok')
  })

  test.each(families[family].denied)('coturn does not relay to %s', async (peer) => {
    expect(await client.permit(peer)).toBe(403)
    expect(await client.bind(peer)).toBe(403)
  })
})

test('allowing loopback for call tests does not open private addresses', async () => {
  const local = await startCoturn({ allowLoopback: true })
  const client = await connect(createCredentials(local), local)
  expect(await client.allocate('ipv4')).toBe('ok')
  expect(await client.permit('127.0.0.1')).toBe('ok')
  expect(await client.permit('10.0.0.5')).toBe(403)
  await local.stop()
})

test('one account gets at most 32 allocations', async () => {
  const credentials = createCredentials({ account: 'greedy' })
  const answers: unknown[] = []
  for (let times = 0; times < 34; times += 1) answers.push(await (await connect(credentials)).allocate('ipv4'))
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(32)
  expect(answers.slice(32)).toEqual([486, 486])
})
