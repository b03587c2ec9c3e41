import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const CHILD_PROCESS_URL = new URL('../child-process.mjs', import.meta.url).href
const PROGRESS_URL = new URL('progress.mjs', import.meta.url).href

/** Starts a separate process; resolves with its stderr and exit code. */
function aStarter(program: string) {
  const starter = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { spawnChild, run, stopOnSignals, stopAllChildren } from '${CHILD_PROCESS_URL}'\nimport { exitWithError } from '${PROGRESS_URL}'\n${program}`,
  ])
  onTestFinished(() => void starter.kill('SIGKILL'))
  let complaints = ''
  starter.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = once(starter, 'close').then(([code]) => ({ code, complaints }))
  return { starter, ended }
}

test('prints an error that occurs after all children were stopped', async () => {
  const { ended } = aStarter(`await stopAllChildren()\nawait exitWithError(new Error('the sums do not add up'))`)
  expect(await ended).toEqual({ code: 1, complaints: '\nthe sums do not add up\n' })
})

test('prints only the first error, not those that result from the stop', async () => {
  const { ended } = aStarter(`
    run('first', '/bin/sleep', ['60']).then(({ code }) => exitWithError(new Error('ended with ' + code)))
    await exitWithError(new Error('the cause'))`)
  expect(await ended).toEqual({ code: 1, complaints: '\nthe cause\n' })
})

test('treats no error after Ctrl-C as a failure', async () => {
  const { starter, ended } = aStarter(`
    stopOnSignals(0)
    const sleeping = run('sleeper', '/bin/sleep', ['60'])
    console.log('ready')
    const { code } = await sleeping
    await exitWithError(new Error('ended with ' + code))`)
  await once(starter.stdout, 'data')
  starter.kill('SIGINT')
  expect(await ended).toEqual({ code: 0, complaints: '' })
})
