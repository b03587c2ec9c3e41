import { expect, test } from 'vitest'
import { maskSensitive } from './masking.ts'

test.each([
  ['Bearer eyJhbGciOi.eyJzaWQiOjE.c2lnbmF0dXI expired', 'Bearer * expired'],
  ['at eyJhbGciOi.eyJzaWQiOjE.c2lnbmF0dXI.eyJzaWQiOjE', 'at *.eyJzaWQiOjE'],
  ['at short.eyJzaWQiOjE.c2lnbmF0dXI', 'at short.eyJzaWQiOjE.c2lnbmF0dXI'],
])('masks tokens with two dots and at least eight characters in each part: %s', (text, masked) => {
  expect(maskSensitive(text)).toBe(masked)
})

// A pattern that takes quadratic time would exceed the timeout of a test for each of these texts.
test.each(['a', '-', 'a.', '%40', '?a', '"', '/token/'])(
  'masks a long repetition of %j without taking quadratic time',
  (part) => {
    expect(maskSensitive(part.repeat(400_000)).length).toBeLessThanOrEqual(400_000 * part.length)
  },
)
