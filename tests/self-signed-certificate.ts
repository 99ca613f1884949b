import { generateKeyPairSync, sign } from 'node:crypto'

export type Certificate = { key: string; cert: string }

/** Creates a certificate for `localhost` (X.509, DER by hand), because Node can only read certificates. */
export function createSelfSignedCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
  const name = sequence(
    tagged(0x31, sequence(Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from('localhost')))),
  )
  const validity = sequence(...['200101000000Z', '491231235959Z'].map((time) => tagged(0x17, Buffer.from(time))))
  const hostNames = sequence(tagged(0x82, Buffer.from('localhost')))
  const extensions = sequence(
    sequence(Buffer.from('0603551d11', 'hex'), tagged(0x04, hostNames)),
    // It is its own authority.
    sequence(Buffer.from('0603551d13', 'hex'), tagged(0x04, sequence(Buffer.from('0101ff', 'hex')))),
  )
  const content = sequence(
    tagged(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const der = sequence(content, ecdsaWithSha256, tagged(0x03, signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}
