import { createLog } from '@app/server/log'
import { createPhotoStore } from '@app/server/photo-store'
import { readStoreAddress } from '@app/server/photo-store-address'
import { fillDemo } from './demo/fill.ts'
import { DEMO_LOGINS } from './demo/logins.ts'

const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) throw new Error('DATABASE_URL says which database to fill; it is not set.')

const address = readStoreAddress(process.env.PHOTO_STORE ?? '')
if (!address) throw new Error('PHOTO_STORE says where pictures are kept; it is not set.')

const filled = await fillDemo(databaseUrl, createPhotoStore(address, createLog({ level: 'warn', service: 'demo' })))
if (filled) console.log(JSON.stringify({ logins: DEMO_LOGINS }))
