import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { run } from './child-process.mjs'
import { createFolder } from './test-infra/create-folder.ts'

const MODULE_PATH = fileURLToPath(new URL('child-process.mjs', import.meta.url))

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until the processes are gone: a killed one exists until its parent or init has reaped it. */
const expectExited = (pids: number[]): Promise<void> =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 10_000 })

/**
 * Starts a parent that runs `childScript` as its child. Returns the parent and the process ids in the script's first
 * line of output, which the parent forwards.
 */
async function aParent(childScript: string) {
  const program = `
    import { spawnChild, onLines, stopOnSignals } from ${JSON.stringify(MODULE_PATH)}
    stopOnSignals(0)
    onLines(spawnChild('child', '/bin/sh', ['-c', ${JSON.stringify(childScript)}]), (line) => console.log(line))`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const lines = createInterface(parent.stdout)
  const [line] = await once(lines, 'line')
  return { parent, pids: String(line).split(' ').map(Number) }
}

const WITH_GRANDCHILD = 'sleep 60 & echo $$ $!; wait'

test('killing the parent also ends its child and grandchild', async () => {
  const { parent, pids } = await aParent(WITH_GRANDCHILD)
  expect(pids.map(isAlive)).toEqual([true, true])
  parent.kill('SIGKILL')
  await expectExited(pids)
})

test('Ctrl-C stops all processes and exits with the given code', async () => {
  const { parent, pids } = await aParent(WITH_GRANDCHILD)
  parent.kill('SIGINT')
  const [code] = await once(parent, 'exit')
  expect(code).toBe(0)
  await expectExited(pids)
})

test('repeats the signal for a child that does not handle it at first', async () => {
  const handled = join(createFolder(), 'handled')
  const { parent, pids } = await aParent(
    `trap '' TERM; echo $$; sleep 1; trap 'touch ${handled}; exit 0' TERM; while :; do sleep 0.1; done`,
  )
  parent.kill('SIGTERM')
  await once(parent, 'exit')
  await expectExited(pids)
  expect(existsSync(handled)).toBe(true)
})

test('returns the output and the exit code of a child', async () => {
  expect(await run('child', '/bin/sh', ['-c', 'echo out; echo err >&2; exit 3'])).toEqual({
    code: 3,
    out: 'out\n',
    err: 'err\n',
  })
})

test('rejects if a child cannot be started', async () => {
  await expect(run('child', '/bin/true', [], { cwd: '/nowhere' })).rejects.toThrow('ENOENT')
})
