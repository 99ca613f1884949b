import type { Logger } from 'pino'
import type { Publish } from '#domain/context.server.ts'
import type { OnlineFigures } from '#domain/discovery/contract.ts'
import type { Vitals } from '#domain/team/contract.ts'
import type { Clock } from '#kernel/time.ts'
import type { DatabaseConnection } from '#platform/db/database.ts'
import type { OutboxMail } from '#platform/mail/outbox.ts'
import type { Mailer } from '#platform/mail/port.ts'
import type { Sealer } from '#platform/sealing/port.ts'
import type { Push } from '#platform/push/port.ts'
import type { Payments } from '#platform/payments/port.ts'
import type { Storage } from '#platform/storage/port.ts'
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
  storage: Storage
  sealer: Sealer
  payments: Payments
  mailer: Mailer
  push: Push
  /** The mails that lie here while there is no mail server. */
  listOutbox(): Promise<OutboxMail[]>
  /** Who is online, in figures, kept for a moment. */
  getOnlineFigures(): Promise<OnlineFigures>
  /** How this process is, for the team. */
  readVitals(): Promise<Vitals>
  /** Absent in development, where Vite serves them. */
  assets: Assets | undefined
  /** Turns true when the process has been told to stop. */
  stopping: { value: boolean }
  /** Tells open screens on every node. */
  publish: Publish
  /** Calls back whenever an expert changed, whichever process changed them. */
  onExpertsChange(listener: () => void): void
}
