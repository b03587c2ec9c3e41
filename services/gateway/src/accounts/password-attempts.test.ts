import { RATES } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { describeLoginAttempt, runAttempt } from './password-attempts.ts'
import { anEmailAddress } from './testing.ts'

const { ctx } = await setUpTestGateway({ settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) } })

test('does not count an attempt whose check fails to run, so that an overload locks no member out', async () => {
  const loginAttempt = describeLoginAttempt(ctx.config, anEmailAddress(), {
    ipAddress: '192.0.2.77',
    cookies: undefined,
  })
  const failWithUnavailable = () => Promise.reject(new AppError('UNAVAILABLE'))
  for (let count = 0; count <= RATES.wrongLoginsPerEmail.max; count += 1)
    await expect(runAttempt(ctx, loginAttempt, failWithUnavailable)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await runAttempt(ctx, loginAttempt, async () => 'right')).toBe('right')
})
