import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testDatabase } from '../testing/context.ts'
import { MIGRATIONS, migrateToLatest } from './migrate.ts'
import { type RoleAddresses, setUpRoles, withRole } from './roles.ts'

/** Roles are global to the server, so these have other names than those of the other tests. */
const NAMES = ['owner', 'app', 'reader', 'exporter'] as const
const password = "it's a \\ pässword%"

const { ownerUrl, superuserUrl: admin, drop } = await testDatabase()
const database = new URL(admin).pathname.slice(1)
const addresses = Object.fromEntries(
  NAMES.map((name) => [name, withRole(admin, { name: `${database}_${name}`, password })]),
) as Required<RoleAddresses>

async function query(address: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: address })
  try {
    await client.connect()
    return await client.query(text)
  } finally {
    await client.end()
  }
}
const refusalOf = (address: string, text: string): Promise<string> =>
  query(address, text).then(
    () => 'nothing',
    (error: pg.DatabaseError) => error.code ?? String(error),
  )

beforeAll(async () => {
  // As releases before the roles left it: the superuser owns everything.
  await query(ownerUrl, 'drop schema public cascade')
  await query(admin, `create schema public; alter database ${database} owner to current_user`)
  await migrateToLatest(admin)
  await setUpRoles(admin, addresses)
})
afterAll(async () => {
  await drop()
  for (const name of NAMES) await query(inject('testInfra').databaseUrl, `drop role ${database}_${name}`)
})

const INSUFFICIENT_PRIVILEGE = '42501'

test.each([
  ['creates no table', 'create table t (id bigint)'],
  ['creates no temporary table', 'create temporary table t (id bigint)'],
  ['creates no schema', 'create schema s'],
  ['creates no function', "create function f() returns int language sql as 'select 1'"],
  ['creates no extension', 'create extension dblink'],
  ['creates no role', 'create role r'],
  ['creates no database', 'create database d'],
  ['creates no index', 'create index i on members (id)'],
  ['creates no trigger', 'create trigger t before update on members execute function count_news_comments()'],
  ['drops no table', 'drop table members'],
  ['alters no table', 'alter table members add column x bigint'],
  ['empties no table', 'truncate outbox'],
  ['sets no sequence', "select setval('group_messages_id_seq', 1)"],
  ['takes no other role', `set role ${database}_owner`],
  ['takes no session of the superuser', `set session authorization ${new URL(admin).username}`],
  ['changes no setting of the server', "alter system set fsync = 'off'"],
  ['reads no password of a role', 'select * from pg_authid'],
  ['reads no verifier', 'select * from pg_shadow'],
  ['reads no file', "select pg_read_file('PG_VERSION')"],
  ['runs no program', "copy members to program 'cat'"],
  ['writes no file', "copy members to '/tmp/members'"],
  ['does not read the table of migrations', 'select * from kysely_migration'],
  ['does not change the table of migrations', 'delete from kysely_migration'],
])('the application %s', async (_, statement) => {
  expect(await refusalOf(addresses.app, statement)).toBe(INSUFFICIENT_PRIVILEGE)
})

test('the application cannot pass on its rights', async () => {
  await query(addresses.app, 'grant select on members to public')
  const { rows } = await query(admin, "select has_table_privilege('public', 'members', 'select') as granted")
  expect(rows).toEqual([{ granted: false }])
})

test.each(['app', 'reader', 'exporter'] as const)('%s connects to no other database', async (name) => {
  for (const other of ['postgres', 'template1']) {
    const address = Object.assign(new URL(addresses[name]), { pathname: `/${other}` }).href
    expect(await refusalOf(address, 'select 1')).toBe(INSUFFICIENT_PRIVILEGE)
  }
})

test('the application reads and writes every table, including those of later migrations', async () => {
  await query(addresses.owner, 'create table later (id bigint generated always as identity, name text)')
  await query(addresses.app, "insert into later (name) values ('x')")
  const { rows } = await query(
    addresses.app,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relname <> 'kysely_migration'
     and (relkind = 'S' and not has_sequence_privilege(oid, 'usage') or relkind = 'r'
       and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
         and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')))`,
  )
  expect(rows).toEqual([])
  await query(addresses.owner, 'drop table later')
})

test('the owner migrates without being a superuser', async () => {
  expect(await migrateToLatest(addresses.owner)).toEqual([])
  await query(addresses.owner, 'create table t (id bigint); alter table members add column x bigint; drop table t')
  await query(addresses.owner, 'alter table members drop column x')
  expect(await refusalOf(addresses.owner, 'select * from pg_authid')).toBe(INSUFFICIENT_PRIVILEGE)
  expect(await refusalOf(addresses.owner, 'create role r')).toBe(INSUFFICIENT_PRIVILEGE)
  const { rows } = await query(
    admin,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relowner <> '${database}_owner'::regrole`,
  )
  expect(rows).toEqual([])
})

test('the reader reads every table and writes nothing', async () => {
  expect((await query(addresses.reader, 'select "userName" from members')).rows).toEqual([{ userName: 'Teamet' }])
  const READ_ONLY = '25006'
  expect(await refusalOf(addresses.reader, 'delete from outbox')).toBe(READ_ONLY)
  expect(await refusalOf(addresses.reader, 'begin read write; delete from outbox')).toBe(INSUFFICIENT_PRIVILEGE)
  expect(await refusalOf(addresses.reader, 'begin read write; create table t ()')).toBe(INSUFFICIENT_PRIVILEGE)
})

test('the exporter reads statistics of the server and no rows', async () => {
  await query(addresses.exporter, 'select * from pg_stat_activity, pg_stat_database')
  expect(await refusalOf(addresses.exporter, 'select from public.members')).toBe(INSUFFICIENT_PRIVILEGE)
})

test('repeating the setup replaces passwords, revokes added rights and changes nothing else', async () => {
  const rights = async () =>
    (
      await query(
        admin,
        `select relname, relowner, relacl from pg_class where relnamespace = 'public'::regnamespace order by 1`,
      )
    ).rows
  const before = await rights()
  const app = new URL(addresses.app).username
  await query(admin, `alter role ${app} superuser; grant ${database}_owner to ${app}; grant all on members to ${app}`)
  const replaced = { ...addresses, app: withRole(addresses.app, { name: app, password: 'another one' }) }
  await setUpRoles(admin, replaced)
  expect(await rights()).toEqual(before)
  expect(await refusalOf(replaced.app, 'select * from pg_authid')).toBe(INSUFFICIENT_PRIVILEGE)
  expect(await refusalOf(addresses.app, 'select 1')).not.toBe('nothing')
  await setUpRoles(admin, addresses)
})

test('the owner migrates an empty database for the application', async () => {
  await query(addresses.owner, 'drop schema public cascade')
  await query(admin, 'create schema public')
  await setUpRoles(admin, addresses)
  expect(await migrateToLatest(addresses.owner)).toEqual(Object.keys(MIGRATIONS))
  expect((await query(addresses.app, 'select "userName" from members')).rows).toEqual([{ userName: 'Teamet' }])
})

test('rejects the superuser or the owner as the role of the application', async () => {
  await expect(setUpRoles(admin, { ...addresses, app: admin })).rejects.toThrow('a name of its own')
  await expect(setUpRoles(admin, { ...addresses, app: addresses.owner })).rejects.toThrow('a name of its own')
})
