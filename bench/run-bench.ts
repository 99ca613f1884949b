import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '#bench/figures.ts'

/** How long a bench may take to stop what it started. */
const graceMs = 10_000

/** `stop` ends the bench early; its reason becomes the failure. */
type Bench = { script: string; args: string[]; stop: AbortSignal }
type Outcome = { figures: Figure[]; failure: string | null }

/** Runs one bench as a process of its own, with its output passed through, and collects what it reports. */
export async function runBench({ script, args, stop }: Bench): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-bench-figures-'))
  const file = join(folder, 'figures.jsonl')
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BENCH_FIGURES: file },
    // A process group of its own, so that what the bench started can be stopped with it.
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

/** SIGINT makes Playwright and Lighthouse close their browsers, which have groups of their own. What remains is killed. */
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
