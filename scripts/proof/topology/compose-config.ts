import { join } from 'node:path'
import { run } from '../../child-process.mjs'
import { root } from '../../infra/paths.mjs'
import type { CheckResult } from './expect.ts'

/**
 * Validates the compose file with docker compose and the `.env` of setup. If docker compose is not installed, prints
 * that and returns no results.
 */
export async function checkCompose(folder: string): Promise<CheckResult[]> {
  const { code: isMissing } = await run('docker', 'docker', ['compose', 'version'])
  if (isMissing) {
    console.log('  docker compose is not installed; its check of the file is skipped')
    return []
  }
  await run('setup', process.execPath, [join(root, 'scripts/setup.mjs')], { cwd: folder })
  const args = ['compose', '--env-file', join(folder, '.env'), '--profile', '*', 'config', '--quiet']
  const { code, err } = await run('docker compose', 'docker', args, { cwd: root })
  return [{ title: 'the compose file', mismatch: code === 0 ? null : err.trim() }]
}
