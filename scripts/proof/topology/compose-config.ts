import { join } from 'node:path'
import { run } from '../../child-process.mjs'
import { root } from '../../infra/paths.mjs'
import type { CheckResult } from './expect.ts'

/**
 * Validates the compose file with docker compose and the `.env` that `npm run setup` writes. Prints a note and returns no
 * results if docker compose is not installed.
 */
export async function checkCompose(folder: string): Promise<CheckResult[]> {
  const { code: versionCode } = await run('docker', 'docker', ['compose', 'version'])
  if (versionCode !== 0) {
    console.log('  docker compose is not installed; the compose file is not checked')
    return []
  }
  await run('setup', process.execPath, [join(root, 'scripts/setup.mjs')], { cwd: folder })
  const args = ['compose', '--env-file', join(folder, '.env'), '--profile', '*', 'config', '--quiet']
  const { code, err } = await run('docker compose', 'docker', args, { cwd: root })
  return [{ title: 'the compose file', mismatch: code === 0 ? null : err.trim() }]
}
