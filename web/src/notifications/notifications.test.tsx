import { NotificationSettings } from '@app/contract/notifications'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { setDiscreet } from '../lib/device/discreet.ts'
import { useNotifiedMember } from '../lib/device/notified-member.ts'
import { startSession } from '../lib/http/session.ts'
import { useAppConfig } from '../lib/release/app-config.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { FakePushDevice } from './fake-push-device.ts'
import { GroupSwitch } from './GroupSwitch.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { QuietHoursCard } from './QuietHoursCard.tsx'
import { changePreferences, loadNotificationSettings, useNotificationSettings } from './store.ts'

setUpFreshDevice()

const SETTINGS: NotificationSettings = {
  ...{ messages: true, invites: false, seats: false, quietHours: { from: 22, to: 7 } },
  groupIds: [],
}

let device: FakePushDevice
beforeEach(() => {
  device = new FakePushDevice()
  onTestFinished(device.install())
  useNotifiedMember.setState({ memberKey: null })
  useAppConfig.setState({ pushKey: 'BAAA' })
  onGet('push/settings', respondWith(NotificationSettings, SETTINGS))
})

const bodiesOf = (requests: { body: unknown }[]) => requests.map(({ body }) => body)

function open(element = <NotificationsCard />) {
  startSession(mira)
  return renderInApp(element)
}

const findSwitch = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })
const DEVICE = 'Avisera på den här enheten'

test('turning on notifications asks for permission, and sends the subscription of the device to the server', {
  tags: 'notifications.card',
}, async () => {
  const requests = onPost('push/subscriptions', respondEmpty)
  const { user } = open()
  expect(device.permission).toBe('default')
  await user.click(await findSwitch(DEVICE))
  await waitFor(async () => expect((await findSwitch(DEVICE)).checked).toBe(true))
  expect(bodiesOf(requests)).toEqual([
    { endpoint: device.subscription?.endpoint, keys: { p256dh: 'p256dh', auth: 'auth' } },
  ])
})

test('a permission that is granted after another member has logged in subscribes neither of them', async () => {
  const requests = onPost('push/subscriptions', respondEmpty)
  const { promise, resolve } = createDeferred()
  device.answer = promise.then(() => 'granted')
  const { user } = open()
  await user.click(await findSwitch(DEVICE))
  act(() => startSession({ ...mira, sessionId: '99', userName: 'Tage' }))
  await act(async () => resolve())
  await waitFor(() => expect(device.permission).toBe('granted'))
  expect([requests, device.subscription, useNotifiedMember.getState().memberKey]).toEqual([[], null, null])
})

test('a subscription is ended if another member has logged in while it was sent', async () => {
  const { promise, resolve } = createDeferred()
  onPost('push/subscriptions', () => promise.then(respondEmpty))
  const { user } = open()
  await user.click(await findSwitch(DEVICE))
  await waitFor(() => expect(device.subscription).not.toBeNull())
  act(() => startSession({ ...mira, sessionId: '99', userName: 'Tage' }))
  await act(async () => resolve())
  await waitFor(() => expect(device.subscription).toBeNull())
  expect(useNotifiedMember.getState().memberKey).toBeNull()
})

test('turning off notifications ends the subscription and closes the notifications on screen', {
  tags: 'notifications.card',
}, async () => {
  onPost('push/subscriptions', respondEmpty)
  const removals = onPost('push/subscriptions/remove', respondEmpty)
  const { user } = open()
  await user.click(await findSwitch(DEVICE))
  await waitFor(async () => expect((await findSwitch(DEVICE)).checked).toBe(true))
  device.show('a')
  await user.click(await findSwitch(DEVICE))
  await waitFor(async () => expect((await findSwitch(DEVICE)).checked).toBe(false))
  await waitFor(() => expect([device.subscription, device.shown, removals.length]).toEqual([null, [], 1]))
})

test('the switch shows that notifications are being turned off, and a toast reports that they are off even if the server fails', {
  tags: 'notifications.card',
}, async () => {
  onPost('push/subscriptions', respondEmpty)
  const response = createDeferred()
  const removals = onPost('push/subscriptions/remove', () =>
    response.promise.then(respondWithError(503, 'UNAVAILABLE', 'Försök igen.')),
  )
  const { user } = open()
  await user.click(await findSwitch(DEVICE))
  await waitFor(async () => expect((await findSwitch(DEVICE)).checked).toBe(true))
  await user.click(await findSwitch(DEVICE))
  await waitFor(() => expect(removals).toHaveLength(1))
  expect(screen.getByText('Stänger av…')).toBeTruthy()
  expect(screen.queryByText('Slår på…')).toBeNull()
  response.resolve()
  expect(await screen.findByText(/^Den här enheten visar inga fler aviseringar/)).toBeTruthy()
  expect((await findSwitch(DEVICE)).checked).toBe(false)
})

