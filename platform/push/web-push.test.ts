import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, isIPv4 } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#kernel/time.ts'
import { isPublicAddress } from '#platform/push/public-address.ts'
import { newPushKeys } from '#platform/push/vapid.ts'
import { createPush } from '#platform/push/web-push.ts'
import { newBrowserKeys, type PushService, readVapid, startPushService } from '#tests/push-service.ts'

const keys = newPushKeys()
const services = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.example.org']
const settings = { keys, services, clock: systemClock, subject: 'mailto:support@samjhao.example', timeoutMs: 30_000 }
/** The names that the fake DNS resolves. */
const addresses: Record<string, string[]> = {
  'fcm.googleapis.com': ['142.250.1.1', '2a00:1450:4001::1'],
  'inward.example.org': ['10.0.0.5'],
  'half-inward.example.org': ['142.250.1.1', '::1'],
}
const findAddresses = async (name: string) => {
  const found = addresses[name]
  if (!found) throw new Error(`getaddrinfo ENOTFOUND ${name}`)
  return found.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
}
const push = createPush({ ...settings, allowLocal: true, findAddresses })
const strict = createPush({ ...settings, allowLocal: false, findAddresses })
const ring = { urgency: 'high', ttlSeconds: 45, topic: 'ring' } as const
const { p256dh, auth } = newBrowserKeys()

let service: PushService
beforeAll(async () => void (service = await startPushService()))
beforeEach(() => {
  service.answerWith(201)
  service.pushed.length = 0
})
afterAll(() => service.close())

function toSubscription({ endpoint, keys: browserKeys }: ReturnType<PushService['browser']>) {
  return { endpoint, ...browserKeys }
}

describe('a push', () => {
  test('arrives unchanged, signed with our key for that service, with its urgency', async () => {
    const browser = service.browser()
    expect(await push.send(toSubscription(browser), '{"title":"Asha is calling"}', ring)).toBe('accepted')
    const [{ path, headers, message } = expect.fail('no push was received')] = service.pushed
    expect([path, message]).toEqual([browser.path, { title: 'Asha is calling' }])
    expect(headers).toMatchObject({ ttl: '45', urgency: 'high', topic: 'ring', 'content-encoding': 'aes128gcm' })
    const { key, claims } = readVapid(String(headers.authorization))
    expect(key).toBe(keys.publicKey)
    expect(claims).toMatchObject({ aud: service.origin, sub: settings.subject })
    const leftSeconds = claims.exp - Date.now() / 1_000
    expect(leftSeconds).toBeGreaterThan(3_600)
    expect(leftSeconds).toBeLessThan(24 * 3_600)
  })

  test('to an expired subscription returns gone', async () => {
    const browser = service.browser()
    service.forget(browser.path)
    expect(await push.send(toSubscription(browser), '{}', ring)).toBe('gone')
  })

  test.each([302, 400, 429, 500])('that is answered with %i fails and follows no redirect', async (status) => {
    service.answerWith(status)
    await expect(push.send(toSubscription(service.browser()), '{}', ring)).rejects.toThrow(`answered ${status}`)
  })

  test('times out on a silent service, and the error does not contain the secret path', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/secret`
    const impatient = createPush({ ...settings, timeoutMs: 500, allowLocal: true, findAddresses })
    const failure = await impatient.send({ endpoint, p256dh, auth }, '{}', ring).catch((error: Error) => error)
    expect(String(failure)).toBe('Error: the push service 127.0.0.1 did not answer')
    silent.closeAllConnections()
    silent.close()
  })
})

describe('endpoints of browsers', () => {
  const refusedEndpoints = [
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://push.localhost/x',
    'https://database./x',
    'https://database/x',
    'https://10.0.0.5/x',
    'https://2130706433/x',
    'https://[::ffff:10.0.0.5]/x',
    'https://push.example.org:8443/x',
    'https://user:secret@push.example.org/x',
    'file:///etc/passwd',
    'ftp://push.example.org/x',
    'nonsense',
    'https://push.example.net/x',
    'https://googleapis.com/x',
    'https://evil-fcm.googleapis.com/x',
    'https://push.apple.com.example.net/x',
    'https://notpush.apple.com/x',
  ]

  test.each(refusedEndpoints)('such as %s are refused', async (endpoint) => {
    expect(await strict.canSendTo(endpoint)).toBe(false)
    expect(await strict.send({ endpoint, p256dh, auth }, '{}', ring)).toBe('gone')
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
  ])('such as %s are allowed', async (endpoint) => expect(await strict.canSendTo(endpoint)).toBe(true))

  test('of every public host are allowed only if the operator says so', async () => {
    const endpoint = 'https://push.example.net/x'
    const open = createPush({ ...settings, services: ['*'], allowLocal: false, findAddresses })
    expect([await open.canSendTo(endpoint), await strict.canSendTo(endpoint)]).toEqual([true, false])
    expect(await open.canSendTo('https://10.0.0.5/x')).toBe(false)
  })

  test.each(['https://inward.example.org/x', 'https://half-inward.example.org/x'])(
    'such as %s are refused before anything is sent to them',
    async (endpoint) => {
      expect(await strict.canSendTo(endpoint)).toBe(false)
      expect(await push.canSendTo(endpoint)).toBe(false)
    },
  )

  test('on this machine are allowed in tests, but no other internal addresses', async () => {
    expect(await push.canSendTo('http://127.0.0.1:4000/x')).toBe(true)
    const allowed = await Promise.all(refusedEndpoints.map((endpoint) => push.canSendTo(endpoint)))
    expect(refusedEndpoints.filter((_, index) => allowed[index])).toEqual([
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://localhost/x',
      'https://2130706433/x',
    ])
  })

  test('with a non-public address get no connection', async () => {
    const send = strict.send({ endpoint: 'https://half-inward.example.org/x', p256dh, auth }, '{}', ring)
    const { cause } = await send.then(
      () => expect.fail('it was sent'),
      (error: Error) => error,
    )
    expect(String(cause)).toBe('Error: half-inward.example.org resolves to an address that is not public')
  })

  test.each(['8.8.8.8', '142.250.1.1', '2a00:1450:4001::1', '2600::1'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
})

test('each key pair is different and has the length that browsers need', () => {
  const pairs = Array.from({ length: 50 }, newPushKeys)
  expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(50)
  for (const { publicKey, privateKey } of pairs) {
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32)
  }
})
