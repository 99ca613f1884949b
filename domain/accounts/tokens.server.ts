import { createHash, randomBytes } from 'node:crypto'

/**
 * 256 random bits for the browser or the mail. The database stores only the hash, which cannot be used to sign in.
 */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
