import { type Clock, systemClock } from '#kernel/time.ts'
import type { Config } from '#server/config.server.ts'
import type { Check } from '#server/doctor/check.ts'
import { createDatabaseCheck, createDirectCheck, createOwnerCheck } from '#server/doctor/database-checks.ts'
import { createKeysCheck } from '#server/doctor/keys-check.ts'
import { createContactsCheck, createDiskCheck } from '#server/doctor/local-checks.ts'
import {
  createFilesCheck,
  createMailCheck,
  createPaymentsCheck,
  createPushCheck,
  createRedisCheck,
  createRelayChecks,
  createScannerCheck,
  isForOthers,
} from '#server/doctor/service-checks.ts'

type Options = { config: Config; databaseUrl: string | undefined; clock: Clock; timeoutMs: number }

/** The checks of a configuration, in the order of the table. */
export function listChecks({ config, databaseUrl, clock, timeoutMs }: Options): Check[] {
  const { databaseOwnerUrl, databaseDirectUrl, redisUrl, scanner } = config
  return [
    ...(databaseUrl
      ? [
          // The clock of this machine: `clock` may be that of the database.
          createDatabaseCheck({ url: databaseUrl, config, clock: systemClock }),
          ...(databaseOwnerUrl ? [createOwnerCheck(databaseOwnerUrl)] : []),
          ...(databaseDirectUrl ? [createDirectCheck({ url: databaseUrl, directUrl: databaseDirectUrl })] : []),
          createKeysCheck({ url: databaseUrl, config }),
        ]
      : [withoutDatabase]),
    redisUrl
      ? createRedisCheck(redisUrl, timeoutMs)
      : notConfigured('Redis', 'The database carries the messages between nodes.'),
    createFilesCheck(config),
    createDiskCheck(config),
    createMailCheck(config),
    ...createRelayChecks(config, clock),
    createPaymentsCheck(config, clock),
    createPushCheck(config),
    scanner
      ? createScannerCheck(scanner, timeoutMs)
      : notConfigured(
          'Virus scanner',
          'Uploaded documents are not checked for viruses.',
          'Set VIRUS_SCANNER to a clamd.',
        ),
    ...(isForOthers(config) ? [createContactsCheck(config)] : []),
  ]
}

const withoutDatabase = notConfigured(
  'Database',
  'The embedded database is not running.',
  'Start the product, and check again beside it.',
)

function notConfigured(name: string, seen: string, advice = ''): Check {
  return { name, advice, atStart: true, run: async () => ({ state: 'not_configured', seen, advice }) }
}
