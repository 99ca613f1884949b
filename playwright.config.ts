import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// scripts/test.mjs chooses free ports and a folder that it removes again; the fallbacks serve a run by hand.
const port = Number(process.env.E2E_PORT ?? 3410)
const developmentPort = Number(process.env.E2E_DEVELOPMENT_PORT ?? 3411)
const scratch = process.env.E2E_SCRATCH ?? join(tmpdir(), 'samjhao-e2e')

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Cameras and microphones that show and say something of their own, with few pictures, because two cores draw them all. Who
  // shares the screen shares the page that asks.
  '--use-fake-device-for-media-stream=device-count=3,fps=10,display-media-type=browser',
  // Chromium without a window has nobody to ask, and devices only for pages that need not ask.
  '--use-fake-ui-for-media-stream',
]

/** The product itself, its log in a file that the tests watch for unexpected errors. */
function product(name: string, args: string, ownPort: number) {
  return {
    command: `mkdir -p ${scratch} && exec node server/main.ts ${args} > ${scratch}/${name}.log 2>&1`,
    url: `http://127.0.0.1:${ownPort}/readyz`,
    env: { PORT: String(ownPort), DATA_DIR: join(scratch, name) },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    timeout: 60_000,
  }
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1280, height: 800 } }
const inDevelopment = /development\//
const inCalls = /calls\//
const development = {
  use: { ...desktop, baseURL: `http://localhost:${developmentPort}` },
  metadata: { log: join(scratch, 'development.log') },
}

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // scripts/test.mjs names those that needed it, and fails when they were many.
  retries: 1,
  timeout: 45_000,
  // Two browsers, a server, a database and a development server share two cores.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // What a worker asks the network for is not seen by a test that takes the network away. Its own journeys have it on.
    serviceWorkers: 'block',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: chromiumFlags },
  },
  projects: [
    // A journey is walked on a phone, where there is least room. What looks or works otherwise on a large screen is walked there, too.
    {
      name: 'phone',
      use: phone,
      testIgnore: [inDevelopment, inCalls, /\.desktop\.spec/],
      metadata: { log: join(scratch, 'product.log') },
    },
    {
      name: 'desktop',
      use: desktop,
      testIgnore: [inDevelopment, inCalls, /\.phone\.spec/],
      grep: /\.desktop\.spec|@every-width/,
      metadata: { log: join(scratch, 'product.log') },
    },
    // Two browsers that encode pictures need the machine for themselves.
    {
      name: 'calls',
      testMatch: /calls\/.*\.spec/,
      workers: 1,
      dependencies: ['phone', 'desktop', 'hot reload'],
      metadata: { log: join(scratch, 'product.log') },
    },
    { name: 'development', testMatch: /development\/gallery/, ...development },
    // Changes a source file, which every open page of the development server would notice.
    {
      name: 'hot reload',
      testMatch: /development\/hot-reload/,
      dependencies: ['development'],
      ...development,
    },
  ],
  webServer: [product('product', '', port), product('development', '--dev', developmentPort)],
})
