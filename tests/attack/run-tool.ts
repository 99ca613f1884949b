import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a program until it ends or must stop, and returns its output. Throws when the program cannot be started. */
export async function runTool(
  command: string,
  args: string[],
  { stop, cwd, env = {} }: { stop: AbortSignal; cwd: string; env?: Record<string, string> },
): Promise<{ output: string; isStopped: boolean }> {
  const environment = { ...process.env, HOME: cwd, ...env }
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: environment })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const kill = () => child.kill('SIGKILL')
  stop.addEventListener('abort', kill, { once: true })
  if (stop.aborted) kill()
  try {
    await once(child, 'close')
  } finally {
    stop.removeEventListener('abort', kill)
  }
  return { output, isStopped: stop.aborted }
}
