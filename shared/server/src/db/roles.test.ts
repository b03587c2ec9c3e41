import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testDatabase } from '../testing/context.ts'
import { MIGRATIONS, migrateToLatest } from './migrate.ts'
import { type RoleUrls, setUpRoles, withRole } from './roles.ts'

/** Roles are global to the server, so each test database has its own. */
const NAMES = ['owner', 'app', 'reader', 'exporter'] as const
const password = "it's a \\ pässword%"

const { ownerUrl, superuserUrl, drop } = await testDatabase()
const database = new URL(superuserUrl).pathname.slice(1)
const urls = Object.fromEntries(
  NAMES.map((name) => [name, withRole(superuserUrl, { name: `${database}_${name}`, password })]),
) as Required<RoleUrls>

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return await client.query(text)
  } finally {
    await client.end()
  }
}
/** Runs a statement and returns the SQLSTATE of its error, or `success`. */
const runForErrorCode = (url: string, text: string): Promise<string> =>
  query(url, text).then(
    () => 'success',
    (error: pg.DatabaseError) => error.code ?? String(error),
  )

beforeAll(async () => {
  // As in an installation from before these roles existed, the superuser owns everything.
  await query(ownerUrl, 'drop schema public cascade')
  await query(superuserUrl, `create schema public; alter database ${database} owner to current_user`)
  await migrateToLatest(superuserUrl)
  await setUpRoles(superuserUrl, urls)
})
afterAll(async () => {
  await drop()
  for (const name of NAMES) await query(inject('testInfra').databaseUrl, `drop role ${database}_${name}`)
})

const INSUFFICIENT_PRIVILEGE = '42501'

test.each([
  ['create a table', 'create table t (id bigint)'],
  ['create a temporary table', 'create temporary table t (id bigint)'],
  ['create a schema', 'create schema s'],
  ['create a function', "create function f() returns int language sql as 'select 1'"],
  ['create an extension', 'create extension dblink'],
  ['create a role', 'create role r'],
  ['create a database', 'create database d'],
  ['create an index', 'create index i on members (id)'],
  ['create a trigger', 'create trigger t before update on members execute function count_news_comments()'],
  ['drop a table', 'drop table members'],
  ['alter a table', 'alter table members add column x bigint'],
  ['truncate a table', 'truncate outbox'],
  ['set a sequence', "select setval('group_messages_id_seq', 1)"],
  ['assume another role', `set role ${database}_owner`],
  ['assume the identity of the superuser', `set session authorization ${new URL(superuserUrl).username}`],
  ['change a setting of the server', "alter system set fsync = 'off'"],
  ['read the passwords in pg_authid', 'select * from pg_authid'],
  ['read the passwords in pg_shadow', 'select * from pg_shadow'],
  ['read a file', "select pg_read_file('PG_VERSION')"],
  ['run a program', "copy members to program 'cat'"],
  ['write a file', "copy members to '/tmp/members'"],
  ['change the team log', "update team_log set act = 'x'"],
  ['delete from the team log', 'delete from team_log'],
  ['empty the team log', 'truncate team_log'],
  ['read the table of migrations', 'select * from kysely_migration'],
  ['change the table of migrations', 'delete from kysely_migration'],
])('the application cannot %s', async (_, statement) => {
  expect(await runForErrorCode(urls.app, statement)).toBe(INSUFFICIENT_PRIVILEGE)
})

test('the application cannot grant its privileges to others', async () => {
  await query(urls.app, 'grant select on members to public')
  const { rows } = await query(superuserUrl, "select has_table_privilege('public', 'members', 'select') as granted")
  expect(rows).toEqual([{ granted: false }])
})

test.each(['app', 'reader', 'exporter'] as const)(
  'the role %s cannot connect to the maintenance databases',
  async (name) => {
    for (const otherDatabase of ['postgres', 'template1']) {
      const url = Object.assign(new URL(urls[name]), { pathname: `/${otherDatabase}` }).href
      expect(await runForErrorCode(url, 'select 1')).toBe(INSUFFICIENT_PRIVILEGE)
    }
  },
)

