import { migrateToLatest } from '@app/server/db/migrate'

try {
  const databaseUrl = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL
  if (!databaseUrl)
    throw new Error('Set DATABASE_OWNER_URL, or DATABASE_URL, to a URL that logs in as the owner of the tables.')
  const applied = await migrateToLatest(databaseUrl, { report: console.log })
  console.log(applied.length > 0 ? `Migrated: ${applied.join(', ')}` : 'The database is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
