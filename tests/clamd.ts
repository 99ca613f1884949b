import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScannerSettings } from '#platform/scanner/clamd.ts'
import { freePort } from '#scripts/free-port.mjs'
import { findClamd } from '#scripts/system-packages.mjs'

export type Clamd = ScannerSettings & {
  /** Accepts connections and answers nothing until `resume`. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** The harmless text that every virus scanner must find. In two parts, so that no scanner finds this file. */
export const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/**
 * Starts a real clamd on this machine only. It knows only the signature of the EICAR test file, so it starts
 * immediately and needs no download.
 */
export async function startClamd({ maxBytes = 25 * 2 ** 20 } = {}): Promise<Clamd> {
  const { path, env } = getClamd()
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-clamd-'))
  const signatures = join(folder, 'signatures')
  await mkdir(signatures)
  // The name of the signature, any file type, any offset.
  await writeFile(join(signatures, 'test.ndb'), `Eicar-Test:0:*:${eicar.toString('hex')}\n`)
  const settings = {
    TCPAddr: '127.0.0.1',
    TCPSocket: port,
    DatabaseDirectory: signatures,
    TemporaryDirectory: folder,
    StreamMaxLength: maxBytes,
    Foreground: 'yes',
  }
  const configuration = join(folder, 'clamd.conf')
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  await writeFile(configuration, lines.join(''))
  const child = spawn(path, ['-c', configuration], { env })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const exited = once(child, 'exit').then(() => running.delete(child))
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  while (!(await answersPing(port))) {
    if (child.exitCode === null) {
      await sleep(20)
      continue
    }
    await stop()
    throw new Error(`clamd did not start: ${output.slice(-2_000)}`)
  }
  return {
    host: '127.0.0.1',
    port,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop,
  }
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    await once(socket, 'connect')
    socket.write('zPING\0')
    return (await text(socket)) === 'PONG\0'
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function getClamd() {
  const found = findClamd()
  if (found) return found
  throw new Error('The virus scanner test needs clamd: run "sudo apt-get install clamav-daemon" (Debian).')
}