describe('the switch stays off', { tags: 'notifications.card' }, () => {
  test('if the member forbids notifications, with an explanation of how to allow them', async () => {
    device.answer = 'denied'
    const { user } = open()
    await user.click(await findSwitch(DEVICE))
    expect(await screen.findByText(/Aviseringar är blockerade i webbläsaren/)).toBeTruthy()
    const deviceSwitch = await findSwitch(DEVICE)
    expect([deviceSwitch.checked, deviceSwitch.disabled]).toEqual([false, true])
  })

  test('if the browser cannot subscribe, with a toast', async () => {
    device.failure = new DOMException('no push service', 'AbortError')
    const { user } = open()
    await user.click(await findSwitch(DEVICE))
    expect(await screen.findByText(/Aviseringarna kunde inte slås på/)).toBeTruthy()
    expect((await findSwitch(DEVICE)).checked).toBe(false)
  })

  test('if the server rejects the subscription', async () => {
    onPost('push/subscriptions', respondWithError(400, 'VALIDATION', 'Ogiltig.'))
    const { user } = open()
    await user.click(await findSwitch(DEVICE))
    expect(await screen.findByText(/Aviseringarna kunde inte slås på/)).toBeTruthy()
    expect((await findSwitch(DEVICE)).checked).toBe(false)
  })
})

test('the card states that the browser cannot show notifications, and still shows the preferences', {
  tags: 'notifications.card',
}, async () => {
  Reflect.deleteProperty(window, 'PushManager')
  open()
  expect(await screen.findByText(/Den här webbläsaren kan inte visa aviseringar/)).toBeTruthy()
  expect((await findSwitch('Inbjudningar')).checked).toBe(false)
})

test('the sample shows the neutral title of discreet mode', { tags: 'notifications.card' }, async () => {
  open()
  expect(await screen.findByText('Salong')).toBeTruthy()
  setDiscreet(true)
  onTestFinished(() => setDiscreet(false))
  expect(await screen.findByText('Ny avisering')).toBeTruthy()
  expect(screen.queryByText('Salong')).toBeNull()
})

test('a preference is saved at once, and rolled back if the server fails', { tags: 'notifications.card' }, async () => {
  const requests = onPost('push/settings', respondWith(NotificationSettings, SETTINGS))
  const { user } = open()
  await user.click(await findSwitch('Inbjudningar'))
  const { groupIds: _, ...preferences } = SETTINGS
  await waitFor(() => expect(bodiesOf(requests)).toEqual([{ ...preferences, invites: true }]))
  onPost('push/settings', respondWithError(503, 'UNAVAILABLE', 'Försök igen.'))
  await user.click(await findSwitch('Plats på event'))
  await waitFor(async () => expect((await findSwitch('Plats på event')).checked).toBe(false))
})

test('a rejected preference is rolled back, and not sent again with one that was changed meanwhile', {
  tags: 'notifications.card',
}, async () => {
  const responses: (() => void)[] = []
  const requests = onPost(
    'push/settings',
    () =>
      new Promise((resolve) => {
        const isFirst = responses.length === 0
        responses.push(() =>
          resolve(
            isFirst
              ? respondWithError(400, 'VALIDATION', 'Ogiltig.')()
              : respondWith(NotificationSettings, { ...SETTINGS, seats: true })(),
          ),
        )
      }),
  )
  const { user } = open()
  await user.click(await findSwitch('Inbjudningar'))
  await user.click(await findSwitch('Plats på event'))
  await waitFor(() => expect(responses).toHaveLength(1))
  responses[0]?.()
  await waitFor(() => expect(responses).toHaveLength(2))
  expect((await findSwitch('Inbjudningar')).checked).toBe(false)
  expect((await findSwitch('Plats på event')).checked).toBe(true)
  responses[1]?.()
  expect(requests[1]?.body).toMatchObject({ invites: false, seats: true })
  await waitFor(async () => expect((await findSwitch('Plats på event')).checked).toBe(true))
})

test('quiet hours can be changed and turned off', { tags: 'notifications.card' }, async () => {
  const requests = onPost('push/settings', respondWith(NotificationSettings, SETTINGS))
  const { user } = open(<QuietHoursCard />)
  await user.selectOptions(await screen.findByLabelText('Till'), '09:00')
  expect(await screen.findByText(/en enda avisering klockan 09:00/)).toBeTruthy()
  await user.click(await findSwitch('Håll tyst på natten'))
  await waitFor(() =>
    expect(bodiesOf(requests)).toEqual([
      expect.objectContaining({ quietHours: { from: 22, to: 9 } }),
      expect.objectContaining({ quietHours: null }),
    ]),
  )
  expect(screen.queryByLabelText('Till')).toBeNull()
})

test('notifications about a group can be turned on and off', { tags: 'notifications.card' }, async () => {
  const requests = onPost('push/groups/7', respondEmpty)
  const { user } = open(<GroupSwitch groupId="7" />)
  await user.click(await findSwitch('Avisera om nya inlägg'))
  await user.click(await findSwitch('Avisera om nya inlägg'))
  await waitFor(() => expect(bodiesOf(requests)).toEqual([{ on: true }, { on: false }]))
})

test('a load during the request of a change keeps the change on screen', async () => {
  startSession(mira)
  await loadNotificationSettings()
  const { promise, resolve } = createDeferred()
  onPost('push/settings', () => promise.then(respondWith(NotificationSettings, { ...SETTINGS, invites: true })))
  const changing = changePreferences({ invites: true })
  await loadNotificationSettings()
  expect(useNotificationSettings.getState().settings.data?.invites).toBe(true)
  resolve()
  await changing
  expect(useNotificationSettings.getState().settings.data?.invites).toBe(true)
})
