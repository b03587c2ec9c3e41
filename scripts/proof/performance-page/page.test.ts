import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../infra/paths.mjs'
import { renderPerformancePage } from './page.ts'

test('docs/performance.md matches the latest measurements', () => {
  expect(readFileSync(join(root, 'docs/performance.md'), 'utf8')).toBe(
    renderPerformancePage(join(root, 'docs/measurements')),
  )
})
