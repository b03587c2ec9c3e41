import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { offerNewVersion, useNewVersion } from '../lib/release/new-version.ts'
import { show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { CrashGuard } from './CrashGuard.tsx'

const takenOver = vi.hoisted(() => vi.fn())
vi.mock('../lib/release/take-over.ts', () => ({ takeOver: takenOver }))
const logged = vi.hoisted(() => vi.fn())
vi.mock('../lib/feedback/client-log.ts', () => ({ logToServer: logged }))

freshDevice()
beforeEach(() => {
  useNewVersion.setState({ offered: false, loading: false })
  takenOver.mockClear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function Missing(): never {
  throw new TypeError('Failed to fetch dynamically imported module')
}

test('a new version is offered once, however often it is found, and loaded when the member chooses to', async () => {
  const { user } = show(<p>sidan</p>)
  expect(screen.queryByText('Det finns en ny version.')).toBeNull()
  act(offerNewVersion)
  act(offerNewVersion)
  expect(screen.getAllByText('Det finns en ny version.')).toHaveLength(1)
  expect(takenOver).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Uppdatera' }))
  await vi.waitFor(() => expect(takenOver).toHaveBeenCalledOnce())
})

test('the button shows that the new version is loading, and can be pressed again if the member stays', async () => {
  let stay = (): void => undefined
  takenOver.mockReturnValueOnce(
    new Promise<void>((resolve) => {
      stay = resolve
    }),
  )
  const { user } = show(<p>sidan</p>)
  act(offerNewVersion)
  await user.click(screen.getByRole('button', { name: 'Uppdatera' }))
  const busy = await screen.findByRole('button', { name: 'Uppdaterar…' })
  await user.click(busy)
  await vi.waitFor(() => expect(takenOver).toHaveBeenCalledOnce())
  act(() => stay())
  await screen.findByRole('button', { name: 'Uppdatera' })
})

test('a chunk that fails to load replaces only its own page with an error', () => {
  show(
    <>
      <p>menyn</p>
      <CrashGuard>
        <Missing />
      </CrashGuard>
    </>,
  )
  expect(screen.getByText('menyn')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Något gick fel.' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ladda om' })).toBeTruthy()
  expect(logged).toHaveBeenCalledWith('error', 'Failed to fetch dynamically imported module', expect.any(String))
})

test('navigating to another page clears the error', () => {
  const page = (path: string, part: ReactNode) => <CrashGuard page={path}>{part}</CrashGuard>
  const { rerender } = render(page('/groups', <Missing />))
  expect(screen.getByRole('alert')).toBeTruthy()
  rerender(page('/groups', <p>gruppen</p>))
  expect(screen.queryByText('gruppen')).toBeNull()
  rerender(page('/chats', <p>chatten</p>))
  expect(screen.getByText('chatten')).toBeTruthy()
})

test('a chunk that a newer version has replaced leads to an offer of that version', async () => {
  const { user } = show(
    <CrashGuard around={(words) => <main>{words}</main>}>
      <Missing />
    </CrashGuard>,
  )
  act(offerNewVersion)
  const page = screen.getByRole('main')
  expect(page.textContent).toContain('det du har skrivit finns kvar.')
  await user.click(screen.getAllByRole('button', { name: 'Uppdatera' }).at(-1)!)
  await vi.waitFor(() => expect(takenOver).toHaveBeenCalledOnce())
})
