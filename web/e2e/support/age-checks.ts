import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { CLIENT, TestOidcServer } from '@app/server/testing/oidc-server'
import { expect } from '@playwright/test'
import { findFreePort } from './ports.ts'
import { test as base } from './test.ts'

const SERVICES = resolve(import.meta.dirname, '../../../services')

type Settings = Record<string, string>

/** Starts a built service, and waits until it is ready. */
async function startService(name: 'gateway' | 'hub', port: string, settings: Settings): Promise<ChildProcess> {
  const env = { ...process.env, ...settings, LOG_LEVEL: 'error' }
  const service = spawn(process.execPath, [resolve(SERVICES, name, 'dist/main.js')], { env, stdio: 'inherit' })
  // Stops it even if another service does not start.
  process.once('exit', () => service.kill())
  await expect(async () => {
    expect(service.exitCode).toBeNull()
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
  }).toPass()
  return service
}

async function stopService(service: ChildProcess): Promise<void> {
  service.kill()
  if (service.exitCode === null) await once(service, 'exit')
}

type AgeChecks = {
  /** The URL of a gateway that requires the age check. */
  required: string
  /** The URL of a gateway that offers the age check. */
  optional: string
  provider: TestOidcServer
}

/** Starts a gateway and a hub with age checks, on the databases of the shared stack. */
async function startInstallation(ageAssurance: string, provider: TestOidcServer) {
  const [port, hubPort] = [await findFreePort(), await findFreePort()]
  const url = `http://localhost:${port}`
  const settings: Settings = {
    ...JSON.parse(process.env.E2E_SETTINGS ?? '{}'),
    ...{ PORT: port, HUB_PORT: hubPort, HUB_URL: `http://127.0.0.1:${hubPort}`, PUBLIC_URL: url },
    ...{ AGE_ASSURANCE: ageAssurance, AGE_ISSUER: provider.issuer },
    ...{ AGE_CLIENT_ID: CLIENT.id, AGE_CLIENT_SECRET: CLIENT.secret },
  }
  const services = await Promise.all([startService('gateway', port, settings), startService('hub', hubPort, settings)])
  return { url, stop: () => Promise.all(services.map(stopService)) }
}

/** A test with a provider of age checks, and with services of its own that require or offer them. */
export const test = base.extend<object, { ageChecks: AgeChecks }>({
  ageChecks: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
    async ({}, use) => {
      const provider = await new TestOidcServer().start()
      const [required, optional] = await Promise.all([
        startInstallation('required', provider),
        startInstallation('optional', provider),
      ])
      await use({ required: required.url, optional: optional.url, provider })
      await Promise.all([required.stop(), optional.stop()])
      await provider.close()
    },
    { scope: 'worker' },
  ],
})
