import type { Log } from '#app/base/request.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { OnlineFigures } from '#domain/discovery/contract.ts'
import { countOnline, listCategoryFigures } from '#domain/discovery/queries.server.ts'
import { cachedReader } from '#kernel/cached-reader.ts'
import { facetsMaxAgeMs, onlineCountMaxAgeMs } from '#kernel/limits.ts'

/** Cached figures about online experts, so that many pages cost few queries. */
export function createOnlineFigures(system: Context, log: Pick<Log, 'warn'>): () => Promise<OnlineFigures> {
  const onError = (err: unknown) => log.warn({ err }, 'refreshing the home page figures failed')
  const { clock } = system
  const categories = cachedReader({
    read: () => listCategoryFigures(system),
    maxAgeMs: facetsMaxAgeMs,
    clock,
    onError,
  })
  const online = cachedReader({ read: () => countOnline(system), maxAgeMs: onlineCountMaxAgeMs, clock, onError })
  return async () => {
    const [figures, count] = await Promise.all([categories(), online()])
    return { online: count, categories: figures }
  }
}
