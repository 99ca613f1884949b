import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '#bench/figures.ts'

/** The grace period for a bench to stop its processes. */
const graceMs = 10_000

/** `stop` ends the bench early; its reason becomes the failure. */
type Bench = { script: string; args: string[]; stop: AbortSignal }
type Outcome = { figures: Figure[]; failure: string | null }

/** Runs one bench in a separate process, passes its output through and collects its figures. */
export async function runBench({ script, args, stop }: Bench): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-bench-figures-'))
  const file = join(folder, 'figures.jsonl')
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BENCH_FIGURES: file },
    // A separate process group, so that the bench’s processes can be stopped with it.
    detached: true,
  })
  let stopping: Promise<void> | undefined
  const onAbort = () => {
    stopping = stopGroup(child)
  }
  stop.addEventListener('abort', onAbort, { once: true })
  try {
    const [code, signal] = await once(child, 'exit')
    await stopping
    const figures = await readFigures(file)
    if (stop.aborted) return { figures, failure: String(stop.reason) }
    if (code !== 0) return { figures, failure: `ended with ${signal ?? code}` }
    return { figures, failure: figures.length === 0 ? 'reported no figure' : null }
  } finally {
    stop.removeEventListener('abort', onAbort)
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * SIGINT makes Playwright and Lighthouse close their browsers, which run in other process groups. The rest is killed.
 */
async function stopGroup({ pid }: ChildProcess): Promise<void> {
  const signalGroup = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return pid !== undefined && process.kill(-pid, signal)
    } catch {
      return false
    }
  }
  const until = performance.now() + graceMs
  signalGroup('SIGINT')
  while (signalGroup(0) && performance.now() < until) await sleep(50)
  signalGroup('SIGKILL')
}

async function readFigures(file: string): Promise<Figure[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Figure] : []))
}
