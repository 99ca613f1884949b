import { defineConfig } from '@playwright/test'
import { chromiumFlags } from '#tests/chromium-flags.ts'
import { compileCache } from '#tests/compile-cache.ts'
import { metricsToken, minuteMs, products, type RunningProduct } from '#tests/e2e/products.ts'
import { screens } from '#tests/e2e/screens.ts'

/**
 * Starts the product with a copy of the data of a first start. Tests check its log file for unexpected errors. Without
 * a `url`, Playwright does not wait for the product, so that all products start together: see `globalSetup`.
 */
function createProduct({ port, dataDir, log }: RunningProduct, args = '', environment: Record<string, string> = {}) {
  const copyFirstStart = process.env.FIRST_START ? `cp -a ${process.env.FIRST_START}/. ${dataDir}` : 'true'
  return {
    command: `mkdir -p ${dataDir} && ${copyFirstStart} && exec node server/main.ts ${args} > ${log} 2>&1`,
    env: { PORT: String(port), DATA_DIR: dataDir, NODE_COMPILE_CACHE: compileCache, ...environment },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  }
}

const phone = { viewport: screens.phone, hasTouch: true, isMobile: true }
const desktop = { viewport: screens.desktop }
const inDevelopment = /development\//
const inCalls = /calls\//
const onSlowLine = /taps\.spec/

// Worker processes inherit it. They start with a fifth less processor time.
process.env.NODE_COMPILE_CACHE ??= compileCache

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/wait-for-products.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  // A third worker would only wait for one of the two cores, and calls beside it missed their times.
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
      // Pages are open for seconds only. Optimizing their scripts took a twentieth of the run.
      args: [...chromiumFlags, '--js-flags=--no-opt --no-maglev'],
    },
  },
  projects: [
    // Calls take longest, so they come first: at the end of the run, short tests keep both workers busy.
    { name: 'calls', testMatch: /calls\/.*\.spec/, metadata: { log: products.calls.log } },
    // Each test simulates a bad mobile connection, so a test of another kind runs beside it.
    { name: 'slow-line', testMatch: onSlowLine, workers: 1, use: phone, metadata: { log: products.pages.log } },
    // One worker runs the files in order: hot-reload changes a source file, which reloads every open page of the
    // development server.
    {
      name: 'development',
      testMatch: inDevelopment,
      fullyParallel: false,
      workers: 1,
      use: { ...desktop, baseURL: products.development.origin },
      metadata: { log: products.development.log },
    },
    // Tests run on a phone and also check their pages at desktop width. Tests whose behaviour differs there run on
    // both.
    {
      name: 'phone',
      use: phone,
      testIgnore: [inDevelopment, inCalls, onSlowLine, /\.desktop\.spec/],
      metadata: { log: products.pages.log },
    },
    {
      name: 'desktop',
      use: desktop,
      testIgnore: [inDevelopment, inCalls, /\.phone\.spec/],
      grep: /\.desktop\.spec|@every-width/,
      metadata: { log: products.pages.log },
    },
  ],
  webServer: [
    createProduct(products.pages, '', { CALENDAR_LOCAL_HOSTS: '127.0.0.1' }),
    createProduct(products.calls, '', {
      CALL_MINUTE_MS: String(minuteMs),
      PUSH_LOCAL: 'true',
      METRICS_TOKEN: metricsToken,
    }),
    createProduct(products.development, '--dev'),
  ],
})
