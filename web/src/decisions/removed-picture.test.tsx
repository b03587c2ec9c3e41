import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../lib/http/api-error.ts'
import { renderInApp } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { RemovedPicture } from './RemovedPicture.tsx'

setUpFreshDevice()
beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
})

test('the picture takes the focus of the button that it replaces', async () => {
  const { user } = renderInApp(<RemovedPicture load={() => Promise.resolve(new Blob())} />)
  await user.click(screen.getByRole('button', { name: 'Visa bilden' }))
  const picture = await screen.findByRole('img', { name: 'Bilden som beslutet gäller' })
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(picture)).toBe(true)
})

test('the message about a missing picture takes the focus of the button that it replaces', async () => {
  const { user } = renderInApp(<RemovedPicture load={() => Promise.reject(new ApiError('NOT_FOUND', ''))} />)
  await user.click(screen.getByRole('button', { name: 'Visa bilden' }))
  const message = await screen.findByText('Bilden finns inte kvar.')
  expect(document.activeElement).toBe(message)
})
