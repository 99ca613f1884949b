import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts a real HAProxy with a deployed configuration. Resolves when it accepts connections at BIND. */
export async function startHaproxy(configuration: string, environment: { BIND: string } & Record<string, string>) {
  const child = spawn(findHaproxy(), ['-f', configuration, '-db'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit').then(() => running.delete(child))
  const failed = ended.then(() => Promise.reject(new Error(`HAProxy ended: ${output}`)))
  failed.catch(() => undefined)
  await Promise.race([waitUntilListening(environment.BIND), failed])
  return {
    async stop(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Waits until the first address accepts connections. */
export async function waitUntilListening(address: string): Promise<void> {
  const [host, port] = (address.split(',')[0] ?? '').split(':')
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const connection = createConnection(Number(port), host, () => resolve(true))
      connection.once('error', () => resolve(false))
      connection.once('connect', () => connection.destroy())
    })
    if (isOpen) return
    await sleep(50)
  }
}

function findHaproxy(): string {
  const found = spawnSync('which', ['haproxy'], { encoding: 'utf8' }).stdout.trim()
  if (found) return found
  throw new Error('HAProxy is required: run "sudo apt-get install haproxy" (Debian).')
}
