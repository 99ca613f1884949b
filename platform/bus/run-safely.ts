import type { Logger } from 'pino'

/** Runs listeners of a bus. An error in one listener must not affect the others. */
export function createSafeRunner(log: Pick<Logger, 'warn'>): (act: () => void) => void {
  return (act) => {
    try {
      act()
    } catch (err) {
      log.warn({ err }, 'handling a bus message failed')
    }
  }
}
