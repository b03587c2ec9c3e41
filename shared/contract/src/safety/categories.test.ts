import { expect, test } from 'vitest'
import { Category } from './categories.ts'
import { AIMS_MS, CATEGORIES_WITH_HELP, CATEGORY_GROUPS, SEVERITIES, SEVERITY_ORDER } from './report-rules.ts'

test('the dialog lists every category once, in the order of the contract', { tags: 'contract.categories' }, () => {
  expect(CATEGORY_GROUPS.flat()).toEqual(Category.options)
})

test('the first group holds the critical categories, which come with help lines', {
  tags: 'contract.categories',
}, () => {
  expect(CATEGORY_GROUPS[0].map((category) => SEVERITIES[category])).toEqual(Array(4).fill('CRITICAL'))
  expect(Category.options.filter((category) => SEVERITIES[category] === 'CRITICAL')).toEqual([...CATEGORIES_WITH_HELP])
})

test('more severe cases have shorter aims', { tags: 'contract.categories' }, () => {
  const aims = SEVERITY_ORDER.map((severity) => AIMS_MS[severity])
  expect(aims).toEqual([7 * 24, 72, 24, 1].map((hours) => hours * 60 * 60_000))
})
