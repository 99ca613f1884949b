import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** The keys of tokens as in `search_entries`. The database function `token_keys` computes the same. */
export function tokenKeys(tokens: string[]): RawBuilder<bigint[]> {
  return sql`${[...new Set(tokens)].map(toKey)}::bigint[]`
}

function toKey(token: string): string {
  return Buffer.from(hash('md5', token), 'hex').readBigInt64BE().toString()
}
