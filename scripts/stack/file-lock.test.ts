import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '../test-infra/create-folder.ts'

/** A process that holds the lock for 20 ms, and logs when it begins and ends. */
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

async function runWorkers(count: number, ...args: string[]): Promise<void> {
  const started = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', WORKER, ...args], { stdio: 'inherit' }),
  )
  const codes = await Promise.all(started.map(async (child) => (await once(child, 'exit'))[0]))
  expect(codes).toEqual(Array(count).fill(0))
}

/** Returns the lock holders in order, and expects the end of each before the next one begins. */
function lockHoldersIn(log: string): string[] {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const beginners = lines.filter((line) => line.startsWith('begin ')).map((line) => line.slice('begin '.length))
  expect(lines).toEqual(beginners.flatMap((owner) => [`begin ${owner}`, `end ${owner}`]))
  return beginners
}

test('processes that request the same lock at the same time run sequentially', async () => {
  const folder = createFolder()
  await runWorkers(8, join(folder, 'lock'), join(folder, 'log'))
  expect(new Set(lockHoldersIn(join(folder, 'log'))).size).toBe(8)
})

test('exactly one waiting process at a time takes over the lock of a process that has ended', async () => {
  const folder = createFolder()
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(folder, 'lock'), String(pid))
  await runWorkers(8, join(folder, 'lock'), join(folder, 'log'))
  expect(new Set(lockHoldersIn(join(folder, 'log'))).size).toBe(8)
})
