import { MemberSettings } from '@app/contract/members'
import { SessionEntry } from '@app/contract/sessions'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { getSession, startSession } from '../lib/session.ts'
import { setTheme } from '../lib/theme.ts'
import { answers, answersNothing, mira, onGet, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { SettingsTab } from './SettingsTab.tsx'

freshDevice()

const here: SessionEntry = {
  id: '1',
  createdAt: '2025-11-01T10:00:00.000Z',
  lastSeenAt: '2025-11-01T10:00:00.000Z',
  device: 'Firefox, Windows',
  current: true,
}
const phone: SessionEntry = { ...here, id: '2', device: 'Safari, iPhone', current: false }

function open(onLogOut = () => {}) {
  startSession(mira)
  onGet(
    'members/settings',
    answers(MemberSettings, {
      presenceOff: false,
      receiptsOff: true,
      hiddenFromSearch: false,
      incognito: false,
      visitorsClosed: false,
    }),
  )
  onGet('sessions', answers(z.array(SessionEntry), [here, phone]))
  return show(<SettingsTab onLogOut={onLogOut} />)
}

const presence = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Dölj när jag är online och skriver' })

test('the switches stand as the server has them, and a change is sent alone', async () => {
  const calls = onPost('members/settings', answersNothing)
  const { user } = open()
  expect((await presence()).checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Visa inte när jag har läst' }).checked).toBe(true)
  await user.click(await presence())
  expect((await presence()).checked).toBe(true)
  await vi.waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ presenceOff: true }]))
})

test('a switch that the server refuses goes back and says why', async () => {
  onPost('members/settings', refuses(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open()
  await user.click(await presence())
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect((await presence()).checked).toBe(false)
})

test('settings that cannot be loaded are tried again at a press', async () => {
  startSession(mira)
  onGet('members/settings', refuses(404, 'NOT_FOUND', 'Borta'))
  onGet('sessions', answers(z.array(SessionEntry), [here]))
  const { user } = show(<SettingsTab onLogOut={() => {}} />)
  expect(await screen.findByText(/Inställningarna kunde inte läsas in/)).toBeTruthy()
  onGet(
    'members/settings',
    answers(MemberSettings, {
      presenceOff: true,
      receiptsOff: false,
      hiddenFromSearch: false,
      incognito: false,
      visitorsClosed: false,
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect((await presence()).checked).toBe(true)
})

test('a login elsewhere can be ended, this one not by that button', async () => {
  const calls = onPost('sessions/:id/end', answersNothing)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Avsluta Safari, iPhone' }))
  await vi.waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
  expect(calls.map(({ path }) => path)).toEqual(['sessions/2/end'])
  expect(screen.getByText('Firefox, Windows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Avsluta Firefox, Windows' })).toBeNull()
})

test('logging out everywhere asks first, with the focus on the safe choice', async () => {
  const calls = onPost('sessions/logout-everywhere', answersNothing)
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Logga ut överallt' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Logga ut överallt?' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }))
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Logga ut överallt' }))
  const again = within(await screen.findByRole('alertdialog'))
  await user.click(again.getByRole('button', { name: 'Logga ut överallt' }))
  await vi.waitFor(() => expect(getSession()).toBeNull())
  expect(calls).toMatchObject([{ session: `Bearer ${mira.sessionId}` }])
})

test('logging out here is one press', async () => {
  const logOut = vi.fn()
  const { user } = open(logOut)
  await user.click(screen.getByRole('button', { name: 'Logga ut' }))
  expect(logOut).toHaveBeenCalledOnce()
})

test('another language shows at once and is told to the server, which writes the mails', async () => {
  const calls = onPost('members/language', answersNothing)
  const { user } = open()
  await user.click(screen.getByLabelText('English'))
  expect(await screen.findByRole('heading', { name: 'Privacy' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  await vi.waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ language: 'ENGLISH' }]))
  expect(getSession()?.language).toBe('ENGLISH')
})

test('theme and discreet mode hold on this device, before the next page is drawn', async () => {
  const { user } = open()
  await user.click(screen.getByLabelText('Mörkt'))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('salong.theme')).toBe('dark')
  await user.click(screen.getByRole('switch', { name: 'Diskret läge' }))
  expect(document.documentElement.hasAttribute('data-discreet')).toBe(true)
  expect(localStorage.getItem('salong.discreet')).toBe('on')
  await user.click(screen.getByRole('switch', { name: 'Diskret läge' }))
  expect(document.documentElement.hasAttribute('data-discreet')).toBe(false)
  setTheme('device')
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('a change in another tab of the same member shows here', async () => {
  open()
  await presence()
  const otherTab = new BroadcastChannel('salong.settings')
  otherTab.postMessage({ presenceOff: true, receiptsOff: true })
  await vi.waitFor(async () => expect((await presence()).checked).toBe(true))
  otherTab.close()
})
