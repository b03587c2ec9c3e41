import { setLevel } from './set-level.ts'

async function main([act, email, ...others]: string[]): Promise<string> {
  const databaseUrl = process.env.DATABASE_URL
  if ((act !== 'grant' && act !== 'revoke') || !email || others.length > 0) {
    throw new Error('Usage: npm run admin -- grant|revoke EMAIL')
  }
  if (!databaseUrl) throw new Error('DATABASE_URL is not set. It names the database.')
  return setLevel(databaseUrl, act, email)
}

main(process.argv.slice(2)).then(console.log, (error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
