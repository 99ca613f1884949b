import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { lockDemoAccounts } from '#domain/sign-in/lock-demo-accounts.server.ts'
import { resealSecondFactors } from '#domain/sign-in/reseal-second-factors.server.ts'
import type { Publish } from '#domain/context.server.ts'
import { getOrCreatePushKeys } from '#domain/notifications/push-keys.server.ts'
import { leastBytesRead, leastReadWithinMs, uploadTimeoutMs } from '#kernel/limits.ts'
import { createGateway, livePath } from '#live/gateway.server.ts'
import { createCalendars } from '#platform/calendars/calendars.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { checkDatabase } from '#platform/db/check-database.ts'
import { openDatabaseClock } from '#platform/db/database-clock.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { holdNodeLock } from '#platform/db/node-lock.ts'
import { installJobs } from '#platform/jobs/install.ts'
import { listOutbox } from '#platform/mail/outbox.ts'
import { startJobs } from '#platform/jobs/runner.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { newPushKeys } from '#platform/push/vapid.ts'
import { createClamd } from '#platform/scanner/clamd.ts'
import { createPush } from '#platform/push/web-push.ts'
import { openPayments } from '#platform/payments/open.ts'
import { openStorage } from '#platform/storage/open.ts'
import { createTurn } from '#platform/turn/shared-secret.ts'
import { loadAssets } from '#server/assets.ts'
import { findBuiltFile, shareBuiltFiles } from '#server/built-files.ts'
import { createBusProbe } from '#server/bus-probe.ts'
import { isLoopback, toLocalUrl } from '#server/config.server.ts'
import { startCalls } from '#server/calls.ts'
import { exportDatabaseFigures } from '#server/database-metrics.ts'
import { checkDisk, explainFullDisk } from '#server/disk.ts'
import { createDoctor, type Doctor } from '#server/doctor/doctor.ts'
import { handleOneAtATime } from '#server/one-at-a-time.ts'
import { createOnlineFigures } from '#server/online-figures.ts'
import { isOwnOrigin } from '#server/guards.ts'
import { createHandlers, planRecurringJobs } from '#server/jobs.ts'
import { createLiveSources } from '#server/live.ts'
import { loadConfig } from '#server/load-config.ts'
import { listen } from '#server/listen.ts'
import { createMail } from '#server/mail.ts'
import { createMetrics } from '#server/metrics.ts'
import { createNodeMetrics, exportNodeState } from '#server/node-metrics.ts'
import { openBus } from '#server/open-bus.ts'
import { onExpertsChange, publishToBus } from '#server/publish-to-bus.ts'
import { startPresence } from '#server/presence.ts'
import { createLog } from '#server/log.ts'
import { type Progress, startProgress } from '#server/progress.ts'
import { createAddressReader } from '#server/request.ts'
import { connectServiceManager } from '#server/service-manager.ts'
import type { Services } from '#server/services.ts'
import { closeServer, stopOnSignals } from '#server/shutdown.ts'
import { closeSlowReaders } from '#server/slow-readers.ts'
import { createTeardown } from '#server/teardown.ts'
import { createVitals } from '#server/vitals.ts'

type AppModule = typeof import('#server/app.ts')

/** The host of requests without one, such as the plain health checks of HAProxy. Never one of our own hosts. */
const unknownHost = 'unknown.invalid'
const root = join(import.meta.dirname, '..')
const isDevelopment = process.argv.includes('--dev')
process.env.NODE_ENV = isDevelopment ? 'development' : 'production'

