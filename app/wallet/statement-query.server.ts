import { type LineSource, lineSources } from '#domain/wallet/contract.ts'
import { isUuid } from '#kernel/ids.ts'

/** Reads the statement filters from the URL and ignores invalid values. */
export function readStatementQuery(request: Request): {
  source?: LineSource | undefined
  before?: string | undefined
} {
  const query = new URL(request.url).searchParams
  const before = query.get('before') ?? ''
  return {
    source: lineSources.find((source) => source === query.get('kind')),
    before: /^\d{1,15}$/.test(before) || isUuid(before) ? before : undefined,
  }
}
