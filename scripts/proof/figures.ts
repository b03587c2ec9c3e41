// `npm run figures`: writes docs/performance.md from the results of `npm run bench` and `npm run load` in docs/figures.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../infra/paths.mjs'
import { renderPerformancePage } from './figures/page.ts'

writeFileSync(join(root, 'docs/performance.md'), renderPerformancePage(join(root, 'docs/figures')))
