import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
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

function Page() {
  const [isRetried, setIsRetried] = useState(false)
  return (
    <>
      <h1 tabIndex={-1}>Grupper</h1>
      {isRetried ? (
        <p>Läser in</p>
      ) : (
        <Failed error={new ApiError('UNAVAILABLE', 'Det går inte.')} retry={() => setIsRetried(true)} />
      )}
    </>
  )
}

test('a retry by keyboard moves the focus to the heading when it replaces the button', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Försök igen' }))
  await user.keyboard('{Enter}')
  expect(screen.getByText('Läser in')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Grupper' })))
})
