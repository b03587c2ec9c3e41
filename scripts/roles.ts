// Sets up the database roles; can be repeated at any time: roles.js [DATABASE]. DATABASE selects another database of
// the same server.
import { setUpRoles } from '@app/server/db/roles'

function readRequired(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

try {
  const [database] = process.argv.slice(2)
  const superuser = new URL(readRequired('DATABASE_SUPERUSER_URL'))
  if (database) superuser.pathname = `/${database}`
  const reachable = await setUpRoles(superuser.href, {
    owner: readRequired('DATABASE_OWNER_URL'),
    app: readRequired('DATABASE_URL'),
    reader: process.env.DATABASE_READER_URL,
    exporter: process.env.DATABASE_EXPORTER_URL,
  })
  console.log('The database roles are set up.')
  if (reachable.length > 0)
    console.log(
      `The application's role can also connect to these databases: ${reachable.join(', ')}. Revoke CONNECT from PUBLIC on them.`,
    )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
