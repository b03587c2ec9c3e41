import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCounts } from './counts.mjs'

function aReport(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'salong-counts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('counts the tests of both runners', () => {
  expect(readCounts(aReport({ numPassedTests: 12, numFailedTests: 2 }), false)).toEqual({ passed: 12, failed: 2 })
  expect(readCounts(aReport({ stats: { expected: 5, flaky: 1, unexpected: 3 } }), false)).toEqual({
    passed: 6,
    failed: 3,
  })
})

test('counts a run that fails without a failed test as a failure', () => {
  expect(readCounts(aReport({ numPassedTests: 12, numFailedTests: 0 }), false)).toEqual({ passed: 12, failed: 1 })
  expect(readCounts('/nowhere/report.json', false)).toEqual({ passed: 0, failed: 1 })
})
