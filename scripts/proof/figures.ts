// `npm run figures`: writes docs/performance.md from the results of `npm run bench` and `npm run load` in docs/figures.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../infra/paths.mjs'
import { performancePage } from './figures/page.ts'

writeFileSync(join(root, 'docs/performance.md'), performancePage(join(root, 'docs/figures')))
