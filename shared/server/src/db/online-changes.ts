import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Sets how long statements of this session wait for a lock, and returns the previous setting. */
async function setLockTimeout(db: Kysely<unknown>, timeout: string): Promise<string> {
  const { rows } = await sql<{ previous: string }>`
    select current_setting('lock_timeout') as previous, set_config('lock_timeout', ${timeout}, false)`.execute(db)
  return rows[0]?.previous ?? '0'
}

type IndexOptions = {
  /** Table, columns and condition of the index, such as sql`on ads ("authorId")`. */
  definition: RawBuilder<unknown>
  unique?: boolean
}

/**
 * Builds an index while members write; for a migration with `outsideTransaction`. Replaces an invalid index that an
 * interrupted build left behind, and keeps a valid one of this name. Waits without limit for earlier transactions, such
 * as that of a dump; writers do not queue behind this wait.
 */
export async function buildIndex(
  db: Kysely<unknown>,
  name: string,
  { definition, unique = false }: IndexOptions,
): Promise<void> {
  const previousTimeout = await setLockTimeout(db, '0')
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(quote_ident(${name}))`.execute(db)
  if (rows[0]?.indisvalid === false) await sql`drop index concurrently ${sql.id(name)}`.execute(db)
  if (!rows[0]?.indisvalid)
    await sql`create ${sql.raw(unique ? 'unique index' : 'index')} concurrently ${sql.id(name)} ${definition}`.execute(
      db,
    )
  await setLockTimeout(db, previousTimeout)
}

/**
 * Removes an index while members write; for a migration with `outsideTransaction`. Waits without limit for earlier
 * transactions, like `buildIndex`.
 */
export async function removeIndex(db: Kysely<unknown>, name: string): Promise<void> {
  const previousTimeout = await setLockTimeout(db, '0')
  await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
  await setLockTimeout(db, previousTimeout)
}

/**
 * Repeats an `update` or `delete` of a limited number of rows until it matches none; for a migration with
 * `outsideTransaction`, so that each batch commits and unlocks its rows.
 */
export async function changeInBatches(db: Kysely<unknown>, batch: RawBuilder<unknown>): Promise<void> {
  let changedRows: bigint
  do changedRows = (await batch.execute(db)).numAffectedRows ?? 0n
  while (changedRows > 0n)
}
