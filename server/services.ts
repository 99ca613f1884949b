import type { Logger } from 'pino'
import type { Publish } from '#domain/context.server.ts'
import type { OnlineFigures } from '#domain/discovery/contract.ts'
import type { Vitals } from '#domain/team/contract.ts'
import type { Clock } from '#kernel/time.ts'
import type { Calendars } from '#platform/calendars/port.ts'
import type { DatabaseConnection } from '#platform/db/database.ts'
import type { OutboxMail } from '#platform/mail/outbox.ts'
import type { Mailer } from '#platform/mail/port.ts'
import type { Sealer } from '#platform/sealing/port.ts'
import type { Push } from '#platform/push/port.ts'
import type { Payments } from '#platform/payments/port.ts'
import type { Scanner } from '#platform/scanner/port.ts'
import type { Storage } from '#platform/storage/port.ts'
import type { Assets } from '#server/assets.ts'
import type { Config } from '#server/config.server.ts'
import type { Doctor } from '#server/doctor/doctor.ts'
import type { Metrics } from '#server/metrics.ts'

/** Long-lived objects, created once in main.ts. They stay when development reloads the app. */
export type Services = {
  config: Config
  log: Logger
  clock: Clock
  database: DatabaseConnection
  metrics: Metrics
  storage: Storage
  /** Undefined where documents are not scanned for malware. */
  scanner: Scanner | undefined
  sealer: Sealer
  payments: Payments
  mailer: Mailer
  push: Push
  /** The calendars of other programs. */
  calendars: Calendars
  /** The mails in the outbox folder when there is no mail server. */
  listOutbox(): Promise<OutboxMail[]>
  /** Cached figures about online experts. */
  getOnlineFigures(): Promise<OnlineFigures>
  /** The health of this process, for the team. */
  readVitals(): Promise<Vitals>
  /** Tries the outside services of this process. */
  doctor: Doctor
  /** Absent in development, where Vite serves them. */
  assets: Assets | undefined
  /** Becomes true when the process is stopping. */
  stopping: { value: boolean }
  /** Notifies open screens on every node. */
  publish: Publish
  /** Calls back whenever an expert has changed, on any process. */
  onExpertsChange(listener: () => void): void
}
