import { spawnSync } from 'node:child_process'

/** Fails early, before a long preparation, when pgbench is missing. */
export function requirePgbench(): void {
  // Debian has a wrapper of this name even without the program, so ask for its version.
  const { status } = spawnSync('pgbench', ['--version'])
  if (status !== 0) throw new Error('pgbench is required: run "sudo apt-get install postgresql" (Debian).')
}

/** Returns transactions per second. */
export function runPgbench(args: string[]): number {
  const { status, stdout, stderr, error } = spawnSync('pgbench', args, { encoding: 'utf8' })
  const tps = /tps = ([\d.]+)/.exec(stdout ?? '')?.[1]
  // pgbench prints no rate when no transaction finished, as on an overloaded machine.
  if (!tps) throw new Error(`pgbench measured nothing (${status}): ${error ?? (stderr || stdout)}`)
  return Number(tps)
}
