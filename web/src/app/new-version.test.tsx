import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as clientLog from '../lib/feedback/client-log.ts'
import { offerNewVersion, useNewVersion } from '../lib/release/new-version.ts'
import * as takeOverModule from '../lib/release/take-over.ts'
import { renderInApp } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { AppErrorBoundary } from './AppErrorBoundary.tsx'

const takeOver = vi.spyOn(takeOverModule, 'takeOver')
const logToServer = vi.spyOn(clientLog, 'logToServer')

setUpFreshDevice()
afterEach(() => useNewVersion.setState({ offered: false, loading: false }))
beforeEach(() => {
  takeOver.mockReset().mockResolvedValue()
  logToServer.mockReset().mockReturnValue()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function BrokenPart(): never {
  throw new TypeError('Failed to fetch dynamically imported module')
}

test('a new version that is found repeatedly is offered once, and loads when the member chooses to', async () => {
  const { user } = renderInApp(<p>sidan</p>)
  expect(screen.queryByText('Det finns en ny version.')).toBeNull()
  act(offerNewVersion)
  act(offerNewVersion)
  expect(screen.getAllByText('Det finns en ny version.')).toHaveLength(1)
  expect(takeOver).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Uppdatera' }))
  await vi.waitFor(() => expect(takeOver).toHaveBeenCalledOnce())
})

test('the button ignores presses while the new version is loading, and returns if the member stays on the page', async () => {
  let stay = (): void => undefined
  takeOver.mockReturnValueOnce(
    new Promise<void>((resolve) => {
      stay = resolve
    }),
  )
  const { user } = renderInApp(<p>sidan</p>)
  act(offerNewVersion)
  await user.click(screen.getByRole('button', { name: 'Uppdatera' }))
  const busyButton = await screen.findByRole('button', { name: 'Uppdaterar…' })
  await user.click(busyButton)
  await vi.waitFor(() => expect(takeOver).toHaveBeenCalledOnce())
  act(() => stay())
  await screen.findByRole('button', { name: 'Uppdatera' })
})

test('a chunk that fails to load replaces only its own page with an error', () => {
  renderInApp(
    <>
      <p>menyn</p>
      <AppErrorBoundary>
        <BrokenPart />
      </AppErrorBoundary>
    </>,
  )
  expect(screen.getByText('menyn')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Något gick fel.' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ladda om' })).toBeTruthy()
  expect(logToServer).toHaveBeenCalledWith('error', 'Failed to fetch dynamically imported module', expect.any(String))
})

test('navigating to another page clears the error', () => {
  const page = (path: string, part: ReactNode) => <AppErrorBoundary page={path}>{part}</AppErrorBoundary>
  const { rerender } = render(page('/groups', <BrokenPart />))
  expect(screen.getByRole('alert')).toBeTruthy()
  rerender(page('/groups', <p>gruppen</p>))
  expect(screen.queryByText('gruppen')).toBeNull()
  rerender(page('/chats', <p>chatten</p>))
  expect(screen.getByText('chatten')).toBeTruthy()
})

test('the error page offers the new version if there is one', async () => {
  const { user } = renderInApp(
    <AppErrorBoundary frame={(content) => <main>{content}</main>}>
      <BrokenPart />
    </AppErrorBoundary>,
  )
  act(offerNewVersion)
  const page = screen.getByRole('main')
  expect(page.textContent).toContain('det du har skrivit finns kvar.')
  await user.click(screen.getAllByRole('button', { name: 'Uppdatera' }).at(-1)!)
  await vi.waitFor(() => expect(takeOver).toHaveBeenCalledOnce())
})
