import { join } from 'node:path'
import { run } from '../child-process.mjs'
import { root } from '../infra/paths.mjs'
import type { Finding } from './expect.ts'

/** What docker compose itself says of its file with what setup writes; nothing where it is not installed, and that is told. */
export async function checkCompose(folder: string): Promise<Finding[]> {
  const { code: isMissing } = await run('docker', 'docker', ['compose', 'version'])
  if (isMissing) {
    console.log('  docker compose is not installed here: what it says of its file is left out')
    return []
  }
  await run('setup', process.execPath, [join(root, 'scripts/setup.mjs')], { cwd: folder })
  const args = ['compose', '--env-file', join(folder, '.env'), '--profile', '*', 'config', '--quiet']
  const { code, err } = await run('docker compose', 'docker', args, { cwd: root })
  return [{ title: 'the compose file', fault: code === 0 ? null : err.trim() }]
}
