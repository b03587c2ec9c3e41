import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import type { ProjectConfig } from 'vitest/node'
import { readRequirements } from './scripts/checks/specification.mjs'

const tests = ['src/**/*.test.ts', 'src/**/*.test.tsx']

/** Timeouts that detect hanging tests, with a margin for slow machines; not performance targets. */
const TIMEOUTS = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: [fileURLToPath(new URL('scripts/test-infra/wait-timeout.ts', import.meta.url))],
}

/** Bundles the services for tests that start them as processes. */
const PROGRAMS = fileURLToPath(new URL('scripts/test-infra/programs-setup.ts', import.meta.url))

/**
 * Slow tests of operation, of crashes and of the test runners, which start programs of their own. A run of vitest
 * includes them unless it leaves out their project, as `npm test` does. `npm run proof` runs them.
 */
const OPERATION = [
  'scripts/checks/browser-tests.test.ts',
  'scripts/checks/test-results.test.ts',
  'scripts/deployment/restore-drill.test.ts',
  'scripts/deployment/restored-deadlines.test.ts',
  'scripts/deployment/service-role.test.ts',
  'scripts/proof/common/read-replica.test.ts',
  'scripts/proof/common/redis-cluster.test.ts',
  'services/gateway/src/decisions/killed-gateway.test.ts',
  'services/worker/src/decks/killed-worker.test.ts',
  'services/worker/src/digests/killed-worker.test.ts',
  'services/worker/src/photos/killed-worker.test.ts',
  'services/worker/src/safety/killed-worker.test.ts',
]

/** Tests that replace a module for all importers in their process. */
const MOCKING = [
  'services/gateway/src/accounts/login.test.ts',
  'services/gateway/src/games/abandoned-deck.test.ts',
  'services/worker/src/digests/render-failure.test.ts',
  'shared/server/src/accounts/passwords.test.ts',
]

/** Lists the tests of `mocking` and `operation` in a package, whose own project excludes them. */
const listTestsOfOtherProjects = (root: string): string[] =>
  [...MOCKING, ...OPERATION].filter((path) => path.startsWith(`${root}/`)).map((path) => path.slice(root.length + 1))

/** Makes the child processes of the worker run bundles. */
const WORKER_PROGRAMS = fileURLToPath(new URL('services/worker/src/testing-programs.ts', import.meta.url))

/**
 * Configures tests that use the real PostgreSQL and Redis of this run (`inject('testInfra')`). Files that run in one
 * process share its modules, since importing them takes longer than most tests.
 */
const withInfra = (
  name: string,
  root: string,
  {
    include = tests,
    exclude = listTestsOfOtherProjects(root),
    isolate = false,
    globalSetup = [] as string[],
    setupFiles = [] as string[],
  } = {},
): TestProjectConfiguration => ({
  test: {
    name,
    root,
    include,
    exclude,
    environment: 'node',
    isolate,
    ...TIMEOUTS,
    setupFiles: [...TIMEOUTS.setupFiles, ...setupFiles],
    globalSetup: [fileURLToPath(new URL('scripts/test-infra/vitest-setup.ts', import.meta.url)), ...globalSetup],
    env: { NODE_ENV: 'test', TZ: 'UTC' },
  },
})

/**
 * Web tests that replace a module, load one again as another tab would, or check client logs, of which a page sends
 * only a limited number per hour.
 */
const WEB_ISOLATED = [
  'src/app/client-log.test.ts',
  'src/app/live-connection.test.ts',
  'src/app/live-reconnecting.test.ts',
  'src/app/live-session-end.test.ts',
  'src/app/live-timers.test.ts',
  'src/app/start-service-worker.test.ts',
  'src/conversation/outbox/outbox.test.ts',
  'src/lib/http/http.test.ts',
  'src/pages/chats/chats-photos.test.tsx',
  'src/pages/movie.test.tsx',
  'src/pages/operations.test.tsx',
  'src/pages/profiles/profile-list-errors.test.tsx',
]

/** Configures tests of the web client. */
const inPage = (name: string, options: ProjectConfig): TestProjectConfiguration => ({
  test: {
    name,
    root: 'web',
    environment: 'jsdom',
    ...TIMEOUTS,
    setupFiles: [...TIMEOUTS.setupFiles, fileURLToPath(new URL('web/src/testing-setup.ts', import.meta.url))],
    // The fake IndexedDB needs `setImmediate`: a transaction that never ends would block the files that follow.
    fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    env: { TZ: 'Europe/Stockholm' },
    ...options,
  },
})

/** The tags in the specification. Vitest rejects tags that are not listed here. */
const specificationTags = new Set(readRequirements().flatMap(({ tags }) => tags))

export default defineConfig({
  test: {
    // One more worker than processors, because tests often wait for PostgreSQL and Redis.
    maxWorkers: availableParallelism() + 1,
    tags: [...specificationTags].map((name) => ({ name })),
    projects: [
      { test: { name: 'contract', root: 'shared/contract', include: tests, environment: 'node', ...TIMEOUTS } },
      withInfra('server', 'shared/server'),
      withInfra('gateway', 'services/gateway'),
      withInfra('hub', 'services/hub'),
      withInfra('worker', 'services/worker', {
        globalSetup: [PROGRAMS],
        setupFiles: [WORKER_PROGRAMS],
      }),
      // These tests share a page and the modules of the client, since loading them takes longer than most tests.
      inPage('web', { include: tests, exclude: WEB_ISOLATED, isolate: false }),
      inPage('web-isolated', { include: WEB_ISOLATED }),
      withInfra('scripts', 'scripts', {
        include: ['**/*.test.ts'],
        isolate: true,
        globalSetup: [PROGRAMS],
      }),
      withInfra('operation', '.', {
        include: OPERATION,
        exclude: [],
        isolate: true,
        globalSetup: [PROGRAMS],
        setupFiles: [WORKER_PROGRAMS],
      }),
      withInfra('mocking', '.', { include: MOCKING, exclude: [], isolate: true }),
    ],
  },
})
