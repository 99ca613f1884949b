import type { Logger } from 'pino'
import type pg from 'pg'
import type { Bus } from '#platform/bus/port.ts'
import { connectBus } from '#platform/bus/postgres-notify.ts'
import { connectRedisBus } from '#platform/bus/redis.ts'
import type { Config } from '#server/config.server.ts'

type Options = {
  /** The database without a pooler. */
  directUrl: string
  pool: pg.Pool
  log: Pick<Logger, 'warn'>
}

/** Connects to the bus of this configuration: Redis if it is set, otherwise PostgreSQL. */
export function openBus({ redisUrl }: Pick<Config, 'redisUrl'>, { directUrl, pool, log }: Options): Promise<Bus> {
  return redisUrl ? connectRedisBus({ url: redisUrl, log }) : connectBus({ url: directUrl, pool, log })
}
