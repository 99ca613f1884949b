import { createHash } from 'node:crypto'

/**
 * A short text that identifies stored content. A form sends the version that it showed, so that it does not overwrite
 * a newer one from another tab. It is computed and not stored, because nodes of an earlier version change rows too.
 */
export function contentVersion(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}
