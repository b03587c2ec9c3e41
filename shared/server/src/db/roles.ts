import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { createGuardedPool } from './connections.ts'
import { createMigrationTable, retryForLocks, withMigrationLock } from './run-migrations.ts'

/**
 * The database URLs of the roles, one role for each purpose:
 * - `owner` owns the tables and migrates them,
 * - `app` reads and writes rows, for gateways, hubs and workers,
 * - `reader` reads rows, for operators and read replicas,
 * - `exporter` reads the server's statistics and no rows.
 */
export type RoleUrls = { owner: string; app: string; reader?: string | undefined; exporter?: string | undefined }

type Role = { name: string; password: string }

/** Attributes that the installation's roles must not have. */
const PRIVILEGED_ATTRIBUTES = ['rolsuper', 'rolcreatedb', 'rolcreaterole', 'rolreplication', 'rolbypassrls']
/** Databases that every server has; services do not connect to them. */
const MAINTENANCE_DATABASES = ['postgres', 'template1']
const SCRAM_ITERATIONS = 4096

/** Returns a password in the form in which PostgreSQL stores it, so that no statement contains the password itself. */
function createScramVerifier(password: string): string {
  const salt = randomBytes(16)
  const saltedPassword = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256')
  const deriveKey = (label: string) => createHmac('sha256', saltedPassword).update(label).digest()
  const storedKey = createHash('sha256').update(deriveKey('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${deriveKey('Server Key').toString('base64')}`
}

function parseRole(url: string): Role {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

const runStatement = (db: Kysely<unknown>, statement: RawBuilder<unknown>): Promise<unknown> => statement.execute(db)

async function listText(db: Kysely<unknown>, query: RawBuilder<{ text: string }>): Promise<string[]> {
  return (await query.execute(db)).rows.map(({ text }) => text)
}

/** Creates a role or resets its password, attributes and memberships. */
async function setUpRole(db: Kysely<unknown>, { name, password }: Role): Promise<void> {
  const id = sql.id(name)
  const { rows } = await sql<Record<string, unknown>>`select * from pg_roles where rolname = ${name}`.execute(db)
  if (!rows[0]) await runStatement(db, sql`create role ${id} login`)
  const [existing] = rows
  if (existing && PRIVILEGED_ATTRIBUTES.some((attribute) => existing[attribute]))
    await runStatement(db, sql`alter role ${id} nosuperuser nocreatedb nocreaterole noreplication nobypassrls`)
  await runStatement(db, sql`alter role ${id} login password ${sql.lit(createScramVerifier(password))}`)
  const groups = await listText(
    db,
    sql`select roleid::regrole::text as text from pg_auth_members where member = to_regrole(quote_ident(${name}))`,
  )
  for (const group of groups) await runStatement(db, sql`revoke ${sql.raw(group)} from ${id}`)
}

/**
 * Returns a query for the statements that change the owner of objects that an earlier release or a restored dump created
 * under another role.
 */
const selectOwnerChanges = (owner: string): RawBuilder<{ text: string }> => sql`
  with foreign_objects as (
    select case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
      oid::regclass::text as name, oid, 'pg_class'::regclass as catalog
    from pg_class
    where relnamespace = 'public'::regnamespace and relowner <> to_regrole(quote_ident(${owner}))
      and (relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i')))
    union all
    select 'routine', oid::regprocedure::text, oid, 'pg_proc'::regclass from pg_proc
    where pronamespace = 'public'::regnamespace and proowner <> to_regrole(quote_ident(${owner}))
    union all
    select 'type', oid::regtype::text, oid, 'pg_type'::regclass from pg_type
    where typnamespace = 'public'::regnamespace and typowner <> to_regrole(quote_ident(${owner})) and typtype in ('e', 'd')
  )
  select format('alter %s %s owner to %I', kind, name, ${owner}::text) as text from foreign_objects
  where not exists (select from pg_depend where classid = catalog and objid = foreign_objects.oid and deptype = 'e')`

/** Sets the privileges of each role in the database of this session. */
async function grantPrivileges(db: Kysely<unknown>, owner: Role, app: Role, readers: Role[]): Promise<void> {
  const [ownerId, appId] = [sql.id(owner.name), sql.id(app.name)]
  const readerIds = readers.map(({ name }) => sql.id(name))
  const nonOwners = sql.join([sql`public`, appId, ...readerIds])
  await runStatement(db, sql`alter schema public owner to ${ownerId}`)
  for (const change of await listText(db, selectOwnerChanges(owner.name))) await runStatement(db, sql.raw(change))
  await runStatement(db, sql`set local role ${ownerId}`)
  await createMigrationTable(db)
  await runStatement(db, sql`revoke all on schema public from ${nonOwners}`)
  await runStatement(db, sql`revoke all on all tables in schema public from ${nonOwners}`)
  await runStatement(db, sql`revoke all on all sequences in schema public from ${nonOwners}`)
  await runStatement(db, sql`grant usage on schema public to ${sql.join([appId, ...readerIds])}`)
  await runStatement(db, sql`grant select, insert, update, delete on all tables in schema public to ${appId}`)
  await runStatement(db, sql`grant usage on all sequences in schema public to ${appId}`)
  await runStatement(db, sql`revoke all on kysely_migration from ${appId}`)
  // Before the first migration the table does not exist; the migration that creates it revokes the same privileges.
  const [teamLog] = await listText(db, sql`select to_regclass('public.team_log')::text as text`)
  if (teamLog) await runStatement(db, sql`revoke update, delete, truncate on team_log from ${appId}`)
  const defaultPrivileges = sql`alter default privileges in schema public`
  await runStatement(db, sql`${defaultPrivileges} grant select, insert, update, delete on tables to ${appId}`)
  await runStatement(db, sql`${defaultPrivileges} grant usage on sequences to ${appId}`)
  for (const reader of readerIds) {
    await runStatement(db, sql`grant select on all tables in schema public to ${reader}`)
    await runStatement(db, sql`grant select on all sequences in schema public to ${reader}`)
    await runStatement(db, sql`${defaultPrivileges} grant select on tables to ${reader}`)
    await runStatement(db, sql`${defaultPrivileges} grant select on sequences to ${reader}`)
  }
  await runStatement(db, sql`reset role`)
}

/**
 * Sets the owner of this session's database, lets only the owner and these roles connect to it, and keeps the roles
 * from connecting to the maintenance databases.
 */
async function grantConnections(db: Kysely<unknown>, owner: Role, roles: Role[]): Promise<void> {
  const [database = ''] = await listText(db, sql`select current_database() as text`)
  await runStatement(db, sql`alter database ${sql.id(database)} owner to ${sql.id(owner.name)}`)
  const maintenanceDatabases = await listText(
    db,
    sql`select datname as text from pg_database where datname = any(${MAINTENANCE_DATABASES})`,
  )
  for (const name of new Set([database, ...maintenanceDatabases]))
    await runStatement(
      db,
      sql`revoke all on database ${sql.id(name)} from ${sql.join([sql`public`, ...roles.map((role) => sql.id(role.name))])}`,
    )
  for (const { name } of roles)
    await runStatement(db, sql`grant connect on database ${sql.id(database)} to ${sql.id(name)}`)
}

/** Lists the other databases of the server that a role can connect to. */
const listReachableDatabases = (db: Kysely<unknown>, { name }: Role): Promise<string[]> =>
  listText(
    db,
    sql`select datname as text from pg_database
        where datallowconn and datname <> current_database() and has_database_privilege(${name}, oid, 'connect')
        order by datname`,
  )

/**
 * Creates the roles, or resets their passwords and privileges, in the database that a superuser's URL names. May be
 * repeated at any time. Returns the other databases of the server that the application could connect to.
 */
export async function setUpRoles(superuserUrl: string, urls: RoleUrls): Promise<string[]> {
  const [owner, app] = [parseRole(urls.owner), parseRole(urls.app)]
  const readers = urls.reader ? [parseRole(urls.reader)] : []
  const exporters = urls.exporter ? [parseRole(urls.exporter)] : []
  const roles = [owner, app, ...readers, ...exporters]
  const names = new Set([parseRole(superuserUrl).name, ...roles.map(({ name }) => name)])
  if (names.size !== roles.length + 1)
    throw new Error('Every role needs a name of its own, different from the superuser.')
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 1, application_name: 'salong roles' })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: createGuardedPool(pool) }) })
  try {
    return await db.connection().execute((session) =>
      withMigrationLock(session, async () => {
        const setUp = () =>
          session.transaction().execute(async (tx) => {
            for (const role of roles) await setUpRole(tx, role)
            for (const { name } of readers)
              await runStatement(tx, sql`alter role ${sql.id(name)} set default_transaction_read_only = on`)
            for (const { name } of exporters) await runStatement(tx, sql`grant pg_monitor to ${sql.id(name)}`)
            await grantConnections(tx, owner, [app, ...readers, ...exporters])
            await grantPrivileges(tx, owner, app, readers)
          })
        await retryForLocks(session, 'Setting up the roles', setUp)
        return listReachableDatabases(session, app)
      }),
    )
  } finally {
    await db.destroy()
  }
}

/** Returns the URL of the same database for another role. */
export const withRole = (url: string, { name, password }: Role): string =>
  Object.assign(new URL(url), { username: encodeURIComponent(name), password: encodeURIComponent(password) }).href
