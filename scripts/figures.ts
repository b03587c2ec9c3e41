// `npm run figures`: writes docs/performance.md from the results of `npm run bench` and `npm run load` in docs/figures.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performancePage } from './figures/page.ts'
import { root } from './infra/paths.mjs'

writeFileSync(join(root, 'docs/performance.md'), performancePage(join(root, 'docs/figures')))
