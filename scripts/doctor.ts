import { systemClock } from '#kernel/time.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { findRunningDatabaseUrl } from '#scripts/run-command.ts'
import { createDoctor } from '#server/doctor/doctor.ts'
import { writeReport } from '#server/doctor/report-text.ts'
import { loadConfig } from '#server/load-config.ts'

// npm run doctor: tries every outside service with the configuration of `npm start`, and prints a table. Exits with 1
// when a check has failed.
try {
  const config = loadConfig()
  const databaseUrl = config.databaseUrl ?? (await findRunningDatabaseUrl(config.dataDir)) ?? undefined
  const report = await createDoctor({ config, databaseUrl, clock: systemClock }).checkAll()
  console.log(writeReport(report))
  // Ends connections to servers that do not answer.
  process.exit(report.checks.some(({ state }) => state === 'failed') ? 1 : 0)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exit(1)
}
