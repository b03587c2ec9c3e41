import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import type { ProjectConfig } from 'vitest/node'
import { readPromises } from './scripts/checks/specification.mjs'

const tests = ['src/**/*.test.ts', 'src/**/*.test.tsx']

/** Timeouts that detect hanging tests, with a margin for slow machines; not performance targets. */
const TIMEOUTS = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: [fileURLToPath(new URL('scripts/test-infra/wait-timeout.ts', import.meta.url))],
}

/** Tests that replace a module for all importers in their process. */
const MOCKING = [
  'services/gateway/src/accounts/login.test.ts',
  'services/gateway/src/games/abandoned-deck.test.ts',
  'shared/server/src/accounts/passwords.test.ts',
]

/**
 * Configures tests that use the real PostgreSQL and Redis of this run (`inject('testInfra')`). Files that run in one
 * process share its modules, since importing them takes longer than most tests.
 */
const withInfra = (
  name: string,
  root: string,
  { include = tests, exclude = MOCKING.map((path) => `**/${path.split('/src/')[1]}`), isolate = false } = {},
): TestProjectConfiguration => ({
  test: {
    name,
    root,
    include,
    exclude,
    environment: 'node',
    isolate,
    ...TIMEOUTS,
    globalSetup: [fileURLToPath(new URL('scripts/test-infra/vitest-setup.ts', import.meta.url))],
    env: { NODE_ENV: 'test', TZ: 'UTC' },
  },
})

/** Web tests without components that load a module a second time, as another tab would, or replace one. */
const SEVERAL_CLIENTS = [
  'src/app/live.test.ts',
  'src/app/start-service-worker.test.ts',
  'src/conversation/outbox/outbox.test.ts',
]

/** Configures tests of the web client. */
const inPage = (name: string, options: ProjectConfig): TestProjectConfiguration => ({
  test: {
    name,
    root: 'web',
    environment: 'jsdom',
    ...TIMEOUTS,
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    env: { TZ: 'Europe/Stockholm' },
    ...options,
  },
})

/** The names that the specification gives to the tests that prove it. */
const specificationTags = new Set(readPromises().flatMap(({ tags }) => tags))

export default defineConfig({
  test: {
    // By default one core is left idle, although the tests wait for PostgreSQL and Redis much of the time.
    maxWorkers: availableParallelism(),
    tags: [...specificationTags].map((name) => ({ name })),
    projects: [
      { test: { name: 'contract', root: 'shared/contract', include: tests, environment: 'node', ...TIMEOUTS } },
      withInfra('server', 'shared/server'),
      withInfra('gateway', 'services/gateway'),
      withInfra('hub', 'services/hub'),
      withInfra('worker', 'services/worker'),
      // Setting up a page takes longer than the tests without components, so those share one, and their modules.
      inPage('web-logic', {
        include: ['src/**/*.test.ts'],
        exclude: SEVERAL_CLIENTS,
        isolate: false,
        setupFiles: [...TIMEOUTS.setupFiles, fileURLToPath(new URL('web/src/testing-setup.ts', import.meta.url))],
        // The fake IndexedDB needs `setImmediate`: a transaction that never ends would block the files that follow.
        fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
      }),
      inPage('web', { include: ['src/**/*.test.tsx', ...SEVERAL_CLIENTS] }),
      withInfra('scripts', 'scripts', { include: ['**/*.test.ts'], exclude: [], isolate: true }),
      withInfra('mocking', '.', { include: MOCKING, exclude: [], isolate: true }),
    ],
  },
})
