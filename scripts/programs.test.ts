import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Runs a program without settings, except those given. */
function run(program: string, env: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, `${program}.ts`)],
    { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } },
  )
  return { status, stderr }
}

describe('a program that fails prints a message without a stack trace and sets the exit code', () => {
  test.each([
    ['admin', 'Usage:'],
    ['bucket', 'PHOTO_STORE'],
    ['demo', 'DATABASE_URL'],
    ['migrate', 'Set DATABASE_OWNER_URL'],
    ['roles', 'DATABASE_SUPERUSER_URL'],
  ])('%s without settings', (program, text) => {
    const { status, stderr } = run(program)
    expect(status).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${text}`))
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('demo without a reachable database', () => {
    const { status, stderr } = run('demo', {
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      PHOTO_STORE: 'file:/nowhere',
      SESSION_SECRET: 'x'.repeat(32),
    })
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('ECONNREFUSED')])
  })
})
