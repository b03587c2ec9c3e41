import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { type CanonicalValue, hashContent, toCanonicalJson } from './canonical-json.ts'

const ctx = await testContext()
afterAll(ctx.close)

test('sorts the keys of objects and keeps the order of arrays', () => {
  expect(toCanonicalJson({ b: [2, 1], a: { d: null, c: 'å"' }, B: true })).toBe(
    '{"B":true,"a":{"c":"å\\"","d":null},"b":[2,1]}',
  )
})

test.each([[1.5], [Number.NaN], [2 ** 53], [undefined], [{ a: undefined }], [new Date()], [1n], [[() => 0]]])(
  'rejects %s, which has no canonical JSON',
  (value) => {
    expect(() => toCanonicalJson(value)).toThrow(TypeError)
  },
)

/** Texts that PostgreSQL can store in jsonb. */
const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
const { value: anyValue } = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

test('a value has the same hash after it was stored as jsonb', async () => {
  const values = fc.sample(anyValue, { numRuns: 200, seed: 11 })
  const { rows } = await sql<{ stored: CanonicalValue }>`
    select value as stored from jsonb_array_elements(${JSON.stringify(values)}::jsonb)`.execute(ctx.db)
  expect(rows.map(({ stored }) => hashContent(stored))).toEqual(values.map(hashContent))
})
