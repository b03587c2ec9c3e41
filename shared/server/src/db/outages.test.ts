import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isRejectedStatement } from './database.ts'
import { isOutage } from './outages.ts'

const databaseError = (code: string) => Object.assign(new pg.DatabaseError('rejected', 0, 'error'), { code })

describe('isOutage', () => {
  test.each([
    '08000',
    '08003',
    '08006',
    '28000',
    '28P01',
    '3D000',
    '25006',
    '25P03',
    '25P04',
    '40000',
    '40001',
    '40003',
    '40P01',
    '53100',
    '53200',
    '53300',
    '55006',
    '55P03',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '57P04',
    '57P05',
    '58000',
    '58030',
    '72000',
  ])('recognizes SQLSTATE %s', (code) => {
    expect(isOutage(databaseError(code))).toBe(true)
  })

  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'EMFILE',
    'ENOSPC',
    'ENOTFOUND',
    'EPIPE',
    'EROFS',
  ])('recognizes the system error %s', (code) => {
    expect(isOutage(Object.assign(new Error('unreachable'), { code }))).toBe(true)
  })
})

test.each([
  '0A000',
  '22001',
  '22P02',
  '23505',
  '23514',
  '25001',
  '25P02',
  '40002',
  '42501',
  '42P01',
  '54001',
  '55000',
  'P0001',
  'XX000',
  'XX001',
])('SQLSTATE %s is not an outage', (code) => {
  expect(isOutage(databaseError(code))).toBe(false)
})

test.each<[string, boolean]>([
  ['23505', true],
  ['57014', true],
  ['25006', false],
  ['40001', false],
  ['57P01', false],
  ['XX000', false],
])('isRejectedStatement of SQLSTATE %s is %s', (code, isRejected) => {
  expect(isRejectedStatement(databaseError(code))).toBe(isRejected)
})
