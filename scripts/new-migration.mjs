// Creates an empty migration and adds it to the list: new-migration.mjs WORDS...
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './child-process.mjs'
import { bin, root } from './infra/paths.mjs'

const words = process.argv.slice(2).flatMap((argument) => argument.toLowerCase().match(/[a-z0-9]+/g) ?? [])
if (words.length === 0) {
  console.error('Usage: npm run new-migration -- what it adds, e.g. npm run new-migration -- group invites')
  process.exit(1)
}

const folder = join(root, 'shared/server/src/db')
const list = join(folder, 'migrate.ts')
const numbers = readdirSync(join(folder, 'migrations')).map((file) => Number.parseInt(file, 10) || 0)
const name = [String(Math.max(0, ...numbers) + 1).padStart(4, '0'), ...words].join('-')
const variable = words
  .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
  .join('')
const file = join(folder, 'migrations', `${name}.ts`)

const source = readFileSync(list, 'utf8')
const lastImport = source.lastIndexOf("from './migrations/")
const entries = /const MIGRATIONS = \{([^}]*)\}/
if (lastImport < 0 || !entries.test(source))
  throw new Error(`${list} no longer has the form that this script can edit.`)

const endOfImports = source.indexOf('\n', lastImport) + 1
const withImport = `${source.slice(0, endOfImports)}import * as ${variable} from './migrations/${name}.ts'\n${source.slice(endOfImports)}`
writeFileSync(
  file,
  `import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`\`.execute(db)
}
`,
)
writeFileSync(
  list,
  withImport.replace(
    entries,
    (_, before) => `const MIGRATIONS = {${before.trimEnd().replace(/,$/, '')}, '${name}': ${variable} }`,
  ),
)
await run('biome', bin('biome'), ['check', '--write', file, list], { output: 'inherit' })
console.log(`Added ${file}`)