let progress: Progress | undefined
try {
  await start()
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  if (progress) progress.failed(error.message)
  else console.error(`\n${error.message}`)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = loadConfig()
  const log = createLog(config.logLevel)
  const { step, stopping: reportStopping, failed, ready } = (progress = startProgress(root, config, log))
  const stopping = { value: false }
  const serviceManager = connectServiceManager(config, log)
  // Binds the ports first: a process that cannot listen must not change the data. Until it is ready, it answers 503.
  const answerStarting: RequestListener = (_request, response) => {
    response.writeHead(503, { 'Retry-After': '1', Connection: 'close' }).end('starting')
  }
  let handleRequest = answerStarting
  let handleMetrics = answerStarting
  const limits = { requestTimeout: uploadTimeoutMs, headersTimeout: 15_000 }
  const http = await listen(
    createServer(
      limits,
      handleOneAtATime((request, response) => handleRequest(request, response)),
    ),
    config,
    { host: 'HOST', port: 'PORT' },
  )
  const metricsServer =
    config.metrics && 'port' in config.metrics
      ? await listen(
          createServer((request, response) => handleMetrics(request, response)),
          config.metrics,
          { host: 'METRICS_HOST', port: 'METRICS_PORT' },
        )
      : null

  closeSlowReaders(http, { bytes: leastBytesRead, withinMs: leastReadWithinMs })

  await checkDisk(config)
  const teardown = createTeardown()
  if (metricsServer) teardown.add('above http', 'metrics', () => closeServer(metricsServer))
  const stop = stopOnSignals(teardown, {
    drainMs: config.drainMs,
    onStep(name) {
      if (!stopping.value) {
        reportStopping()
        serviceManager.stopping()
      }
      stopping.value = true
      log.info(`stopping: ${name}`)
    },
  })
  teardown.add('http', 'http', () => closeServer(http))

  let urls: { url: string; ownerUrl: string; directUrl: string }
  if (config.databaseUrl) {
    const directUrl = config.databaseDirectUrl ?? config.databaseUrl
    urls = { url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl ?? directUrl, directUrl }
  } else {
    step(`Starting PostgreSQL in ${config.dataDir}`)
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      onUnexpectedExit(detail) {
        console.error(detail)
        void stop(1)
      },
    })
    urls = { ...postgres, directUrl: postgres.url }
    teardown.add('below http', 'postgres', () => postgres.stop())
  }

  let doctor: Doctor | undefined
  step('Updating the database')
  try {
    await migrate(urls.ownerUrl, join(root, 'database/migrations'))
    await installJobs(urls.ownerUrl)
    const database = connectDatabase(
      urls.url,
      (error) => log.warn({ err: error }, 'idle connection lost'),
      config.databaseConnections,
    )
    teardown.add('below http', 'database', () => database.close())
    await checkDatabase(database.pool, { durability: config.databaseDurability, log })
    const clock = await openDatabaseClock({ pool: database.pool })
    teardown.add('below http', 'clock', () => clock.close())

    const bus = await openBus(config, { directUrl: urls.directUrl, pool: database.pool, log })
    teardown.add('below http', 'bus', () => bus.close())
    const minAgeMs = config.isOnlyNode ? 0 : undefined
    const lock = await holdNodeLock({ url: urls.directUrl, log, minAgeMs })
    teardown.add('below http', 'lock', () => lock.close())
    const publish: Publish = (topic, message) => {
      publishToBus(bus, topic, message).catch((err) => log.error({ err, topic }, 'publishing to the bus failed'))
    }

    const sealer = await openSealer(config)
    const actor = { kind: 'system' } as const
    const system = { db: database.db, clock, actor, publish, sealer }
    await resealSecondFactors(system)
    const storage = openStorage(config.storage)
    if (config.databaseUrl && !isLoopback(new URL(config.product.origin).hostname)) {
      const lockedCount = await lockDemoAccounts(system)
      if (lockedCount > 0) log.warn({ lockedCount }, 'removed the public passwords of demo accounts')
    }
    if (!config.databaseUrl) {
      const { fillDemo } = await import('#demo/fill-demo.ts')
      await fillDemo({
        // More uploads are decoded at the same time than usual, because nobody is signing in yet.
        system: { ...system, storage, decodeQueue: createDecodeQueue({ atOnce: 4 }), log },
        pool: database.pool,
        hasDemoMoney: config.payments.kind === 'demo',
        report: step,
      })
    }

    step('Starting the server')
    const build = isDevelopment ? 'development' : readFileSync(join(root, 'build/.sources'), 'utf8').trim()
    const findInOtherBuilds = (path: string) => findBuiltFile(database.db, path)
    const assets = isDevelopment ? undefined : loadAssets(join(root, 'build/client'), build, findInOtherBuilds)
    // Before serving: other nodes may get requests for the files of this node's first page.
    if (assets) await shareBuiltFiles(database.db, assets.listHashed())
    const metrics = createMetrics()
    const nodeMetrics = createNodeMetrics(metrics)
    const keys = await getOrCreatePushKeys(system, newPushKeys)
    doctor = createDoctor({ config, databaseUrl: urls.url, clock })
    const mail = createMail({ config, clock, log })
    const services: Services = {
      config,
      log,
      clock,
      database,
      metrics,
      storage,
      scanner: config.scanner && createClamd(config.scanner),
      sealer,
      payments: openPayments(config.payments, { db: database.db, clock }),
      mailer: nodeMetrics.countMails(mail.mailer),
      push: nodeMetrics.countPushes(createPush({ ...config.push, keys, clock })),
      calendars: createCalendars(config.calendars),
      listOutbox: async () => (mail.outboxDir ? listOutbox(mail.outboxDir) : []),
      getOnlineFigures: createOnlineFigures(system, log),
      readVitals: createVitals({
        db: database.db,
        metrics,
        log,
        openSockets: () => gateway.openSockets(),
        countMeteredCalls: () => nodeCalls.countMeteredCalls(),
      }),
      doctor,
      stopping,
      publish,
      onExpertsChange: (listener) => onExpertsChange(bus, listener),
      assets,
    }
    const presence = startPresence(system, log)
    const turn = createTurn(config.turn, clock)
    const nodeCalls = startCalls({
      system,
      times: config.callTimes,
      turn,
      bus,
      lock,
      log,
      onMeterEvent: nodeMetrics.recordMeterEvent,
      onPicture: nodeMetrics.recordPicture,
    })
    const gateway = createGateway({
      build,
      isOwnOrigin: (origin, host) => isOwnOrigin(origin, config, host),
      readAddress: createAddressReader(config.trustedProxies),
      bus,
      log,
      presence,
      calls: nodeCalls.calls,
      ...createLiveSources(services),
    })
    if (config.metrics) {
      exportNodeState(metrics, {
        pool: database.pool,
        maxConnections: config.databaseConnections,
        openSockets: gateway.openSockets,
        countMeteredCalls: nodeCalls.countMeteredCalls,
        readBusDelay: createBusProbe({ bus, clock }),
      })
      // After the state of this node: reading the figures takes connections, which would count as busy.
      exportDatabaseFigures({ metrics, system, log })
    }
    teardown.add('above http', 'sockets', () => gateway.close())
    teardown.add('above http', 'presence', () => presence.close())
    teardown.add('above http', 'calls', () => nodeCalls.close())
    await planRecurringJobs(database.db, clock.now())
    const jobs = startJobs({
      url: urls.directUrl,
      handlers: createHandlers(services),
      log,
      concurrency: config.jobsAtOnce,
    })
    teardown.add('above http', 'jobs', () => jobs.stop().finally(mail.close))
    http.on('upgrade', (request, socket, head) => {
      const path = request.url?.split('?')[0]
      if (path === livePath) gateway.handleUpgrade(request, socket, head)
      else if (!isDevelopment) socket.destroy()
    })
    handleRequest = isDevelopment
      ? await createDevelopmentListener(http, services)
      : await createBuiltListener(services)
    handleMetrics = async (_request, response) => {
      response.setHeader('Content-Type', metrics.contentType).end(await metrics.text())
    }
  } catch (thrown) {
    const error = await explainFullDisk(thrown, config)
    if (!(error instanceof CannotStart)) throw error
    failed(error.message)
    await stop(1)
  }

  const url = toLocalUrl(config)
  await fetch(url)
  serviceManager.ready()
  // Not awaited: a dead service of others must not delay the start.
  void doctor?.checkAtStart(log)
  if (config.databaseUrl) return ready(url, [])
  // Not awaited: the demo experts run until this process stops.
  const demo = fork(join(root, 'demo/demo-experts.ts'))
  teardown.add('above http', 'demo', () => void demo.kill())
  const { cast } = await import('#demo/cast.ts')
  ready(url, Object.values(cast))
}

