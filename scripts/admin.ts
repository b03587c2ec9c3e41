import { setLevel } from './set-level.ts'

async function main([action, email, ...others]: string[]): Promise<string> {
  const databaseUrl = process.env.DATABASE_URL
  if ((action !== 'grant' && action !== 'revoke') || !email || others.length > 0) {
    throw new Error('Usage: npm run admin -- grant|revoke EMAIL')
  }
  if (!databaseUrl) throw new Error('DATABASE_URL, the URL of the database, is not set.')
  return setLevel(databaseUrl, action, email)
}

main(process.argv.slice(2)).then(console.log, (error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
