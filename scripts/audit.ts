import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLateUpdate, readKnownFlaws } from '#scripts/package-updates.ts'

// npm run audit: asks the npm registry for known flaws of the shipped packages, and for updates that are late by the
// limits of SECURITY.md. Exits with 1 if there are any, or if the registry does not answer.
const root = join(import.meta.dirname, '..')
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}
const atOnce = 4

const problems = [...(await listFlaws()), ...(await listLateUpdates())]
console.log(problems.join('\n') || 'No known flaw and no late update.')
if (problems.length > 0) process.exitCode = 1

async function listFlaws(): Promise<string[]> {
  const flaws = readKnownFlaws(await runNpm(['audit', '--omit=dev', '--json']))
  return flaws
    ? flaws.map((flaw) => `Known flaw: ${flaw}`)
    : ['The registry does not answer questions about known flaws.']
}

async function listLateUpdates(): Promise<string[]> {
  const waiting = Object.entries(dependencies).values()
  const late: string[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [name, version] of waiting) {
        const published = JSON.parse(await runNpm(['view', name, 'time', '--json'])) as Record<string, string>
        const update = findLateUpdate({ name, version }, published, new Date())
        if (update) late.push(`Late update: ${name} ${version}; ${update.newer} is public for ${update.days} days`)
      }
    }),
  )
  console.log(`${Object.keys(dependencies).length} packages compared with the registry`)
  return late.toSorted()
}

/** npm also exits with 1 when it has found something. */
function runNpm(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      if (stdout.trim()) resolve(stdout)
      else reject(error ?? new Error(`npm ${args.join(' ')} printed nothing`))
    })
  })
}
