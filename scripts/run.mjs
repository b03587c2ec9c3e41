// Runs a program of this folder on the database of DATABASE_URL, else on that of the running `npm start`: run.mjs NAME ARGS...
import { join } from 'node:path'
import { bin, stateDir } from './infra/places.mjs'
import { run, stopOnSignals } from './leash.mjs'
import { readRunning } from './stack/running.mjs'

stopOnSignals()
const [name, ...args] = process.argv.slice(2)
const databaseUrl = process.env.DATABASE_URL || readRunning(stateDir)?.databaseUrl
if (!databaseUrl) {
  console.error('No database: start Salong first (npm start), or say which one is meant with DATABASE_URL.')
  process.exit(1)
}
const program = join(import.meta.dirname, `${name}.ts`)
const { code } = await run(String(name), bin('tsx'), [program, ...args], {
  env: { DATABASE_URL: databaseUrl },
  output: 'inherit',
})
process.exitCode = code
