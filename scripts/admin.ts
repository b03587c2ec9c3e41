import { listReservedNames } from './reserved-names.ts'
import { setLevel } from './set-level.ts'

const USAGE = 'Usage: npm run admin -- grant EMAIL | revoke EMAIL | reserved-names'

async function main([action, email, ...others]: string[]): Promise<string> {
  const databaseUrl = process.env.DATABASE_URL
  const isLevelChange = (action === 'grant' || action === 'revoke') && Boolean(email)
  const isList = action === 'reserved-names' && !email
  if ((!isLevelChange && !isList) || others.length > 0) throw new Error(USAGE)
  if (!databaseUrl) throw new Error('DATABASE_URL, the URL of the database, is not set.')
  return isLevelChange ? setLevel(databaseUrl, action, email ?? '') : listReservedNames(databaseUrl)
}

main(process.argv.slice(2)).then(console.log, (error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
