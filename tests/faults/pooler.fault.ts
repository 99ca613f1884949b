import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { freePort } from '#scripts/free-port.mjs'
import { dataKeys, startProduct } from '#tests/product.ts'

/** Starts a real pgbouncer with the deployed configuration in front of this database. */
async function startPooler(databaseUrl: string): Promise<string> {
  const server = new URL(databaseUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-pooler-'))
  const users = join(folder, 'users.txt')
  const deployed = await readFile('deploy/pgbouncer.ini', 'utf8')
  const settings = deployed
    .replace('port=5432', `port=${server.port}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `${settings}\nunix_socket_dir =\n`)
  await writeFile(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`)
  // pgbouncer refuses to run as root.
  for (const [path, mode] of [
    [folder, 0o755],
    [file, 0o644],
    [users, 0o644],
  ] as const)
    await chmod(path, mode)
  const child = spawn(findPooler(), ['-u', 'nobody', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })
  await expect.poll(() => output).toContain('listening on')
  const url = new URL(databaseUrl)
  url.port = String(port)
  return url.href
}

function findPooler(): string {
  const found = ['/usr/sbin/pgbouncer', spawnSync('which', ['pgbouncer'], { encoding: 'utf8' }).stdout.trim()]
  const path = found.find((each) => each && spawnSync(each, ['--version']).status === 0)
  if (path) return path
  throw new Error('pgbouncer is needed: install it ("sudo apt-get install pgbouncer" on Debian).')
}

test('behind a transaction pooler, registration and pages work, and events, locks and jobs bypass it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-pooled-'))
  const postgres = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: console.error })
  onTestFinished(async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const product = await startProduct({
    DATABASE_URL: await startPooler(postgres.url),
    DATABASE_DIRECT_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    DATABASE_CONNECTIONS: '40',
    DATA_KEYS: dataKeys,
    PAYMENTS: 'demo',
  })
  onTestFinished(async () => void (await product.stop()))
  await product.ready

  const registrations = Array.from({ length: 12 }, async () => {
    const form = {
      fullName: 'Asha Rao',
      email: `pooled-${randomUUID()}@samjhao.example`,
      password: 'a good one',
      accepted: 'on',
    }
    const registered = await fetch(`${product.origin}/register`, {
      method: 'POST',
      headers: { Origin: product.origin },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    const cookie = registered.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const wallet = await fetch(`${product.origin}/user/wallet`, { headers: { cookie } })
    return [registered.status, wallet.status]
  })
  const answers = await Promise.all(registrations)
  // Registrations from one address are rate limited. No other error may occur.
  expect(answers.every(([status = 0]) => status === 302 || status === 429)).toBe(true)
  expect(answers.filter(([status]) => status === 302).length).toBeGreaterThan(2)
  for (let count = 0; count < 50; count += 1)
    expect((await fetch(`${product.origin}/experts?q=${count}`)).status).toBe(200)

  const client = new pg.Client(postgres.superuserUrl)
  await client.connect()
  const { rows } = await client.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::int as count from pg_stat_activity
     where datname is not null and pid <> pg_backend_pid() group by 1`,
  )
  await client.end()
  const counts = new Map(rows.map(({ name, count }) => [name, count]))
  expect([...counts.keys()]).toEqual(expect.arrayContaining(['samjhao bus', 'samjhao node', 'samjhao jobs']))
  expect(counts.get('samjhao') ?? 0).toBeLessThanOrEqual(20)
  const errors = product
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
  expect(errors).toEqual([])
})
