import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDemo } from '#tests/demo.ts'
import { removeData } from '#tests/product.ts'

const units = 'deploy/systemd'
const service = readFileSync(join(units, 'samjhao@.service'), 'utf8')

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'samjhao-systemd-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function analyze(args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  if (error) throw new Error('systemd-analyze is required: it is in the package systemd.', { cause: error })
  return { status, output: stdout + stderr }
}

/** The units, with this checkout as the folder of the product. */
function installUnits(change = (text: string) => text): string {
  const folder = makeFolder()
  for (const name of readdirSync(units)) {
    const text = readFileSync(join(units, name), 'utf8').replaceAll('/opt/samjhao', process.cwd())
    writeFileSync(join(folder, name.replace('@', '@1')), change(text))
  }
  return folder
}

const verify = (folder: string) => analyze(['verify', '--man=no', join(folder, 'samjhao@1.service')])

test('systemd accepts the units, and would not accept an unknown setting', () => {
  const { status, output } = verify(installUnits())
  expect(output).not.toMatch(/samjhao/)
  expect(status).toBe(0)
  const unknown = verify(installUnits((text) => text.replace('Restart=always', 'Restart=sometimes')))
  expect(unknown.output).toContain('sometimes')
})

test('a node has few ways to change the machine', () => {
  const file = join(installUnits(), 'samjhao@1.service')
  // 100 would be the exposure of a service without any protection.
  const { status, output } = analyze(['security', '--offline=yes', '--threshold=25', file])
  expect([status, output.match(/Overall exposure.*/)?.[0]]).toEqual([0, expect.stringContaining('OK')])
})

test('the unit gives a node enough time to drain and sets only settings that exist', () => {
  const example = readFileSync('.env.example', 'utf8')
  const [, line = ''] = /^Environment=(.*)$/m.exec(service) ?? []
  for (const [name = ''] of line.split(' ').map((pair) => pair.split('='))) {
    expect([name, name === 'ENV_FILE' || example.includes(`# ${name}=`)]).toEqual([name, true])
  }
  const [, stopSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(service) ?? []
  expect(Number(stopSeconds)).toBeGreaterThanOrEqual(60)
})

test('a product started by systemd reports that it is ready, that it works, and that it stops', async () => {
  const socket = join(makeFolder(), 'notify')
  // Node has no datagram sockets of this kind. Perl belongs to every Debian.
  const receiver = `use Socket; $| = 1; socket(S, PF_UNIX, SOCK_DGRAM, 0) or die; bind(S, pack_sockaddr_un($ARGV[0])) or die;
    print "listening\\n"; while (defined recv(S, $m, 4096, 0)) { print "$m\\n" }`
  const listener = spawn('perl', ['-e', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  let received = ''
  listener.stdout.on('data', (chunk) => (received += String(chunk)))
  onTestFinished(async () => {
    listener.kill('SIGKILL')
    await once(listener, 'exit')
  })
  await expect.poll(() => received).toContain('listening')
  const product = await startDemo({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: '900000' })
  onTestFinished(() => removeData(product))
  await product.ready
  await expect.poll(() => received).toContain('READY=1')
  await expect.poll(() => received.match(/WATCHDOG=1/g)?.length).toBeGreaterThan(2)
  expect(received).not.toContain('STOPPING=1')
  expect((await product.stop()).code).toBe(0)
  await expect.poll(() => received).toContain('STOPPING=1')
})
