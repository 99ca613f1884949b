import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.mjs'
import { connectTurn } from '#tests/turn-client.ts'

export type Coturn = {
  url: string
  port: number
  secret: string
  /** Blocks all traffic until `resume`, like an unplugged cable. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Whether this machine supports IPv6. */
export const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

const configuration = join(import.meta.dirname, '../deploy/coturn.conf')
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/**
 * Starts a real coturn with the deployed configuration, on this machine only. It denies loopback peers unless
 * `allowLoopback` is set for browsers on this machine.
 */
export async function startCoturn({ allowLoopback = false } = {}): Promise<Coturn> {
  const port = await freePort()
  const secret = randomBytes(16).toString('hex')
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-coturn-'))
  const overrides = {
    'static-auth-secret': secret,
    'listening-ip': '127.0.0.1',
    'listening-port': port,
    pidfile: join(folder, 'pid'),
    userdb: join(folder, 'db'),
    'log-file': 'stdout',
  }
  const flags = Object.entries(overrides).map(([name, value]) => `--${name}=${value}`)
  const relays = ['--relay-ip=127.0.0.1', ...(hasIpv6 ? ['--relay-ip=::1'] : []), '--no-tls', '--no-dtls']
  const loopback = allowLoopback ? ['--allow-loopback-peers', '--allowed-peer-ip=127.0.0.1'] : []
  const child = spawn(findTurnserver(), ['-c', configuration, ...flags, ...relays, ...loopback])
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const exited = once(child, 'exit').then(() => running.delete(child))
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  const ended = exited.then(() => Promise.reject(new Error('coturn ended')))
  ended.catch(() => undefined)
  try {
    await Promise.race([waitUntilListening(port), ended])
  } catch (error) {
    await stop()
    throw new Error(`coturn did not start: ${output.slice(-2_000)}`, { cause: error })
  }
  return {
    url: `turn:127.0.0.1:${port}`,
    port,
    secret,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop,
  }
}

/** Waits until coturn accepts connections. */
async function waitUntilListening(port: number): Promise<void> {
  const client = await connectTurn(port, {})
  await client.greet().finally(() => client.close())
}

function findTurnserver(): string {
  const found = process.env.TURNSERVER_PATH || spawnSync('which', ['turnserver'], { encoding: 'utf8' }).stdout?.trim()
  if (found) return found
  throw new Error('The relay tests need coturn: run "sudo apt-get install coturn" (Debian) or set TURNSERVER_PATH.')
}
