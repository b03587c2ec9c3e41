import { RATES } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { expect, test } from 'vitest'
import { createLimits } from '../limits/limits.ts'
import { setUpTestGateway } from '../testing.ts'
import { attempt, describeLoginAttempt } from './attempts.ts'
import { anEmailAddress } from './testing.ts'

const { ctx } = await setUpTestGateway({ settings: { RATE_LIMITS: 'on' } })
const limits = createLimits(ctx)

test('does not count an attempt whose check failed to run, so that an overload locks no member out', async () => {
  const loginAttempt = describeLoginAttempt(ctx.config, anEmailAddress(), { address: '192.0.2.77', cookies: undefined })
  const failWithUnavailable = () => Promise.reject(new AppError('UNAVAILABLE'))
  for (let count = 0; count <= RATES.wrongLoginsPerEmail.max; count += 1)
    await expect(attempt(ctx, limits, loginAttempt, failWithUnavailable)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await attempt(ctx, limits, loginAttempt, async () => 'right')).toBe('right')
})
