import { defineConfig } from 'vitest/config'

/** Tests that need a PostgreSQL, and tests that start the built product as a process. */
const withDatabase = [
  'domain/**/*.server.test.ts',
  'platform/{bus,db,jobs}/**/*.test.ts',
  'live/{across-nodes,call-journey,meters.server,statements.server}.test.ts',
  'seeds/**/*.test.ts',
  'tests/properties/**/*.test.ts',
]
const withProcess = ['tests/{start,faults}/**/*.test.ts', 'tests/refusals/*over-http.test.ts']

/** No module keeps state, so the files of a worker share what they import: loading it anew for each took half of the time. */
const shared = { isolate: false }

/** A condition that is waited for may take its time on a busy machine; what never comes true fails all the same. */
const patience = { poll: { timeout: 10_000 } }

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
          // More than a condition may take, so that it is the condition that is named when it fails.
          testTimeout: 20_000,
          include: ['**/*.test.ts'],
          exclude: [...withDatabase, ...withProcess, '**/node_modules/**', 'build/**', '.data/**'],
          setupFiles: ['tests/quiet-console.ts'],
          expect: patience,
        },
      },
      {
        test: {
          name: 'component',
          ...shared,
          testTimeout: 20_000,
          include: ['**/*.test.tsx'],
          exclude: ['**/node_modules/**', 'build/**', '.data/**'],
          // Half the time of jsdom, and it has the ResizeObserver and scrollIntoView that our components need.
          environment: 'happy-dom',
          // The browser of these tests stands in India.
          env: { TZ: 'Asia/Kolkata' },
          setupFiles: ['tests/quiet-console.ts', 'tests/component-setup.ts'],
          expect: patience,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'db',
          ...shared,
          // Each waits for a real database, and the machine may be busy.
          testTimeout: 20_000,
          hookTimeout: 20_000,
          include: withDatabase,
          globalSetup: ['tests/postgres.ts'],
          setupFiles: ['tests/quiet-console.ts'],
          expect: patience,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'start',
          include: withProcess,
          globalSetup: ['tests/postgres.ts', 'tests/first-start.ts'],
          setupFiles: ['tests/quiet-console.ts'],
          expect: patience,
          testTimeout: 40_000,
          hookTimeout: 40_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
