import { createHash, randomBytes } from 'node:crypto'

/** Creates 256 random bits for a cookie or a mail. The database stores only the hash, which cannot sign anyone in. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
