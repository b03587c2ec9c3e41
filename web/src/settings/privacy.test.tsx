import { MemberSettings } from '@app/contract/members/members'
import { act, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { findPresenceSwitch, open, SETTINGS, setUpSettings } from './settings-testing.tsx'
import { loadSettings, setSetting, useSettings } from './store.ts'

setUpSettings()

test('the switches show the stored settings, and a click sends only the changed setting', async () => {
  const requests = onPost('members/settings', respondEmpty)
  const { user } = open()
  expect((await findPresenceSwitch()).checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Visa inte när jag har läst meddelanden' }).checked).toBe(
    true,
  )
  await user.click(await findPresenceSwitch())
  expect((await findPresenceSwitch()).checked).toBe(true)
  await vi.waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ presenceOff: true }]))
})

test('a rejected change is rolled back and its reason shown', async () => {
  onPost('members/settings', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open()
  await user.click(await findPresenceSwitch())
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect((await findPresenceSwitch()).checked).toBe(false)
})

test('a change rejected after a logout does not affect the next member on the device or other tabs', async () => {
  let reject = () => {}
  onPost(
    'members/settings',
    () =>
      new Promise((resolve) => {
        reject = () =>
          resolve(HttpResponse.json({ code: 'UNAVAILABLE', message: 'Det går inte just nu.' }, { status: 503 }))
      }),
  )
  open()
  await findPresenceSwitch()
  const messages: unknown[] = []
  const first = { member: 'Mira', settings: { ...SETTINGS, presenceOff: true } }
  const otherTab = new BroadcastChannel('salong.settings.2')
  onTestFinished(() => otherTab.close())
  otherTab.addEventListener('message', ({ data }) => messages.push(data))
  const change = setSetting('presenceOff', true)
  await vi.waitFor(() => expect(messages).toEqual([first]))
  act(() => {
    endSession('loggedOut')
    startSession({ ...mira, userName: 'Linn', sessionId: 'second.session.token' })
  })
  onGet('members/settings', respondWith(MemberSettings, { ...SETTINGS, presenceOff: true }))
  await act(loadSettings)
  reject()
  await act(() => change)
  expect((await findPresenceSwitch()).checked).toBe(true)
  expect(screen.queryByText('Det går inte just nu.')).toBeNull()
  onPost('members/settings', respondEmpty)
  await act(() => setSetting('incognito', true))
  const next = { member: 'Linn', settings: { ...SETTINGS, presenceOff: true, incognito: true } }
  await vi.waitFor(() => expect(messages).toEqual([first, next]))
})

test('a change in one tab shows in another tab of the same member, but not of another member', async () => {
  open()
  await findPresenceSwitch()
  const otherTab = new BroadcastChannel('salong.settings.2')
  onTestFinished(() => otherTab.close())
  const findIncognitoSwitch = () =>
    screen.findByRole<HTMLInputElement>('switch', { name: 'Besök profiler utan att synas' })
  otherTab.postMessage({ member: 'Linn', settings: { ...SETTINGS, incognito: true } })
  otherTab.postMessage({ member: 'Mira', settings: { ...SETTINGS, presenceOff: true } })
  const shown: boolean[] = []
  const unsubscribe = useSettings.subscribe(({ settings }) => shown.push(settings.data?.incognito ?? false))
  onTestFinished(unsubscribe)
  await vi.waitFor(async () => expect((await findPresenceSwitch()).checked).toBe(true))
  expect((await findIncognitoSwitch()).checked).toBe(false)
  expect(shown).not.toContain(true)
})

test.each([
  ['Dölj profilen i sökningar', 'hiddenFromSearch'],
  ['Besök profiler utan att synas', 'incognito'],
  ['Dölj besökarlistan för andra', 'visitorsClosed'],
])('%s has its own switch', async (name, setting) => {
  const requests = onPost('members/settings', respondEmpty)
  const { user } = open()
  await user.click(await screen.findByRole('switch', { name }))
  await vi.waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ [setting]: true }]))
})
