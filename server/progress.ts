import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.server.ts'

type DemoPerson = { email: string; password: string; role: string; teamRole?: string }

/** Reports the steps of a start, with the time since the start command was given. */
export type Progress = ReturnType<typeof startProgress>

/**
 * The embedded demo prints text for a person at a terminal. A real server writes only JSON, for a collector of logs.
 */
export function startProgress(
  root: string,
  { databaseUrl, product }: Pick<Config, 'databaseUrl' | 'product'>,
  log: Logger,
) {
  const startedAt = readCommandStart(root) ?? Date.now() - performance.now()
  const seconds = () => Number(((Date.now() - startedAt) / 1000).toFixed(1))
  const print = (text: string) => console.log(`[${seconds().toFixed(1).padStart(5)} s] ${text}`)
  const write = (text: string, fields = {}) => log.info({ seconds: seconds(), ...fields }, text)
  return {
    step: databaseUrl ? write : print,
    stopping: () => (databaseUrl ? log.info('stopping') : console.log('Stopping')),
    failed: (message: string) => (databaseUrl ? log.fatal(message) : console.error(`\n${message}`)),
    ready(listening: string, people: DemoPerson[]) {
      const firstPage = 'First page served'
      if (databaseUrl) return write(firstPage, { origin: product.origin, listening })
      const signIns = people.map(
        ({ role, teamRole, email, password }) => `    ${(teamRole ?? role).padEnd(13)} ${email}  ${password}`,
      )
      if (signIns.length > 0) signIns.unshift('', '  Demo sign-ins (public, therefore on this machine only):')
      print([firstPage, '', `  ${product.origin}`, ...signIns, ''].join('\n'))
    },
  }
}

/** Set-up ran earlier in its own process and saved the time of the command. */
function readCommandStart(root: string): number | undefined {
  const file = join(root, 'node_modules/.started-at')
  try {
    const startedAt = Number(readFileSync(file, 'utf8'))
    rmSync(file, { force: true })
    return startedAt || undefined
  } catch {
    return undefined
  }
}
