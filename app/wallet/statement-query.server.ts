import { type LineSource, lineSources } from '#domain/wallet/contract.ts'

/** Which part of a statement an address asks for; what makes no sense in it is left out. */
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
