import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#scripts/free-port.mjs'

export type Redis = {
  url: string
  /** Blocks all responses until `resume`, like an unplugged cable. */
  pause(): void
  resume(): void
  kill(): Promise<void>
  /** Restarts after `kill`, on the same port. */
  restart(): Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts a real Redis or Valkey on this machine only, without persistence. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort()
  let child = await start(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async restart() {
      child = await start(port)
    },
  }
}

async function start(port: number): Promise<ChildProcess> {
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(findServer(), args)
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('Ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`Redis ended: ${output}`)))
  })
  return child
}

function findServer(): string {
  const found = ['redis-server', 'valkey-server']
    .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim())
    .find(Boolean)
  if (!found) throw new Error('Redis is required: run "sudo apt-get install redis-server" (Debian), or install Valkey.')
  return found
}
