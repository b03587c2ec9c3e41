import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// The global setup starts all services, finds a browser, and says where both are.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: '../scripts/test-infra/e2e-setup.mjs',
  outputDir: 'test-results',
  fullyParallel: true,
  // Everybody shares one stack, so what breaks a part of it runs when nobody else does.
  projects: [
    { name: 'pages', testMatch: '*.e2e.ts', testIgnore: 'crashes.e2e.ts' },
    { name: 'crashes', testMatch: 'crashes.e2e.ts', fullyParallel: false, dependencies: ['pages'] },
  ],
  workers: Math.max(2, availableParallelism()),
  forbidOnly: Boolean(process.env.CI),
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ...(process.env.E2E_REPORT ? ([['json', { outputFile: process.env.E2E_REPORT }]] as const) : []),
  ],
  use: {
    baseURL: process.env.E2E_URL,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // Recording a trace slows every test; run a failing one with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, chromiumSandbox: false },
  },
})
