import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Clock, systemClock } from '#kernel/time.ts'
import type { Push } from '#platform/push/port.ts'
import type { FindAddresses } from '#platform/push/public-address.ts'
import { newPushKeys } from '#platform/push/vapid.ts'
import { createPush } from '#platform/push/web-push.ts'

/** The private and public keys of a browser subscription. */
type BrowserKeys = { p256dh: string; auth: string; privateKey: Buffer }

export function newBrowserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    p256dh: pair.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
    privateKey: pair.getPrivateKey(),
  }
}

/** Decrypts a push by RFC 8188 and 8291. Shares no code with the encryption and implements HKDF itself. */
export function decryptPush(body: Buffer, { privateKey, auth }: Pick<BrowserKeys, 'privateKey' | 'auth'>): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const idLength = body.readUInt8(20)
  const server = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > recordSize) throw new Error('more than one record')
  const browser: ECDH = createECDH('prime256v1')
  browser.setPrivateKey(privateKey)
  const sharedKey = hmac(Buffer.from(auth, 'base64url'), browser.computeSecret(server))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), server, Buffer.from([1])])
  const pseudoRandom = hmac(salt, hmac(sharedKey, info))
  const key = hmac(pseudoRandom, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16)
  const nonce = hmac(pseudoRandom, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the record has no delimiter')
  return plain.subarray(0, end).toString()
}

/** Verifies the VAPID header by RFC 8292 and returns the key and the claims. */
export function readVapid(header: string): {
  key: string
  claims: { aud: string; exp: number; sub: string }
} {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  if (read(head).alg !== 'ES256') throw new Error('unexpected algorithm')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('not signed by that key')
  return { key, claims: read(body) }
}

/** The product’s push client, with local push services allowed. */
export function createLocalPush(clock: Clock = systemClock, findAddresses?: FindAddresses): Push {
  const subject = 'mailto:support@samjhao.example'
  return createPush({ keys: newPushKeys(), clock, subject, allowLocal: true, services: ['*'], findAddresses })
}

type Pushed<Message = unknown> = {
  path: string
  headers: IncomingMessage['headers']
  message: Message
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** Starts a local push service that can decrypt messages, because it holds the browsers’ keys. */
export async function startPushService() {
  const browsers = new Map<string, BrowserKeys>()
  const pushed: Pushed<Record<string, unknown>>[] = []
  let status = 201
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const keys = browsers.get(path)
    const body = await buffer(request)
    if (keys && status === 201) {
      pushed.push({ path, headers: request.headers, message: JSON.parse(decryptPush(body, keys)) })
    }
    response.writeHead(keys ? status : 410, { Location: 'http://127.0.0.1:1/' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    pushed,
    /** Adds a subscribed browser. */
    browser() {
      const keys = newBrowserKeys()
      const path = `/browser/${browsers.size + 1}`
      browsers.set(path, keys)
      const { p256dh, auth } = keys
      return { path, endpoint: origin + path, keys: { p256dh, auth } }
    },
    forget: (path: string) => browsers.delete(path),
    answerWith: (next: number) => void (status = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
