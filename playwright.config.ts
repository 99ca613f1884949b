import { defineConfig } from '@playwright/test'
import { chromiumFlags } from '#tests/chromium-flags.ts'
import { minuteMs, products, type RunningProduct } from '#tests/e2e/products.ts'
import { screens } from '#tests/e2e/screens.ts'

/** Starts the product on a copy of its first start, with its log in a file that tests check for unexpected errors. */
function createProduct({ port, dataDir, log }: RunningProduct, args = '', environment: Record<string, string> = {}) {
  const copyFirstStart = process.env.FIRST_START ? `cp -a ${process.env.FIRST_START}/. ${dataDir}` : 'true'
  return {
    command: `mkdir -p ${dataDir} && ${copyFirstStart} && exec node server/main.ts ${args} > ${log} 2>&1`,
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), DATA_DIR: dataDir, ...environment },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    timeout: 60_000,
  }
}

const phone = { viewport: screens.phone, hasTouch: true, isMobile: true }
const desktop = { viewport: screens.desktop }
const inDevelopment = /development\//
const inCalls = /calls\//
const development = {
  use: { ...desktop, baseURL: products.development.origin },
  metadata: { log: products.development.log },
}

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // scripts/test.mjs lists the retried tests and fails when there are too many.
  retries: 1,
  timeout: 45_000,
  // Two browsers, a server, a database and a development server share two cores.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: products.pages.origin,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // Requests of a service worker bypass a test's network blocking. Tests of the worker enable it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Pages live for seconds here: optimizing their scripts took a twentieth of the run.
      args: [...chromiumFlags, '--js-flags=--no-opt --no-maglev'],
    },
  },
  projects: [
    // Tests run on a phone and also check their pages at desktop width. Tests whose behaviour differs there run on
    // both.
    {
      name: 'phone',
      use: phone,
      testIgnore: [inDevelopment, inCalls, /\.desktop\.spec/],
      metadata: { log: products.pages.log },
    },
    {
      name: 'desktop',
      use: desktop,
      testIgnore: [inDevelopment, inCalls, /\.phone\.spec/],
      grep: /\.desktop\.spec|@every-width/,
      metadata: { log: products.pages.log },
    },
    // Two browsers that encode video need the whole machine.
    {
      name: 'calls',
      testMatch: /calls\/.*\.spec/,
      workers: 2,
      dependencies: ['phone', 'desktop', 'hot reload'],
      metadata: { log: products.calls.log },
    },
    { name: 'development', testMatch: /development\/gallery/, ...development },
    // Changes a source file, which reloads every open page of the development server.
    {
      name: 'hot reload',
      testMatch: /development\/hot-reload/,
      dependencies: ['development'],
      ...development,
    },
  ],
  webServer: [
    createProduct(products.pages),
    createProduct(products.calls, '', { CALL_MINUTE_MS: String(minuteMs), PUSH_LOCAL: 'true' }),
    createProduct(products.development, '--dev'),
  ],
})
