import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Teardown } from '#server/teardown.ts'

const runningRequestsMs = 1_500
const forcedExitMs = 4_500

/**
 * Stops everything once, in the order of the teardown, and always ends the process within five seconds after the drain.
 */
export function stopOnSignals(
  teardown: Teardown,
  { drainMs, onStep }: { drainMs: number; onStep: (name: string) => void },
): (code: number) => Promise<never> {
  let stopping: Promise<never> | undefined
  const stop = (code: number): Promise<never> => {
    stopping ??= (async () => {
      // After a failure there is nothing to serve, so it does not drain.
      if (code === 0 && drainMs > 0) {
        onStep('drain')
        await sleep(drainMs)
      }
      setTimeout(() => process.exit(code || 1), forcedExitMs).unref()
      for (let step = teardown.next(); step; step = teardown.next()) {
        onStep(step.name)
        await Promise.resolve(step.run()).catch(() => undefined)
      }
      process.exit(code)
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  return stop
}

/** Lets running requests finish for a moment, then closes the rest. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await Promise.race([closed, sleep(runningRequestsMs)])
  server.closeAllConnections()
}
