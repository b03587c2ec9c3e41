import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError, type ApiErrorCode } from '../../lib/http/api-error.ts'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { Failed } from './Failed.tsx'

setUpFreshDevice()

test.each<{ code: ApiErrorCode; retries: number }>([
  { code: 'FORBIDDEN', retries: 0 },
  { code: 'NOT_FOUND', retries: 0 },
  { code: 'VALIDATION', retries: 1 },
  { code: 'UNAVAILABLE', retries: 1 },
])('offers $retries retries of a response with $code', ({ code, retries }) => {
  render(<Failed error={new ApiError(code, 'Det går inte.')} retry={() => {}} />)
  expect(screen.getByText(/^Det går inte\./)).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: 'Försök igen' })).toHaveLength(retries)
})
