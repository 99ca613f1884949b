import { type LineSource, lineSources } from '#domain/wallet/contract.ts'

/** Reads the statement filters from the URL and ignores invalid values. */
export function readStatementQuery(request: Request): {
  source?: LineSource | undefined
  before?: number | undefined
} {
  const query = new URL(request.url).searchParams
  const before = query.get('before') ?? ''
  return {
    source: lineSources.find((source) => source === query.get('kind')),
    before: /^\d{1,15}$/.test(before) ? Number(before) : undefined,
  }
}
