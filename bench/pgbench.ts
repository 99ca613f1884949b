import { spawnSync } from 'node:child_process'

/** Stops a bench before its long preparation when pgbench is missing. */
export function requirePgbench(): void {
  // Debian has a wrapper of this name even where the program itself is not installed, so it is asked for its version.
  const { status } = spawnSync('pgbench', ['--version'])
  if (status !== 0)
    throw new Error('pgbench is needed: install it ("sudo apt-get install postgresql" on Debian has it).')
}

/** Transactions a second. */
export function runPgbench(args: string[]): number {
  const { status, stdout, stderr, error } = spawnSync('pgbench', args, { encoding: 'utf8' })
  const tps = /tps = ([\d.]+)/.exec(stdout ?? '')?.[1]
  // It says nothing about the rate when no transaction was finished, as on a machine that is far too busy.
  if (!tps) throw new Error(`pgbench measured nothing (${status}): ${error ?? (stderr || stdout)}`)
  return Number(tps)
}
