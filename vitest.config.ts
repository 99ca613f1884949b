import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './tests/slowest-first.ts'

/** Server files of the domain whose tests need no database. */
const withoutDatabase = [
  'append-pages',
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

/** Tests that need PostgreSQL, and tests that start the built product or another server as a process. */
const withDatabase = [
  `domain/**/!(${withoutDatabase}).server.test.ts`,
  'platform/{db,jobs}/**/*.test.ts',
  'platform/bus/postgres-notify.test.ts',
  'live/{across-nodes,call-journey,meters.server,request-journey,statements.server}.test.ts',
  'server/{database-metrics,jobs}.test.ts',
  'server/doctor/{database-checks,keys-check}.test.ts',
  'demo/*.test.ts',
  'demo/{people,past,portraits}/**/*.test.ts',
  'tests/properties/**/*.test.ts',
  'tests/search/**/*.test.ts',
]
const withProcess = [
  'tests/{start,faults}/**/*.test.ts',
  'tests/refusals/*over-http.test.ts',
  'platform/bus/redis.test.ts',
]

/** Modules keep no state, so the test files of a worker share their imports: reloading them took half of the time. */
const shared = { isolate: false }

/**
 * On a busy machine a condition may take long to become true. Tests have a longer timeout than conditions, so that the
 * error names the condition. Most conditions become true within milliseconds, so polling is frequent.
 */
const timeouts = {
  expect: { poll: { timeout: 60_000, interval: 10 } },
  testTimeout: 240_000,
  hookTimeout: 240_000,
}

export default defineConfig({
  test: {
    // A leftover `.only` or an unhandled error fails the run.
    allowOnly: false,
    sequence: { sequencer: SlowestFirst },
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
          // The time zone of these tests is India.
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
          // `start` runs only `*.test.ts`, in a short version. `*.fault.ts` takes longer, and some of it needs root.
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
