import type { Logger } from 'pino'
import type { InstallationReport } from '#domain/team/contract.ts'
import { installationCheckMs, installationChecksEverySeconds } from '#kernel/limits.ts'
import type { Clock } from '#kernel/time.ts'
import type { Config } from '#server/config.server.ts'
import { runChecks } from '#server/doctor/check.ts'
import { listChecks } from '#server/doctor/list-checks.ts'
import { createSecretHider } from '#server/doctor/secrets.ts'

type Options = {
  config: Config
  /** The database with the role of the product. Undefined when the embedded database is not running. */
  databaseUrl: string | undefined
  clock: Clock
  timeoutMs?: number
}

export type Doctor = ReturnType<typeof createDoctor>

/** Tries every outside service with the configuration of this process, and keeps the last result. */
export function createDoctor({ config, databaseUrl, clock, timeoutMs = installationCheckMs }: Options) {
  const checks = listChecks({ config, databaseUrl, clock, timeoutMs })
  const hideSecrets = createSecretHider(config, ...(databaseUrl ? [databaseUrl] : []))
  let latest: InstallationReport | null = null
  let lastStartedAt: Date | null = null

  async function run({ isComplete }: { isComplete: boolean }): Promise<InstallationReport> {
    const chosen = isComplete ? checks : checks.filter(({ atStart }) => atStart)
    const found = await runChecks(chosen, { timeoutMs, hideSecrets })
    const report = { checkedAt: clock.now(), isComplete, checks: found }
    // A complete check may have overtaken the one of the start.
    if (isComplete || !latest?.isComplete) latest = report
    return report
  }

  return {
    latest: () => latest,
    checkAll: () => run({ isComplete: true }),
    /** For administrators. Returns null when the last complete check was too recent. */
    async checkAgain(): Promise<InstallationReport | null> {
      const now = clock.now()
      const agoMs = lastStartedAt ? now.getTime() - lastStartedAt.getTime() : Infinity
      if (agoMs < installationChecksEverySeconds * 1_000) return null
      lastStartedAt = now
      return run({ isComplete: true })
    },
    /** Runs the quick checks and writes each problem to the log. Never rejects. */
    async checkAtStart(log: Pick<Logger, 'warn'>): Promise<void> {
      const { checks: found } = await run({ isComplete: false })
      for (const { name, state, seen, advice } of found) {
        if (state !== 'failed' && state !== 'warning') continue
        log.warn(
          { check: name, state, seen, advice },
          state === 'failed' ? 'a check failed' : 'a check found a problem',
        )
      }
    },
  }
}
