import { expect, test } from 'vitest'
import { AnswerQuestion, FileReport, ObjectToReport } from './reports.ts'

const REPORT = { subject: { kind: 'AD', id: '7' }, category: 'SPAM' }
const findProblems = (input: unknown) =>
  FileReport.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a report needs no words, unless the reporter believes that the content is illegal', {
  tags: 'contract.report',
}, () => {
  expect(findProblems(REPORT)).toBeUndefined()
  expect(findProblems({ ...REPORT, illegal: true, words: 'Det är olagligt.' })).toBeUndefined()
  for (const words of [undefined, '', ' \n\u200b'])
    expect(findProblems({ ...REPORT, illegal: true, words })).toEqual([['words', 'report.reason']])
})

test('the words of a report have up to 1,000 characters', { tags: 'contract.report' }, () => {
  expect(findProblems({ ...REPORT, words: 'a'.repeat(1_000) })).toBeUndefined()
  expect(findProblems({ ...REPORT, words: 'a'.repeat(1_001) })).toEqual([['words', 'text.long']])
})

test('an answer to a question needs words or a decision on whether the team may read more', () => {
  expect(AnswerQuestion.safeParse({ words: 'Ja' }).success).toBe(true)
  expect(AnswerQuestion.safeParse({ wider: false }).success).toBe(true)
  expect(AnswerQuestion.safeParse({ words: ' ' }).success).toBe(false)
})

test('an objection needs words', () => {
  expect(ObjectToReport.safeParse({ words: ' ' }).error?.issues[0]?.message).toBe('appeal.words')
})
