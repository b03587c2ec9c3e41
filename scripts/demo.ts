import { createPhotoStore } from '@app/server/photos/photo-store'
import { createLog } from '@app/server/process/log'
import { parseStoreAddress } from '@app/server/process/photo-store-address'
import { fillDemo } from './demo/fill.ts'
import { DEMO_LOGINS, TEAM_LOGINS } from './demo/logins.ts'

try {
  const databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl) throw new Error('DATABASE_URL, the URL of the database to fill, is not set.')

  const address = parseStoreAddress(process.env.PHOTO_STORE ?? '')
  if (!address) throw new Error('PHOTO_STORE, the address of the store for pictures, is missing or invalid.')

  const sessionSecret = process.env.SESSION_SECRET
  if (!sessionSecret) throw new Error('SESSION_SECRET, which signs the links to statements, is not set.')

  const store = createPhotoStore(address, createLog({ level: 'warn', service: 'demo' }))
  const filled = await fillDemo({ databaseUrl, store, sessionSecret })
  if (filled) console.log(JSON.stringify({ logins: [...DEMO_LOGINS, ...TEAM_LOGINS] }))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
