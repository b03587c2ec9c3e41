import { migrateToLatest } from '@app/server/db/migrate'

try {
  const databaseUrl = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL
  if (!databaseUrl)
    throw new Error('DATABASE_OWNER_URL, the URL of the database with the owner of its tables, is not set.')
  const applied = await migrateToLatest(databaseUrl, { report: console.log })
  console.log(applied.length > 0 ? `Migrated: ${applied.join(', ')}` : 'The database is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
