import { migrateToLatest } from '@app/server/db/migrate'
import { setUpRoles } from '@app/server/db/roles'
import type {} from '@app/server/testing/infra'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { roleUrls } from '../infra/postgres.mjs'
import { ensureTemplate, startTestInfra } from './test-infra.mjs'

/** Projects share one PostgreSQL and one Redis; a run of only `web` or `contract` starts none. */
const shared = globalThis as { testInfra?: ReturnType<typeof start> }

async function start() {
  const infra = await startTestInfra()
  const template = await ensureTemplate(infra.databaseUrl)
  const { owner, app } = roleUrls(template)
  await setUpRoles(template, { owner, app })
  await migrateToLatest(owner)
  return { ...infra, ownerUrl: owner, appUrl: app }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testInfra ??= start()
  const { databaseUrl, ownerUrl, appUrl, redisUrl, stop } = await shared.testInfra
  project.provide('testInfra', { databaseUrl, ownerUrl, appUrl, redisUrl })
  return stop
}
