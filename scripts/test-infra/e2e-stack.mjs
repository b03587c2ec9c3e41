import { findChromium } from '../infra/chromium.mjs'
import { findFreePort } from '../infra/ports.mjs'
import { ensureDatabase } from '../infra/postgres.mjs'
import { build } from '../stack/build.mjs'
import { setUpDatabase } from '../stack/databases.mjs'
import { createEnvironment } from '../stack/environment.mjs'
import { createLogPrinter, LOG_LEVELS } from '../stack/progress.mjs'
import { startServices } from '../stack/start-services.mjs'
import { startTestInfra } from './test-infra.mjs'

/**
 * Starts everything that the browser tests need, on separate ports and databases.
 * @returns {Promise<Record<string, string>>} the environment that playwright.config.ts and the tests read
 */
export async function startE2eStack() {
  const executable = await findChromium()
  await build(['build', 'build:scripts'])
  const { folder, redisUrl, ...infra } = await startTestInfra()
  const { app: databaseUrl } = await setUpDatabase(await ensureDatabase(infra.databaseUrl, 'salong_e2e'))
  const port = await findFreePort()
  const publicUrl = `http://localhost:${port}`
  const settings = await createEnvironment({ stateDir: folder, port, publicUrl, databaseUrl, redisUrl })
  const env = { ...settings, HOST: '127.0.0.1', RATE_LIMITS: 'off', EVENT_LOOP_DELAY_MAX_MS: '0', SMTP_URL: '' }
  const output = {
    log: console.error,
    onLine: createLogPrinter({ minLevel: LOG_LEVELS.error, includesUnparsed: false }),
  }
  await startServices({ stateDir: folder, env }, output)
  return {
    CHROMIUM_PATH: executable,
    E2E_URL: publicUrl,
    E2E_STATE_DIR: folder,
    E2E_DATABASE_URL: databaseUrl,
    E2E_SESSION_SECRET: settings.SESSION_SECRET,
    E2E_SETTINGS: JSON.stringify(env),
  }
}
