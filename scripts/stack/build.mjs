import { run } from '../child-process.mjs'
import { bin, root } from '../infra/paths.mjs'

/**
 * Builds everything that has changed since the last build.
 * @param {string[]} tasks
 */
export async function build(tasks) {
  const args = ['run', ...tasks, '--output-logs=errors-only', '--log-order=grouped', '--ui=stream']
  const env = { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' }
  const { code, out, err } = await run('build', bin('turbo'), args, { cwd: root, env })
  if (code !== 0) throw new Error(`The build failed.\n${out}${err}`)
}
