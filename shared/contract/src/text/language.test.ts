import { expect, test } from 'vitest'
import { findPreferredLanguage } from './language.ts'

test.each([
  ['en-GB,sv;q=0.5', 'ENGLISH'],
  ['de, sv;q=0.3, en;q=0.8', 'ENGLISH'],
  ['de', null],
  ['*', null],
  ['', null],
  [undefined, null],
  ['sv-SE', 'SWEDISH'],
  ['en;q=0, sv', 'SWEDISH'],
  ['en;q=0', null],
])(
  'the Accept-Language header %j prefers the language %j',
  { tags: 'contract.browser-language' },
  (header, language) => {
    expect(findPreferredLanguage(header)).toBe(language)
  },
)
