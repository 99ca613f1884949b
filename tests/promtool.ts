import { spawnSync } from 'node:child_process'
import { findPromtool } from '#scripts/system-packages.mjs'

/** Runs promtool and returns its output. Throws when it finds a problem. */
export function runPromtool(args: string[], { folder = '.', input = '' } = {}): string {
  const path = findPromtool()
  if (!path) throw new Error('promtool is required: run "sudo apt-get install prometheus" (Debian).')
  const { status, stdout, stderr } = spawnSync(path, args, { cwd: folder, input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`promtool ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout + stderr
}
