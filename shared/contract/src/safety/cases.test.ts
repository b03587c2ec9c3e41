import { expect, test } from 'vitest'
import { AskWider, OpenCase, QueueCursor, QueueQuery } from './cases.ts'
import { FiguresQuery } from './figures.ts'

test('the queue shows open cases unless the request names another view', { tags: 'contract.cases' }, () => {
  expect(QueueQuery.parse({})).toEqual({ view: 'OPEN', limit: 50 })
  expect(QueueQuery.safeParse({ view: 'ALL' }).success).toBe(false)
})

test.each<[string, boolean]>([
  ['1.1763120000000.42', true],
  ['0.0.1', true],
  ['2.1763120000000.42', false],
  ['1.1763120000000.0', false],
  ['1.1763120000000', false],
  ['', false],
])('accepts %j as a cursor of the queue: %s', { tags: 'contract.cases' }, (cursor, isValid) => {
  expect(QueueCursor.safeParse(cursor).success).toBe(isValid)
})

test('requires a question to request more messages from a reporter, but not from a second admin', {
  tags: 'contract.cases',
}, () => {
  expect(AskWider.safeParse({ version: 1 }).success).toBe(true)
  expect(AskWider.safeParse({ version: 1, reportId: '7', question: 'Får vi läsa mer?' }).success).toBe(true)
  for (const question of [undefined, ' \n'])
    expect(AskWider.safeParse({ version: 1, reportId: '7', question }).error?.issues[0]).toMatchObject({
      ...{ path: ['question'], message: 'report.question' },
    })
})

test('a case is opened by the team or for an authority, whose reference has up to 200 characters', {
  tags: 'contract.cases',
}, () => {
  const input = { subject: { kind: 'AD', id: '7' }, category: 'FRAUD', source: 'AUTHORITY' }
  expect(OpenCase.safeParse({ ...input, reference: 'a'.repeat(200) }).success).toBe(true)
  expect(OpenCase.safeParse({ ...input, reference: 'a'.repeat(201) }).success).toBe(false)
  expect(OpenCase.safeParse({ ...input, source: 'REPORT' }).success).toBe(false)
})

test('figures are requested by half-year', { tags: 'contract.cases' }, () => {
  expect(FiguresQuery.safeParse({ half: '2026-2' }).success).toBe(true)
  for (const half of ['2026-3', '1999-1', '2026']) expect(FiguresQuery.safeParse({ half }).success).toBe(false)
})
