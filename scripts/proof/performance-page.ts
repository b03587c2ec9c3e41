// `npm run performance-page`: writes docs/performance.md from the results of `npm run bench` and `npm run load` in
// docs/measurements.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../infra/paths.mjs'
import { renderPerformancePage } from './performance-page/page.ts'

writeFileSync(join(root, 'docs/performance.md'), renderPerformancePage(join(root, 'docs/measurements')))
