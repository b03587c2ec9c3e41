import { fillDemo } from './demo/fill.ts'
import { DEMO_LOGINS } from './demo/logins.ts'

const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) throw new Error('DATABASE_URL says which database to fill; it is not set.')

await fillDemo(databaseUrl)
console.log(JSON.stringify({ logins: DEMO_LOGINS }))
