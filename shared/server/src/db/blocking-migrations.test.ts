import { type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/context.ts'
import { listBlockingStatements } from '../testing/migrations.ts'
import { MIGRATIONS } from './migrate.ts'
import { buildIndex, changeInBatches } from './online-changes.ts'
import type { Migration } from './run-migrations.ts'

/**
 * Migrations up to this one were merged before the rule against blocking writers; merged migrations are never edited.
 */
const LAST_UNCHECKED = '0025-operations'

const EMPTY_SCHEMA = 'drop schema public cascade; create schema public'

const { ownerUrl: url, drop } = await testDatabase()
afterAll(drop)

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

test('no migration after the last unchecked one blocks writers', async () => {
  await query(EMPTY_SCHEMA)
  const violations: string[] = []
  for (const [name, migration] of Object.entries<Migration>(MIGRATIONS).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const blockingStatements = await listBlockingStatements(url, migration)
    if (name > LAST_UNCHECKED) violations.push(...blockingStatements.map((violation) => `${name}: ${violation}`))
  }
  expect(violations.join('\n')).toBe('')
})

/** Tables that exist before the migration. `place` has a column for a later reference and an unvalidated constraint. */
const TABLES = `
  create table town (id bigint generated always as identity primary key, name text not null);
  create table place (id bigint generated always as identity primary key, "townId" bigint, name text, size integer);
  alter table place add constraint place_name check (name is not null) not valid;
  create index place_size on place (size);
  insert into town (name) select 'Ort ' || n from generate_series(1, 3) n;
  insert into place ("townId", name, size) select 1, 'Plats ' || n, n from generate_series(1, 30) n`

async function listViolations(statements: RawBuilder<unknown>[], outsideTransaction = false): Promise<string> {
  const up = async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await statement.execute(db)
  }
  return listMigrationViolations({ up, outsideTransaction })
}

async function listMigrationViolations(migration: Migration): Promise<string> {
  await query(`${EMPTY_SCHEMA}; ${TABLES}`)
  return (await listBlockingStatements(url, migration)).join('\n')
}

test.each([
  ['building an index in the transaction', sql`create index place_town on place ("townId")`, 'buildIndex'],
  ['a unique index', sql`create unique index place_id on place (id)`, 'buildIndex'],
  ['dropping an index', sql`drop index place_size`, 'drop index concurrently'],
  ['reindexing a table', sql`reindex table place`, 'reindex concurrently'],
  [
    'a volatile default',
    sql`alter table place add column key uuid not null default gen_random_uuid()`,
    'changeInBatches',
  ],
  [
    'a stored generated column',
    sql`alter table place add column doubled integer generated always as (size * 2) stored`,
    'default',
  ],
  ['an added identity column', sql`alter table place add column n bigint generated always as identity`, 'default'],
  ['a changed column type', sql`alter table place alter column size type bigint`, 'Add a new column'],
  ['not null without a check', sql`alter table place alter column size set not null`, 'not valid'],
  ['not null with a check that is not validated', sql`alter table place alter column name set not null`, 'not valid'],
  ['a check that scans all rows', sql`alter table place add constraint sized check (size > 0)`, 'not valid'],
  [
    'a foreign key that scans all rows',
    sql`alter table place add constraint place_of foreign key ("townId") references town`,
    'not valid',
  ],
  ['a unique constraint', sql`alter table place add constraint one_name unique (name)`, 'using index'],
  ['an explicit lock', sql`lock table place in share mode`, 'Locks out the writers of place'],
  ['truncating a table', sql`truncate place`, 'Rewrites place'],
  ['clustering a table', sql`cluster place using place_pkey`, 'Rewrites place'],
  ['an update of all rows', sql`update place set size = 1`, 'changeInBatches'],
  [
    'an update with the rows of another table',
    sql`update place set size = 1 from town where town.id = "townId"`,
    'changeInBatches',
  ],
  ['a deletion by a column without an index', sql`delete from place where name = 'Plats 1'`, 'changeInBatches'],
  [
    'a deletion in a common table expression',
    sql`with gone as (delete from place returning id) select id from gone`,
    'Batches',
  ],
  [
    'an anonymous block that builds an index',
    sql`do $$ begin create index place_town on place ("townId"); end $$`,
    'while writers of place wait',
  ],
])('rejects %s with an explanation', async (_, statement, advice) => {
  expect(await listViolations([statement])).toContain(advice)
})

test.each([
  [
    'validating a constraint in the transaction that adds it',
    [
      sql`alter table place add constraint sized check (size > 0) not valid`,
      sql`alter table place validate constraint sized`,
    ],
    'Validate the constraint in a later migration',
  ],
  [
    'copying a table while another one is locked',
    [sql`alter table town add column size integer`, sql`create table copied as select * from place`],
    'while writers of town wait',
  ],
  [
    'reading a table while another one is locked',
    [
      sql`alter table town add column size integer`,
      sql`create table kept (id bigint)`,
      sql`insert into kept select id from place`,
    ],
    'while writers of town wait',
  ],
])('rejects %s', async (_, statements, advice) => {
  expect(await listViolations(statements)).toContain(advice)
})

test.each([
  ['a full vacuum', sql`vacuum full place`],
  ['an update of all rows in one statement', sql`update place set size = 1`],
  ['a changed column type', sql`alter table place alter column size type bigint`],
  ['an index that is not built concurrently', sql`create index place_town on place ("townId")`],
])('rejects %s outside of a transaction', async (_, statement) => {
  expect(await listViolations([statement], true)).not.toBe('')
})

test.each([
  ['a new column', [sql`alter table place add column note text`]],
  ['a new column with a constant default', [sql`alter table place add column kind text not null default 'HOME'`]],
  ['a new column that refers to another table', [sql`alter table place add column "ownerId" bigint references town`]],
  ['a check that is not validated', [sql`alter table place add constraint sized check (size > 0) not valid`]],
  ['validating an earlier constraint', [sql`alter table place validate constraint place_name`]],
  ['dropping a column', [sql`alter table place drop column size`]],
  ['a change from text to varchar without a length limit', [sql`alter table place alter column name type varchar`]],
  [
    'a new table with indexes, rows and references',
    [
      sql`create table street (id bigint generated always as identity primary key, "townId" bigint references town, name text)`,
      sql`create index street_town on street ("townId")`,
      sql`insert into street (name) values ('Storgatan')`,
      sql`update street set name = 'Lillgatan'`,
      sql`alter table street alter column name set not null`,
    ],
  ],
  [
    'a trigger',
    [sql`create trigger t before update on place for each row execute function suppress_redundant_updates_trigger()`],
  ],
  ['an update of a row found by its key', [sql`update place set size = 1 where id = 1`]],
  ['new rows', [sql`insert into town (name) values ('Ny')`]],
])('accepts %s', async (_, statements) => {
  expect(await listViolations(statements)).toBe('')
})

test('accepts not null after a validated check', async () => {
  await query(`${EMPTY_SCHEMA}; ${TABLES}; alter table place validate constraint place_name`)
  const up = async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table place alter column name set not null`.execute(db)
    await sql`alter table place drop constraint place_name`.execute(db)
  }
  expect(await listBlockingStatements(url, { up })).toEqual([])
})

test('accepts a concurrently built index and changes in batches outside of a transaction', async () => {
  const up = async (db: Kysely<unknown>): Promise<void> => {
    await buildIndex(db, 'place_town', { definition: sql`on place ("townId")` })
    await changeInBatches(db, sql`update place set size = 1 where id in (select id from place where size > 1 limit 10)`)
  }
  expect(await listMigrationViolations({ up, outsideTransaction: true })).toBe('')
})
