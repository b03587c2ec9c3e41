import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const CHILD_PROCESS_URL = new URL('../child-process.mjs', import.meta.url).href
const PROGRESS_URL = new URL('progress.mjs', import.meta.url).href

/** Starts a separate process; resolves with its stderr and exit code. */
function aProcess(program: string) {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { spawnChild, run, stopOnSignals, stopAllChildren } from '${CHILD_PROCESS_URL}'\nimport { exitWithError } from '${PROGRESS_URL}'\n${program}`,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code, stderr }))
  return { child, ended }
}

test('prints an error that occurs after all children were stopped', async () => {
  const { ended } = aProcess(`await stopAllChildren()\nawait exitWithError(new Error('the sums do not add up'))`)
  expect(await ended).toEqual({ code: 1, stderr: '\nthe sums do not add up\n' })
})

test('prints only the first error, not those that result from the stop', async () => {
  const { ended } = aProcess(`
    run('first', '/bin/sleep', ['60']).then(({ code }) => exitWithError(new Error('ended with ' + code)))
    await exitWithError(new Error('the cause'))`)
  expect(await ended).toEqual({ code: 1, stderr: '\nthe cause\n' })
})

test('does not treat errors after Ctrl-C as failures', async () => {
  const { child, ended } = aProcess(`
    stopOnSignals(0)
    const sleeping = run('sleeper', '/bin/sleep', ['60'])
    console.log('ready')
    const { code } = await sleeping
    await exitWithError(new Error('ended with ' + code))`)
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 0, stderr: '' })
})
