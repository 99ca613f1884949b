import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

type DemoPerson = { email: string; password: string; role: string; teamRole?: string }

/** The terminal output during the start, with the time from the command to the first page. */
export function startProgress(root: string) {
  const startedAt = readCommandStart(root) ?? Date.now() - performance.now()
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1)
  return {
    log(text: string) {
      console.log(text)
    },
    step(text: string) {
      console.log(`[${seconds().padStart(5)} s] ${text}`)
    },
    ready(address: string, people: DemoPerson[]) {
      const signIns = people.map(
        ({ role, teamRole, email, password }) => `    ${(teamRole ?? role).padEnd(13)} ${email}  ${password}`,
      )
      if (signIns.length > 0) signIns.unshift('', '  Demo sign-ins (public, therefore on this machine only):')
      console.log([`[${seconds().padStart(5)} s] First page served`, '', `  ${address}`, ...signIns, ''].join('\n'))
    },
  }
}

/** Set-up ran earlier in its own process and saved the time of the command. */
function readCommandStart(root: string): number | undefined {
  const file = join(root, 'node_modules/.started-at')
  try {
    const at = Number(readFileSync(file, 'utf8'))
    rmSync(file, { force: true })
    return at || undefined
  } catch {
    return undefined
  }
}
