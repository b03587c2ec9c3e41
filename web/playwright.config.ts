import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** Slow tests of a first start, of releases and of age checks, which `npm run proof` runs. */
const OPERATION = ['start.e2e.ts', 'releases.e2e.ts', 'age.e2e.ts']

/** Checks of every screen with axe and by keyboard, which `npm run proof` runs. */
const SCREENS = 'screens/*.e2e.ts'

// The global setup starts all services, finds a browser, and sets the environment variables that are read below.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: '../scripts/test-infra/e2e-setup.mjs',
  outputDir: 'test-results',
  fullyParallel: true,
  // These tests share one stack, so those that crash services run after the tests of the pages.
  projects: [
    { name: 'pages', testMatch: '*.e2e.ts', testIgnore: ['crashes.e2e.ts', SCREENS, ...OPERATION] },
    { name: 'screens', testMatch: SCREENS },
    { name: 'operation', testMatch: OPERATION },
    { name: 'crashes', testMatch: 'crashes.e2e.ts', fullyParallel: false, dependencies: ['pages'] },
  ],
  // One more worker than processors, because workers often wait for the services.
  workers: availableParallelism() + 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['../scripts/checks/playwright-reporter.mjs']],
  use: {
    baseURL: process.env.E2E_URL,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // Recording a trace slows every test; run a failing one with `--trace on`.
    trace: 'off',
    // Each new context would precache the whole client. Tests of the offline app allow service workers.
    serviceWorkers: 'block',
    // Animations take processor time, and each click waits until its target stops moving.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      chromiumSandbox: false,
      // All pages of a context share a renderer, since starting one takes longer than loading a page.
      args: ['--renderer-process-limit=1', '--disable-site-isolation-trials'],
    },
  },
})