test('the application reads and writes all tables except the team log and the table of migrations, including tables of later migrations', async () => {
  await query(urls.owner, 'create table later (id bigint generated always as identity, name text)')
  await query(urls.app, "insert into later (name) values ('x')")
  const { rows } = await query(
    urls.app,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relname not in ('kysely_migration', 'team_log')
     and (relkind = 'S' and not has_sequence_privilege(oid, 'usage') or relkind = 'r'
       and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
         and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')))`,
  )
  expect(rows).toEqual([])
  await query(urls.owner, 'drop table later')
})

test('the owner migrates without being a superuser', async () => {
  expect(await migrateToLatest(urls.owner)).toEqual([])
  await query(urls.owner, 'create table t (id bigint); alter table members add column x bigint; drop table t')
  await query(urls.owner, 'alter table members drop column x')
  expect(await runForErrorCode(urls.owner, 'select * from pg_authid')).toBe(INSUFFICIENT_PRIVILEGE)
  expect(await runForErrorCode(urls.owner, 'create role r')).toBe(INSUFFICIENT_PRIVILEGE)
  const { rows } = await query(
    superuserUrl,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relowner <> '${database}_owner'::regrole`,
  )
  expect(rows).toEqual([])
})

test('the reader reads rows, but cannot write', async () => {
  expect((await query(urls.reader, 'select "userName" from members')).rows).toEqual([{ userName: 'Teamet' }])
  const READ_ONLY = '25006'
  expect(await runForErrorCode(urls.reader, 'delete from outbox')).toBe(READ_ONLY)
  expect(await runForErrorCode(urls.reader, 'begin read write; delete from outbox')).toBe(INSUFFICIENT_PRIVILEGE)
  expect(await runForErrorCode(urls.reader, 'begin read write; create table t ()')).toBe(INSUFFICIENT_PRIVILEGE)
})

test('the exporter reads statistics of the server, but no rows', async () => {
  await query(urls.exporter, 'select * from pg_stat_activity, pg_stat_database')
  expect(await runForErrorCode(urls.exporter, 'select from public.members')).toBe(INSUFFICIENT_PRIVILEGE)
})

test('repeating the setup replaces passwords and revokes privileges granted since', async () => {
  const readPrivileges = async () =>
    (
      await query(
        superuserUrl,
        `select relname, relowner, relacl from pg_class where relnamespace = 'public'::regnamespace order by 1`,
      )
    ).rows
  const previousPrivileges = await readPrivileges()
  const app = new URL(urls.app).username
  await query(
    superuserUrl,
    `alter role ${app} superuser; grant ${database}_owner to ${app}; grant all on members to ${app}`,
  )
  const changedUrls = { ...urls, app: withRole(urls.app, { name: app, password: 'another one' }) }
  await setUpRoles(superuserUrl, changedUrls)
  expect(await readPrivileges()).toEqual(previousPrivileges)
  expect(await runForErrorCode(changedUrls.app, 'select * from pg_authid')).toBe(INSUFFICIENT_PRIVILEGE)
  expect(await runForErrorCode(urls.app, 'select 1')).not.toBe('success')
  await setUpRoles(superuserUrl, urls)
})

test('the owner migrates an empty database for the application', async () => {
  await query(urls.owner, 'drop schema public cascade')
  await query(superuserUrl, 'create schema public')
  await setUpRoles(superuserUrl, urls)
  expect(await migrateToLatest(urls.owner)).toEqual(Object.keys(MIGRATIONS))
  expect((await query(urls.app, 'select "userName" from members')).rows).toEqual([{ userName: 'Teamet' }])
})

test('the application cannot have the role of the superuser or the owner', async () => {
  await expect(setUpRoles(superuserUrl, { ...urls, app: superuserUrl })).rejects.toThrow('a name of its own')
  await expect(setUpRoles(superuserUrl, { ...urls, app: urls.owner })).rejects.toThrow('a name of its own')
})
