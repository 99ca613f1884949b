import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { CannotStart } from '#platform/cannot-start.ts'
import type { SealedField, Sealer } from '#platform/sealing/port.ts'

/** The id is stored with every value that the key has sealed. */
export type DataKey = { id: string; bytes: Buffer }

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const version = 'v1'

/** The first key seals, all keys open. A sealed text reads `v1.{key id}.{nonce, ciphertext and tag in base64url}`. */
export function createSealer(keys: readonly DataKey[]): Sealer {
  const [current] = keys
  if (!current) throw new Error('sealing needs a key')
  const findKey = (id: string) => keys.find((key) => key.id === id)
  return {
    seal(text, field) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, current.bytes, nonce).setAAD(encodeField(field))
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [version, current.id, body.toString('base64url')].join('.')
    },

    open(sealed, field) {
      const { keyId, body } = parseSealed(sealed)
      const key = findKey(keyId)
      if (!key) {
        throw new CannotStart(
          `DATA_KEYS lacks the key "${keyId}", which encrypts data in the database: add it again after the first key.`,
        )
      }
      const decipher = createDecipheriv(algorithm, key.bytes, body.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(encodeField(field))
        .setAuthTag(body.subarray(-tagBytes))
      try {
        return decipher.update(body.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new Error(`the sealed ${field.purpose} was changed or belongs elsewhere`, { cause })
      }
    },

    fingerprint(text, purpose) {
      // Uses a separate key, because an encryption key must have no other purpose.
      const key = Buffer.from(hkdfSync('sha256', current.bytes, '', `fingerprint of a ${purpose}`, 32))
      return [version, current.id, createHmac('sha256', key).update(text).digest('base64url')].join('.')
    },

    isCurrent: (sealed) => parseSealed(sealed).keyId === current.id,
  }
}

export function newDataKey(): string {
  return `${randomBytes(3).toString('hex')}:${randomBytes(32).toString('base64')}`
}

const keyShape = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/

/** Reads 'id:base64,id:base64' with 32-byte keys and unique ids; returns undefined for anything else. */
export function readDataKeys(text: string): DataKey[] | undefined {
  const keys = text.split(',').map((part): DataKey | undefined => {
    const [, id, base64] = keyShape.exec(part.trim()) ?? []
    return id && base64 ? { id, bytes: Buffer.from(base64, 'base64') } : undefined
  })
  const valid = keys.filter((key) => key !== undefined)
  return valid.length === keys.length && new Set(valid.map(({ id }) => id)).size === keys.length ? valid : undefined
}

function parseSealed(sealed: string): { keyId: string; body: Buffer } {
  const [prefix, keyId = '', text = '', ...rest] = sealed.split('.')
  const body = Buffer.from(text, 'base64url')
  if (prefix !== version || rest.length > 0 || body.length < nonceBytes + tagBytes) throw new Error('not a sealed text')
  return { keyId, body }
}

/** JSON keeps the two parts apart, so two different places never give the same bytes. */
function encodeField({ purpose, rowId }: SealedField): Buffer {
  return Buffer.from(JSON.stringify([purpose, rowId]))
}
