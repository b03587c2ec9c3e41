import { expect, test } from 'vitest'
import * as limits from './limits.ts'
import { VERSION } from './product.ts'
import { getReferenceYear, isRegistrationYear } from './time/ages.ts'

test.each<[keyof typeof limits, unknown]>([
  ['PROFILE_NAME_MAX', 30],
  ['PARTICIPANT_NAME_MAX', 30],
  ['GROUP_NAME_MIN', 3],
  ['GROUP_NAME_MAX', 30],
  ['TEXT_AREA_MAX', 1000],
  ['HEIGHT_MIN', 140],
  ['HEIGHT_MAX', 210],
  ['WEIGHT_MIN', 30],
  ['WEIGHT_MAX', 300],
  ['PROFILE_YEAR_MIN', 1910],
  ['PROFILE_YEAR_MAX', 2001],
  ['REGISTRATION_AGE_MIN', 18],
  ['REGISTRATION_AGE_MAX', 110],
  ['CITIES_MAX', 5],
  ['SEARCH_CITIES_MAX', 3],
  ['SEARCH_AGE_DEFAULT', { min: 18, max: 99 }],
  ['PASSWORD_LINK_LIFETIME_MS', 2 * 60 * 60_000],
  ['VISITORS_MAX', 100],
  ['PASSKEYS_PER_MEMBER', 10],
  ['PASSKEY_CHALLENGE_MS', 5 * 60_000],
  ['REQUEST_TIMEOUT_MS', 10_000],
  ['RETRY_DELAY_MIN_MS', 1_000],
  ['RETRY_DELAY_MAX_MS', 3_000],
  ['FALLBACK_INTERVAL_MS', 15_000],
  ['PRESENCE_INTERVAL_MS', 120_000],
  ['ZOOM_MAX', 100],
  ['GROUP_PREVIEW_LENGTH', 70],
  ['CHAT_PREVIEW_LENGTH', 50],
  ['PROFILE_EXCERPT_LENGTH', 50],
  ['QUOTE_LENGTH', 80],
  ['EDIT_PERIOD_MS', 15 * 60_000],
  ['EVIDENCE_AROUND', 10],
  ['EVIDENCE_WIDE', 100],
  ['EVIDENCE_COMMENTS', 20],
  ['EARLIER_WORDS_PERIOD_MS', 14 * 24 * 60 * 60_000],
  ['PAST_CONTACT_PERIOD_MS', 30 * 24 * 60 * 60_000],
  ['EVIDENCE_RETENTION_MONTHS', 6],
  ['CODES_RETENTION_MONTHS', 24],
  ['APPEAL_WORDS_MAX', 2_000],
  ['APPEAL_MONTHS', 6],
  ['APPEAL_AIM_MS', 7 * 24 * 60 * 60_000],
  ['BAN_CONFIRMATION_MS', 72 * 60 * 60_000],
  ['TEAM_OF_ONE_WAIT_MS', 24 * 60 * 60_000],
  ['BAR_MONTHS', 36],
  ['CLAIM_MS', 30 * 60_000],
  ['QUESTION_PERIOD_MS', 72 * 60 * 60_000],
  ['EVIDENCE_VIEWS_PER_HOUR', 60],
  ['EVIDENCE_VIEWS_PER_DAY', 300],
  ['OBJECTION_MONTHS', 6],
])('%s is %j', { tags: 'contract.limits' }, (name, value) => {
  expect(Object.entries(limits)).toContainEqual([name, value])
})

test('the reference year for ages is the year before the current one, in Stockholm time', {
  tags: 'contract.reference-year',
}, () => {
  expect(getReferenceYear(new Date('2026-11-22T12:00:00Z'))).toBe(2025)
  expect(getReferenceYear(new Date('2026-12-31T22:59:59Z'))).toBe(2025)
  expect(getReferenceYear(new Date('2026-12-31T23:00:00Z'))).toBe(2026)
})

test.each([2026, 2030, 2044])('prevents registration under the age of 18 on any day of %i', (year) => {
  const referenceYear = getReferenceYear(new Date(`${year}-06-01T12:00:00Z`))
  const results = [year - 17, year - 18, year - 19].map((yearOfBirth) => isRegistrationYear(yearOfBirth, referenceYear))
  expect(results).toEqual([false, false, true])
})

test('the version is 2.4.0', () => {
  expect(VERSION).toBe('2.4.0')
})
