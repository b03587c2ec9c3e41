import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../infra/paths.mjs'
import { performancePage } from './page.ts'

test('the page of figures matches the latest measurements', () => {
  expect(readFileSync(join(root, 'docs/performance.md'), 'utf8')).toBe(performancePage(join(root, 'docs/figures')))
})
