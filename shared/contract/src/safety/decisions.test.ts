import { expect, test } from 'vitest'
import { Appeal, Decide, DecideAppeal } from './decisions.ts'

const createDecision = (fields: object) => ({
  version: 1,
  reason: 'TERMS_THREAT',
  facts: 'You wrote that you would come to their home.',
  actions: [{ kind: 'REMOVE' }],
  ...fields,
})
const findProblems = (fields: object) =>
  Decide.safeParse(createDecision(fields)).error?.issues.map(({ message }) => message)

test.each([
  ['one action', {}],
  [
    'a removal, a warning and a restriction',
    { actions: [{ kind: 'REMOVE' }, { kind: 'WARN' }, { kind: 'RESTRICT', scopes: ['POST'], days: 90 }] },
  ],
  ['the longest suspension', { actions: [{ kind: 'SUSPEND', days: 180 }] }],
  ['a dismissal with reports in bad faith', { actions: [{ kind: 'DISMISS' }], reason: 'NO_BREACH', abusive: ['1'] }],
])('accepts a decision with %s', { tags: 'contract.decision' }, (_, fields) => {
  expect(findProblems(fields)).toBeUndefined()
})

test.each([
  ['no action', { actions: [] }],
  ['the same action twice', { actions: [{ kind: 'WARN' }, { kind: 'WARN' }] }],
  ['a suspension and a ban', { actions: [{ kind: 'SUSPEND', days: 1 }, { kind: 'BAN' }] }],
  ['a dismissal and a warning', { actions: [{ kind: 'DISMISS' }, { kind: 'WARN' }], reason: 'NO_BREACH' }],
  ['a dismissal with the reason of a breach', { actions: [{ kind: 'DISMISS' }] }],
  ['a warning without a breach', { actions: [{ kind: 'WARN' }], reason: 'NO_BREACH' }],
  ['a warning and reports in bad faith', { actions: [{ kind: 'WARN' }], abusive: ['1'] }],
  ['a restriction of nothing', { actions: [{ kind: 'RESTRICT', scopes: [], days: 1 }] }],
])('rejects a decision with %s', (_, fields) => {
  expect(findProblems(fields)).toContain('decision.actions')
})

test.each([0, 91, 1.5])('rejects a restriction of %d days', (days) => {
  expect(findProblems({ actions: [{ kind: 'RESTRICT', scopes: ['POST'], days }] })).toEqual(['decision.days'])
})

test('requires facts that can be read', () => {
  expect(findProblems({ facts: ' \u200b ' })).toEqual(['decision.facts'])
})

test('requires words in an appeal, and limits them to 2,000 characters after normalization', () => {
  expect(Appeal.parse({ words: `  ${'å'.repeat(2_000)}\r\n` }).words).toHaveLength(2_000)
  expect(Appeal.safeParse({ words: 'a'.repeat(2_001) }).error?.issues[0]?.message).toBe('text.long')
  expect(Appeal.safeParse({ words: '   ' }).error?.issues[0]?.message).toBe('appeal.words')
})

test('requires words in the answer to an appeal, with a problem that does not ask for the facts of a decision', () => {
  const answer = { version: 1, outcome: 'UPHELD', words: ' ' }
  expect(DecideAppeal.safeParse(answer).error?.issues).toMatchObject([{ path: ['words'], message: 'field.required' }])
})
