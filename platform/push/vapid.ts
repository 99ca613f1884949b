import { createECDH, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Both in base64url: the 65-byte point that browsers subscribe with, and the 32-byte number that signs. */
export type PushKeys = { publicKey: string; privateKey: string }

/** Push services reject tokens that are valid for more than a day. */
const validForSeconds = 12 * 3_600

export function newPushKeys(): PushKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  if (!x || !y || !d) throw new Error('creating a key pair failed')
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

/** Whether the public key belongs to the private key. */
export function isKeyPair({ publicKey, privateKey }: PushKeys): boolean {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return pair.getPublicKey().equals(Buffer.from(publicKey, 'base64url'))
}

/** RFC 8292: the header that identifies the sender to a push service, with a contact for problems. */
export function createSigner({ publicKey, privateKey }: PushKeys, subject: string) {
  const key = toKeyObject({ publicKey, privateKey })
  return function authorize(endpoint: string, now: Date): string {
    const exp = Math.floor(now.getTime() / 1_000) + validForSeconds
    const claims = { aud: new URL(endpoint).origin, exp, sub: subject }
    const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encode).join('.')
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
  }
}

function toKeyObject({ publicKey, privateKey }: PushKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey } })
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
