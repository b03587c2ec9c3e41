import { migrateToLatest } from '@app/server/db/migrate'
import type {} from '@app/server/testing-infra'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { startTestInfra, templateIn } from './test-infra.mjs'

/** Every project that asks gets the same servers; a run of only `web` or `contract` starts none. */
const shared = globalThis as { testInfra?: ReturnType<typeof start> }

async function start() {
  const infra = await startTestInfra()
  await migrateToLatest(await templateIn(infra.databaseUrl))
  return infra
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testInfra ??= start()
  const { databaseUrl, redisUrl, stop } = await shared.testInfra
  project.provide('testInfra', { databaseUrl, redisUrl })
  return stop
}
