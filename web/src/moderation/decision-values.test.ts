import { expect, test } from 'vitest'
import { initialDecision, type MeasureKind, previewStatement, toggleKind } from './decide/decision-values.ts'
import { aCase } from './fake-cases.ts'

const preview = (now: string, ...kinds: MeasureKind[]) =>
  previewStatement(aCase(), { ...initialDecision('THREAT'), kinds }, { now: new Date(now), disputeAddress: null })

test('the preview of a decision at the end of a month ends its periods on the last day of shorter months', () => {
  expect(preview('2025-08-31T10:00:00.000Z').appealBy).toBe('2026-02-28T10:00:00.000Z')
  expect(preview('2028-02-29T10:00:00.000Z', 'WARN').actions).toMatchObject([{ until: '2030-02-28T10:00:00.000Z' }])
})

test.each<[MeasureKind[], MeasureKind, MeasureKind[]]>([
  [['WARN'], 'BAN', ['BAN']],
  [['REMOVE', 'BAN'], 'WARN', ['REMOVE', 'WARN']],
  [['WARN', 'SUSPEND'], 'RESTRICT', ['WARN', 'RESTRICT']],
  [['WARN', 'REMOVE'], 'WARN', ['REMOVE']],
])('an action replaces those that it excludes: %j and %s become %j', (kinds, kind, expected) =>
  expect(toggleKind(kinds, kind)).toEqual(expected),
)
