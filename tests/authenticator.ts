import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** How the response of a dishonest or broken device differs from a correct response. */
export type ResponseFaults = {
  origin?: string
  host?: string
  challenge?: string
  userHandle?: string
  counter?: number
  isUserVerified?: boolean
  isTampered?: boolean
  attestation?: { fmt: string; statement: [string, Cbor][] }
}

type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId?: string }

const flags = { userPresent: 0x01, userVerified: 0x04, credential: 0x40 }

/**
 * A device with one passkey (P-256, attestation 'none') that answers as a browser at this origin would. Its signatures
 * are real.
 */
export function createAuthenticator(atOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = ''

  function clientData(type: string, challenge: string, faults: ResponseFaults): Buffer {
    const data = {
      type,
      challenge: faults.challenge ?? challenge,
      origin: faults.origin ?? atOrigin,
      crossOrigin: false,
    }
    return Buffer.from(JSON.stringify(data))
  }

  function authenticatorData(host: string, faults: ResponseFaults, credential?: Buffer): Buffer {
    const head = Buffer.alloc(5)
    const verified = faults.isUserVerified === false ? 0 : flags.userVerified
    head.writeUInt8(flags.userPresent | verified | (credential ? flags.credential : 0))
    head.writeUInt32BE(faults.counter ?? counter, 1)
    return Buffer.concat([hash(Buffer.from(faults.host ?? host)), head, credential ?? Buffer.alloc(0)])
  }

  return {
    id,
    create({ challenge, rp, user }: CreationOptions, faults: ResponseFaults = {}) {
      userHandle = user.id
      const { x, y } = publicKey.export({ format: 'jwk' })
      const coseKey = encodeCbor([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x ?? '', 'base64url')],
        [-3, Buffer.from(y ?? '', 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey])
      const { fmt, statement } = faults.attestation ?? { fmt: 'none', statement: [] }
      const attestation = encodeCbor([
        ['fmt', fmt],
        ['attStmt', statement],
        ['authData', authenticatorData(rp.id ?? '', faults, credential)],
      ])
      return asJson(id, {
        clientDataJSON: clientData('webauthn.create', challenge, faults),
        attestationObject: attestation,
      })
    },
    use({ challenge, rpId = '' }: RequestOptions, faults: ResponseFaults = {}) {
      counter += 1
      const client = clientData('webauthn.get', challenge, faults)
      const authenticator = authenticatorData(rpId, faults)
      const signature = sign('sha256', Buffer.concat([authenticator, hash(client)]), privateKey)
      if (faults.isTampered) signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1)
      return asJson(id, {
        clientDataJSON: client,
        authenticatorData: authenticator,
        signature,
        userHandle: Buffer.from(faults.userHandle ?? userHandle, 'base64url'),
      })
    },
  }
}

function asJson(id: string, response: Record<string, Buffer>) {
  const encoded = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: Object.fromEntries(encoded) as Record<string, string>,
    clientExtensionResults: {},
  }
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** A map is a list of pairs. An array is wrapped in an object. */
type Cbor = number | string | Buffer | [number | string, Cbor][] | { array: Cbor[] }

/** The part of CBOR (RFC 8949) that devices use here: integers, bytes, text, arrays and maps. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if ('array' in value) return Buffer.concat([head(4, value.array.length), ...value.array.map(encodeCbor)])
  return Buffer.concat([head(5, value.length), ...value.flat().map((part) => encodeCbor(part as Cbor))])
}

function head(majorType: number, length: number): Buffer {
  const first = majorType << 5
  if (length < 24) return Buffer.from([first | length])
  if (length < 256) return Buffer.from([first | 24, length])
  return Buffer.from([first | 25, length >> 8, length & 255])
}
