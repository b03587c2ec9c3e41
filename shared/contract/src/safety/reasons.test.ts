import { expect, test } from 'vitest'
import { REASONS } from './reason-texts.ts'
import { ReasonCode } from './reasons.ts'

test.each(ReasonCode.options)('the reason %s has all its texts in both languages', (code) => {
  const { reference, label, sentence } = REASONS[code]
  for (const text of [reference, label, sentence])
    expect(text).toEqual({ sv: expect.stringMatching(/\S/), en: expect.stringMatching(/\S/) })
})

test('every reason that names a ground refers to a section or a law of its own', () => {
  const references = ReasonCode.options
    .filter((code) => code !== 'NO_BREACH' && code !== 'NOT_FOUND')
    .map((code) => REASONS[code].reference.sv)
  expect(new Set(references).size).toBe(references.length)
})
