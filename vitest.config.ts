import { defineConfig } from 'vitest/config'

/** Tests of the domain's server files need a PostgreSQL, except for these, which only compute. */
const pure = [
  'file-name',
  'fit-lines',
  'inspect-file',
  'outlined-text',
  'photo-image',
  'share-image',
  'share-images',
  'statement-csv',
  'totp',
].join('|')

/** Tests that need a PostgreSQL, and tests that start the built product, or another server, as a process. */
const withDatabase = [
  `domain/**/!(${pure}).server.test.ts`,
  'platform/{db,jobs}/**/*.test.ts',
  'platform/bus/postgres-notify.test.ts',
  'live/{across-nodes,call-journey,meters.server,statements.server}.test.ts',
  'demo/*.test.ts',
  'demo/{people,past,portraits}/**/*.test.ts',
  'tests/properties/**/*.test.ts',
]
const withProcess = [
  'tests/{start,faults}/**/*.test.ts',
  'tests/refusals/*over-http.test.ts',
  'platform/bus/redis.test.ts',
]

/** No module keeps state, so the files of a worker share what they import: loading it anew for each took half of the time. */
const shared = { isolate: false }

/**
 * A condition may take its time on a busy machine; what never comes true fails all the same. A test may take longer than a
 * condition, so that the condition is named when it fails. Most conditions come true within milliseconds, so they are checked often.
 */
const timeouts = {
  expect: { poll: { timeout: 60_000, interval: 10 } },
  testTimeout: 240_000,
  hookTimeout: 240_000,
}

export default defineConfig({
  test: {
    // A test that was left narrowed to itself, or an error that nobody awaited, fails the run.
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          ...timeouts,
          include: ['**/*.test.ts'],
          exclude: [...withDatabase, ...withProcess, '**/node_modules/**', 'build/**', '.data/**'],
          setupFiles: ['tests/quiet-console.ts'],
        },
      },
      {
        test: {
          name: 'component',
          ...shared,
          ...timeouts,
          include: ['**/*.test.tsx'],
          exclude: ['**/node_modules/**', 'build/**', '.data/**'],
          // Half the time of jsdom, and it has the ResizeObserver and scrollIntoView that our components need.
          environment: 'happy-dom',
          // The browser of these tests stands in India.
          env: { TZ: 'Asia/Kolkata' },
          setupFiles: ['tests/quiet-console.ts', 'tests/component-setup.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'db',
          ...shared,
          ...timeouts,
          include: withDatabase,
          globalSetup: ['tests/postgres.ts'],
          setupFiles: ['tests/quiet-console.ts'],
          // One more than cores, because files also wait: for locks, timers and each other's connections.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'start',
          ...shared,
          ...timeouts,
          include: withProcess,
          globalSetup: ['tests/shared-products.ts'],
          setupFiles: ['tests/quiet-console.ts'],
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'faults',
          ...shared,
          ...timeouts,
          // The short ones among them are part of `start`; here they take their time, and those that need root are there, too.
          include: ['tests/faults/**/*.{test,fault}.ts'],
          env: { FAULTS: 'full' },
          globalSetup: ['tests/shared-products.ts', 'tests/faults/fault-table.ts'],
          setupFiles: ['tests/quiet-console.ts'],
          maxWorkers: 1,
        },
      },
    ],
  },
})
