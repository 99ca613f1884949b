import { spawn } from 'node:child_process'
import { once } from 'node:events'

const nowhere = 'http://127.0.0.1:9'

/** Runs a program until it ends or must stop, and returns its output. Throws when the program cannot be started. */
export async function runTool(
  command: string,
  args: string[],
  { stop, cwd }: { stop: AbortSignal; cwd: string },
): Promise<{ output: string; isStopped: boolean }> {
  // A tool that looks for updates reaches no other machine.
  const onlyHere = { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, http_proxy: nowhere, https_proxy: nowhere }
  const env = { ...process.env, ...onlyHere, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', HOME: cwd }
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env })
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
