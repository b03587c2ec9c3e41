import { act, render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setOnline } from '../lib/device/online.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { server } from '../testing-server.ts'
import { lazyPage } from './lazy-page.tsx'

setUpFreshDevice()
beforeEach(() => server.use(http.head('http://localhost:8080/index.html', () => HttpResponse.error())))
afterEach(() => setOnline(true))

test('a page that is not on the device shows that it needs a network, loads once there is one, and then stays', async () => {
  const Page = lazyPage(async () => () => <h1>Grupper</h1>)
  setOnline(false)
  render(
    <MemoryRouter>
      <Suspense>
        <Page />
      </Suspense>
    </MemoryRouter>,
  )
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('Det här kräver internet.')
  expect(textContent).toContain('Det läses in så fort du är online igen.')
  act(() => setOnline(true))
  expect(await screen.findByRole('heading', { name: 'Grupper' })).toBeTruthy()
  act(() => setOnline(false))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a preloaded page is shown without a network, and its chunk is loaded once', async () => {
  let loadCount = 0
  const Page = lazyPage(async () => {
    loadCount += 1
    return () => <h1>Grupper</h1>
  })
  await act(async () => Page.preload())
  act(() => setOnline(false))
  render(<Page />, { wrapper: ({ children }) => <Suspense>{children}</Suspense> })
  expect(await screen.findByRole('heading', { name: 'Grupper' })).toBeTruthy()
  expect(loadCount).toBe(1)
})

test('a page is loaded again if its preload failed', async () => {
  let loadCount = 0
  const Page = lazyPage(async () => {
    loadCount += 1
    if (loadCount === 1) throw new TypeError('Failed to fetch')
    return () => <h1>Grupper</h1>
  })
  await act(async () => Page.preload())
  render(<Page />, { wrapper: ({ children }) => <Suspense>{children}</Suspense> })
  expect(await screen.findByRole('heading', { name: 'Grupper' })).toBeTruthy()
})
