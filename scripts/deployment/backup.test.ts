import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../infra/paths.mjs'

/** A fake docker that logs its calls and fails at the step FAILS_AT. The restore drill runs the real programs. */
const DOCKER = `#!/bin/sh
echo "$*" >> "$CALL_LOG"
case "$*" in *"$FAILS_AT"*) exit 1;; esac
case "$*" in *pg_dump*) echo a-dump;; esac
`

/** Returns the step of a logged call, without its details. */
function stepOf(line: string): string {
  const words = line.replace(/^compose (?:exec -T |run --rm -T (?:--volume \S+ |--no-deps )?)?/, '').split(' ')
  return ['up', 'stop'].includes(words[0] ?? '') ? words.join(' ') : words.slice(0, 2).join(' ')
}

function aMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'salong-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [programs, callLog, backups] = [join(folder, 'bin'), join(folder, 'calls'), join(folder, 'backups')]
  mkdirSync(programs)
  writeFileSync(join(programs, 'docker'), DOCKER)
  chmodSync(join(programs, 'docker'), 0o755)
  const run = (script: string, target: string, failsAt = 'nothing') => {
    writeFileSync(callLog, '')
    const env = { PATH: `${programs}${delimiter}${process.env.PATH}`, CALL_LOG: callLog, FAILS_AT: failsAt }
    const { status } = spawnSync('sh', [join(root, 'infra', script), target], { env, encoding: 'utf8' })
    const lines = readFileSync(callLog, 'utf8').trim().split('\n')
    return { status, lines, calls: lines.map(stepOf) }
  }
  const dumps = () => readdirSync(join(backups, 'database'))
  return { backups, run, dumps }
}

const aDump = ({ run, backups, dumps }: ReturnType<typeof aMachine>): string => {
  run('backup.sh', backups)
  return join(backups, 'database', dumps()[0]!)
}

test('a backup copies photos, database and photos again, and names the dump once it is complete', () => {
  const { run, backups, dumps } = aMachine()
  const { status, calls } = run('backup.sh', backups)
  expect(status).toBe(0)
  expect(calls).toEqual([
    'up --detach --wait store-proxy',
    'copier sync',
    'postgres pg_dump',
    'postgres pg_restore',
    'copier copy',
  ])
  expect(dumps()).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z\.dump$/)])
  expect(readFileSync(join(backups, 'database', dumps()[0]!), 'utf8')).toBe('a-dump\n')
})

test('backups and restores skip the exports of members, and a backup moves copies by earlier releases to `gone`', () => {
  const { backups, run, dumps } = aMachine()
  const backup = run('backup.sh', backups)
  mkdirSync(join(backups, 'gone/29990101T000000Z'))
  const restore = run('restore.sh', join(backups, 'database', dumps()[0]!))
  const copies = [...backup.lines, ...restore.lines].filter((line) => /(?:copier|restorer) (?:sync|copy) /.test(line))
  expect(copies).toHaveLength(4)
  expect(copies.filter((line) => !line.includes(' --exclude /exports/** '))).toEqual([])
  expect(copies.filter((line) => line.includes(' --delete-excluded '))).toEqual([
    expect.stringMatching(/ copier sync .*--backup-dir \/backup\/gone\//),
  ])
})

test.each(['--wait store-proxy', 'copier sync', 'pg_dump', 'pg_restore --list', 'copier copy'])(
  'a backup in which %s fails leaves no dump and exits with an error',
  (failsAt) => {
    const { run, backups, dumps } = aMachine()
    expect(run('backup.sh', backups, failsAt).status).not.toBe(0)
    expect(dumps()).toEqual([])
  },
)

test('a backup removes backups older than the retention', () => {
  const { run, backups, dumps } = aMachine()
  run('backup.sh', backups)
  const outdatedDump = join(backups, 'database/20200101T000000Z.dump')
  const outdatedFolder = join(backups, 'gone/20200101T000000Z')
  writeFileSync(outdatedDump, '')
  mkdirSync(outdatedFolder)
  for (const path of [outdatedDump, outdatedFolder]) utimesSync(path, 0, 0)
  run('backup.sh', backups)
  expect(dumps()).not.toContain('20200101T000000Z.dump')
  expect(readdirSync(join(backups, 'gone'))).toEqual([])
})

test('a restore copies photos before rows, and stops the services once the new database is complete', () => {
  const machine = aMachine()
  const { status, calls } = machine.run('restore.sh', aDump(machine))
  expect(status).toBe(0)
  const steps = [
    'up --detach --wait postgres redis store-proxy',
    'migrate node',
    'restorer copy',
    'postgres createdb',
    'roles node',
    'stop gateway hub worker',
    'redis sh',
    'up --detach --wait',
  ]
  expect(calls.filter((call) => steps.includes(call))).toEqual(steps)
})

test('a restore swaps the databases in one transaction, so that a failure leaves the current one in place', () => {
  const machine = aMachine()
  const { lines } = machine.run('restore.sh', aDump(machine))
  const [swap = '', ...others] = lines.filter((line) => line.includes('alter database'))
  expect(others).toEqual([])
  expect(swap).toMatch(
    /--command alter database salong rename to salong_previous;.*; alter database salong_restored rename to salong$/,
  )
})

test('a restore brings back photos deleted after the backup, but not those deleted before it', () => {
  const machine = aMachine()
  const dump = aDump(machine)
  for (const time of ['20200101T000000Z', '29990101T000000Z']) mkdirSync(join(machine.backups, 'gone', time))
  const { lines } = machine.run('restore.sh', dump)
  const sources = lines.flatMap((line) => / restorer copy .* (\/backup\/\S+) /.exec(line)?.[1] ?? [])
  expect(sources).toEqual(['/backup/photos', '/backup/gone/29990101T000000Z'])
})

test.each([
  'pg_restore --list',
  'bucket.js',
  'restorer copy',
  'createdb',
  'pg_restore --username',
  '--set created=',
  'roles.js',
])('a restore in which %s fails stops no service and replaces no data', (failsAt) => {
  const machine = aMachine()
  const { status, calls } = machine.run('restore.sh', aDump(machine), failsAt)
  expect(status).not.toBe(0)
  expect(calls.join()).not.toContain('stop gateway')
  expect(calls.join()).not.toContain('redis sh')
})

test('a restore from a missing dump fails before any change', () => {
  const machine = aMachine()
  const { status, calls } = machine.run('restore.sh', join(machine.backups, 'database/none.dump'))
  expect(status).toBe(1)
  expect(calls).toEqual([''])
})
