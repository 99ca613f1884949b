import type { Log } from '#app/base/request.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { OnlineFigures } from '#domain/discovery/contract.ts'
import { countOnline, listCategoryFigures } from '#domain/discovery/queries.server.ts'
import { cachedReader } from '#kernel/cached-reader.ts'
import { facetsMaxAgeMs, onlineCountMaxAgeMs } from '#kernel/limits.ts'

/** Who is online, in figures, for however many pages ask: the database is asked once in a while. */
export function createOnlineFigures(system: Context, log: Pick<Log, 'warn'>): () => Promise<OnlineFigures> {
  const onError = (err: unknown) => log.warn({ err }, 'the figures of the home page could not be renewed')
  const { clock } = system
  const categories = cachedReader({
    read: () => listCategoryFigures(system),
    maxAgeMs: facetsMaxAgeMs,
    clock,
    onError,
  })
  const online = cachedReader({
    read: () => countOnline(system),
    maxAgeMs: onlineCountMaxAgeMs,
    clock,
    onError,
  })
  return async () => {
    const [figures, count] = await Promise.all([categories(), online()])
    return { online: count, categories: figures }
  }
}
