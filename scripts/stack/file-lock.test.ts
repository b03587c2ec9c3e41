import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'salong-alone-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A process that works under the lock, some turns of the loop long, and writes down when it begins and ends. */
const WORKER = `
  import { appendFileSync } from 'node:fs'
  import { setTimeout as pause } from 'node:timers/promises'
  import { withFileLock } from ${JSON.stringify(join(import.meta.dirname, 'file-lock.mjs'))}
  const [lock, log] = process.argv.slice(1)
  await withFileLock(lock, async () => {
    appendFileSync(log, 'begin ' + process.pid + '\\n')
    await pause(20)
    appendFileSync(log, 'end ' + process.pid + '\\n')
  })`

async function workers(count: number, ...args: string[]): Promise<void> {
  const started = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', WORKER, ...args], { stdio: 'inherit' }),
  )
  const codes = await Promise.all(started.map(async (child) => (await once(child, 'exit'))[0]))
  expect(codes).toEqual(Array(count).fill(0))
}

/** Each begin is followed by the end of the same process. */
function lockHoldersIn(log: string): string[] {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const beginners = lines.filter((line) => line.startsWith('begin ')).map((line) => line.slice('begin '.length))
  expect(lines).toEqual(beginners.flatMap((owner) => [`begin ${owner}`, `end ${owner}`]))
  return beginners
}

test('processes that want the same lock at the same time work one after the other', async () => {
  const folder = aFolder()
  await workers(8, join(folder, 'lock'), join(folder, 'log'))
  expect(new Set(lockHoldersIn(join(folder, 'log'))).size).toBe(8)
})

test('the lock of a process that was killed is taken over, by one of those who wait at a time', async () => {
  const folder = aFolder()
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(folder, 'lock'), String(pid))
  await workers(8, join(folder, 'lock'), join(folder, 'log'))
  expect(new Set(lockHoldersIn(join(folder, 'log'))).size).toBe(8)
})
