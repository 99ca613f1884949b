import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { BrowserSubscription } from '#platform/push/port.ts'

const recordBytes = 4_096
const headerBytes = 86
const tagBytes = 16
/** The payload is one record, with one byte that marks the last record. */
const payloadMaxBytes = recordBytes - headerBytes - tagBytes - 1

type Randomness = { privateKey?: Buffer; salt?: Buffer }

/** RFC 8291: encrypts the body so that only this browser can read it, not the push service. */
export function encryptPush(
  { p256dh, auth }: Pick<BrowserSubscription, 'p256dh' | 'auth'>,
  payload: string,
  { privateKey, salt = randomBytes(16) }: Randomness = {},
): Buffer {
  const plain = Buffer.from(payload)
  if (plain.length > payloadMaxBytes) throw new RangeError(`a push holds at most ${payloadMaxBytes} bytes`)
  const ephemeralKey = createECDH('prime256v1')
  if (privateKey) ephemeralKey.setPrivateKey(privateKey)
  else ephemeralKey.generateKeys()
  const browserKey = Buffer.from(p256dh, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ephemeralKey.getPublicKey()])
  const secret = derive(ephemeralKey.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const lastRecord = Buffer.from([2])
  return Buffer.concat([
    salt,
    encodeUint32(recordBytes),
    Buffer.from([ephemeralKey.getPublicKey().length]),
    ephemeralKey.getPublicKey(),
    cipher.update(Buffer.concat([plain, lastRecord])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
