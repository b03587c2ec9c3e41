import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type {} from '@app/server/testing/infra'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { run } from '../child-process.mjs'
import { root } from '../infra/paths.mjs'

const SERVICES = ['gateway', 'hub', 'worker']

/** Projects share one set of bundles. */
const shared = globalThis as { testPrograms?: Promise<string> }

/** Bundles a service as its own build does, into another folder. */
async function bundle(service: string, outdir: string): Promise<void> {
  const cwd = join(root, 'services', service)
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
  const [bundler, , ...entries] = scripts.build.split(' ').slice(1)
  const { code, out, err } = await run('bundle', process.execPath, [bundler, outdir, ...entries], { cwd })
  if (code !== 0) throw new Error(`The bundle of ${service} failed.\n${out}${err}`)
}

async function bundleServices(): Promise<string> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'test-programs-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await Promise.all(SERVICES.map((service) => bundle(service, join(folder, service))))
  return folder
}

/**
 * Bundles the services once per run: a bundle starts much faster than the sources, which each process would have to
 * compile.
 */
export async function setup(project: TestProject): Promise<void> {
  shared.testPrograms ??= bundleServices()
  project.provide('programs', await shared.testPrograms)
}