/** The production build: one file with the pages and everything they import. */
async function createBuiltListener(services: Services): Promise<RequestListener> {
  const { createApp } = await import(new URL('../build/server/index.js', import.meta.url).href)
  return createListener(createApp, services)
}

async function createListener(createApp: AppModule['createApp'], services: Services): Promise<RequestListener> {
  const { fetch } = await createApp(services)
  return getRequestListener(fetch, { overrideGlobalObjects: false, hostname: unknownHost })
}

/** Vite serves and reloads the sources; the app is recreated whenever its module changes. */
async function createDevelopmentListener(http: Server, services: Services): Promise<RequestListener> {
  const ownListeners = process.listeners('SIGTERM')
  const vite = await (
    await import('vite')
  ).createServer({
    server: { middlewareMode: true, hmr: { server: http } },
    appType: 'custom',
    root,
  })
  // Vite would end the process on SIGTERM before the database is stopped.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ownListeners.includes(listener)) process.off('SIGTERM', listener)
  }
  let current: { createApp: unknown; listener: Promise<RequestListener> }
  return (request, response) => {
    vite.middlewares(request, response, async () => {
      const { createApp } = await vite.ssrLoadModule('./server/app.ts')
      if (current?.createApp !== createApp) current = { createApp, listener: createListener(createApp, services) }
      const listener = await current.listener
      listener(request, response)
    })
  }
}
