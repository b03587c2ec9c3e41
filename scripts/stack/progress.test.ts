import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const CHILD_PROCESS_URL = new URL('../child-process.mjs', import.meta.url).href
const PROGRESS_URL = new URL('progress.mjs', import.meta.url).href

/** A starter of its own process: what it says and how it ends. */
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

test('what goes wrong after everything was stopped is told, too', async () => {
  const { ended } = aStarter(`await stopAllChildren()\nawait exitWithError(new Error('the sums do not add up'))`)
  expect(await ended).toEqual({ code: 1, complaints: '\nthe sums do not add up\n' })
})

test('the first failure is told; those that follow because everything is stopped are not', async () => {
  const { ended } = aStarter(`
    run('first', '/bin/sleep', ['60']).then(({ code }) => exitWithError(new Error('ended with ' + code)))
    await exitWithError(new Error('the cause'))`)
  expect(await ended).toEqual({ code: 1, complaints: '\nthe cause\n' })
})

test('Ctrl-C is no failure, whatever fails by it', async () => {
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
