import type { Logger } from 'pino'
import type { Clock } from '#kernel/time.ts'
import type { DatabaseConnection } from '#platform/db/database.ts'
import type { Assets } from '#server/assets.ts'
import type { Config } from '#server/config.server.ts'
import type { Metrics } from '#server/metrics.ts'

/** The long-lived things, made once in main.ts and handed down; in development the app is reloaded, these are not. */
export type Services = {
  config: Config
  log: Logger
  clock: Clock
  database: DatabaseConnection
  metrics: Metrics
  /** Absent in development, where Vite serves them. */
  assets: Assets | undefined
  /** Turns true when the process has been told to stop. */
  stopping: { value: boolean }
}
