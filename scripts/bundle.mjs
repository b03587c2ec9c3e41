// Bundles programs of this repository for plain Node: bundle.mjs OUTDIR ENTRY...
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const shared = resolve(import.meta.dirname, '../shared')
const [outdir = 'dist', ...entryPoints] = process.argv.slice(2)

await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints,
  outdir,
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  alias: { '@app/contract': join(shared, 'contract/src'), '@app/server': join(shared, 'server/src') },
  jsx: 'automatic',
  sourcemap: true,
  logLevel: 'warning',
}).catch(() => {
  process.exitCode = 1
})
