// Runs a program of this folder with the database of DATABASE_URL, or that of the running `npm start`: run.mjs NAME
// ARGS...
import { join } from 'node:path'
import { run, stopOnSignals } from './child-process.mjs'
import { bin, stateDir } from './infra/paths.mjs'
import { readRunning } from './stack/running.mjs'

stopOnSignals()
const [name, ...args] = process.argv.slice(2)
const running = readRunning(stateDir)
const databaseUrl = process.env.DATABASE_URL || running?.databaseUrl
const ownerUrl = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL || running?.ownerUrl
const photoStore = process.env.PHOTO_STORE || `file:${join(stateDir, 'photos')}`
if (!databaseUrl) {
  console.error('No database: start Salong first (npm start), or set DATABASE_URL.')
  process.exit(1)
}
const program = join(import.meta.dirname, `${name}.ts`)
const { code } = await run(String(name), bin('tsx'), [program, ...args], {
  env: { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl, PHOTO_STORE: photoStore },
  output: 'inherit',
})
process.exitCode = code
