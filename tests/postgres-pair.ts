import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asUnprivileged } from '#platform/db/embedded-postgres.ts'
import { startPostgres } from '#tests/cluster.ts'
import { startHaproxy } from '#tests/haproxy.ts'
import { freePort } from '#scripts/free-port.mjs'

const configuration = join(import.meta.dirname, '../deploy/haproxy-postgres.cfg')
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts a PostgreSQL with a synchronous standby behind one address, for failover tests. */
export async function startPostgresPair(folder: string) {
  const primaryDir = join(folder, 'primary')
  const standbyDir = join(folder, 'standby')
  const primary = await startPostgres(primaryDir)
  const standby = await startStandby(primary.superuserUrl, join(primaryDir, 'postgres'), standbyDir)
  await runStatement(primary.superuserUrl, `alter system set synchronous_standby_names = 'standby'`)
  await runStatement(primary.superuserUrl, 'select pg_reload_conf()')
  await waitForRow(primary.superuserUrl, `select 1 from pg_stat_replication where sync_state = 'sync'`)
  const port = await freePort()
  const adminSocket = join(folder, 'haproxy.sock')
  const proxy = await startHaproxy(configuration, {
    BIND: `127.0.0.1:${port}`,
    PRIMARY: new URL(primary.url).host,
    STANDBY: `127.0.0.1:${standby.port}`,
    ADMIN_SOCKET: adminSocket,
  })
  const administer = (command: string) => sendHaproxyCommand(adminSocket, command)
  const toProxyUrl = (url: string) => Object.assign(new URL(url), { port: String(port) }).href
  return {
    url: toProxyUrl(primary.url),
    ownerUrl: toProxyUrl(primary.ownerUrl),
    oldPrimaryUrl: primary.superuserUrl,
    /** Freezes the primary without closing connections, like a machine that hangs. */
    freezePrimary: primary.freeze,
    thawPrimary: primary.thaw,
    /** Follows the order in deploy/haproxy-postgres.cfg. */
    async failOver(): Promise<void> {
      await administer('set server postgres/primary state maint')
      await administer('shutdown sessions server postgres/primary')
      await runStatement(standby.superuserUrl, 'select pg_promote()')
      await administer('set server postgres/standby state ready')
    },
    async stop(): Promise<void> {
      await proxy.stop()
      await standby.stop()
      await primary.thaw()
      await primary.kill()
      await primary.stop()
    },
  }
}

/** Starts a standby from a copy made with the low-level backup API while the primary runs. */
async function startStandby(primaryUrl: string, from: string, to: string) {
  const client = new pg.Client(primaryUrl)
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  await mkdir(to, { mode: 0o700 })
  // Keeps the file owner, because PostgreSQL does not run as root.
  execFileSync('cp', ['-a', `${from}/.`, to])
  const { rows } = await client.query<{ labelfile: string }>('select * from pg_backup_stop()')
  await client.end()
  const { port: primaryPort, password } = new URL(primaryUrl)
  const port = await freePort()
  await rm(join(to, 'postmaster.pid'), { force: true })
  for (const folder of ['pg_wal', 'pg_replslot']) {
    execFileSync('find', [join(to, folder), '-type', 'f', '-delete'])
  }
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(to, 'standby.signal'), '')
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password} application_name=standby`
  await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  execFileSync('chown', ['-R', '--reference', from, to])
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    postgres: string
  }
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 60 }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = asUnprivileged(postgres, ['-D', to, ...flags])
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit').then(() => running.delete(child))
  const superuserUrl = Object.assign(new URL(primaryUrl), { port: String(port) }).href
  const failed = ended.then(() => Promise.reject(new Error(`the standby ended: ${output}`)))
  failed.catch(() => undefined)
  await Promise.race([waitForRow(superuserUrl, 'select 1 where pg_is_in_recovery()'), failed])
  return {
    port,
    superuserUrl,
    async stop(): Promise<void> {
      child.kill('SIGINT')
      await ended
    },
  }
}

async function runStatement(url: string, statement: string): Promise<number> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const { rowCount } = await client.query(statement).finally(() => client.end())
  return rowCount ?? 0
}

/** Waits until the statement returns a row. */
async function waitForRow(url: string, statement: string): Promise<void> {
  while (!(await runStatement(url, statement).catch(() => 0))) await sleep(50)
}

function sendHaproxyCommand(socket: string, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(socket, () => connection.end(`${command}\n`))
    connection.resume()
    connection.once('error', reject)
    connection.once('close', () => resolve())
  })
}
