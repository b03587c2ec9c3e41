import { expect, test } from 'vitest'
import { AskWider, OpenCase, QueueCursor, QueueQuery } from './cases.ts'
import { FiguresQuery } from './figures.ts'

test('the queue shows open cases unless the request names another view', { tags: 'contract.cases' }, () => {
  expect(QueueQuery.parse({})).toEqual({ view: 'OPEN', limit: 50 })
  expect(QueueQuery.parse({ view: 'DONE' })).toEqual({ view: 'DONE', limit: 50 })
  expect(QueueQuery.safeParse({ view: 'ALL' }).success).toBe(false)
})

test.each(['1.1763120000000.42', '0.0.1'])(
  'accepts %j as a cursor of the queue',
  { tags: 'contract.cases' },
  (cursor) => {
    expect(QueueCursor.safeParse(cursor).success).toBe(true)
  },
)

test.each(['2.1763120000000.42', '1.1763120000000.0', '1.1763120000000', ''])(
  'rejects %j as a cursor of the queue',
  { tags: 'contract.cases' },
  (cursor) => {
    expect(QueueCursor.safeParse(cursor).success).toBe(false)
  },
)

test('requires a question to request more messages from a reporter, but not to request approval by a second admin', {
  tags: 'contract.cases',
}, () => {
  expect(AskWider.safeParse({ version: 1 }).success).toBe(true)
  expect(AskWider.safeParse({ version: 1, reportId: '7', question: 'Får vi läsa mer?' }).success).toBe(true)
  for (const question of [undefined, ' \n'])
    expect(AskWider.safeParse({ version: 1, reportId: '7', question }).error?.issues).toMatchObject([
      { path: ['question'], message: 'report.question' },
    ])
})

test('a case is opened by the team or for an authority, whose reference has up to 200 characters', {
  tags: 'contract.cases',
}, () => {
  const input = { subject: { kind: 'AD', id: '7' }, category: 'FRAUD', source: 'AUTHORITY' }
  expect(OpenCase.safeParse({ ...input, reference: 'a'.repeat(200) }).success).toBe(true)
  expect(OpenCase.safeParse({ ...input, reference: 'a'.repeat(201) }).success).toBe(false)
  expect(OpenCase.safeParse({ ...input, source: 'OWN' }).success).toBe(true)
  expect(OpenCase.safeParse({ ...input, source: 'REPORT' }).success).toBe(false)
})

test('a request for figures names a half-year from the year 2000 on', { tags: 'contract.cases' }, () => {
  expect(FiguresQuery.safeParse({ half: '2026-2' }).success).toBe(true)
  for (const half of ['2026-3', '1999-1', '2026']) expect(FiguresQuery.safeParse({ half }).success).toBe(false)
})
