import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { stopChild } from '../child-process.mjs'
import { startPostgres } from './postgres.mjs'

test('the PostgreSQL log reports a rejected row without quoting it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salong-postgres-'))
  const { url, child } = await startPostgres(folder)
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    if (child) await stopChild(child)
    rmSync(folder, { recursive: true })
  })
  await client.query('create temporary table people (email text constraint people_email_unique unique)')
  const insert = () => client.query('insert into people values ($1)', ['ann@example.test'])
  await insert()
  await expect(insert()).rejects.toMatchObject({ constraint: 'people_email_unique' })
  const log = () => readFileSync(join(folder, 'logs/postgres.log'), 'utf8')
  await expect.poll(log).toContain('people_email_unique')
  expect(log()).not.toContain('ann@example.test')
})
