import { Event } from '@app/contract/events'
import { Group } from '@app/contract/groups'
import { describeSubject, type NotificationKind } from '@app/contract/notifications'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createEmptyChats } from '../../chats/state.ts'
import { useChats } from '../../chats/store.ts'
import { anEvent } from '../../events/fake-events.ts'
import { onGroupCount } from '../../groups/count.ts'
import { aGroup } from '../../groups/fake-groups.ts'
import { loadGroups } from '../../groups/store.ts'
import { useNotifiedMember } from '../../lib/device/notified-member.ts'
import { loaded } from '../../lib/http/loadable.ts'
import { endSession, startSession } from '../../lib/http/session.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { refreshDeviceState } from '../../notifications/device.ts'
import { FakePushDevice } from '../../notifications/fake-push-device.ts'
import { createTags } from '../../notifications/tags.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { NotificationOutlet } from './NotificationOutlet.tsx'

setUpFreshDevice()

const NOTHING = { groups: 0, messages: 0, invites: 0 }
/** The texts that describe the subjects of the notifications in the tests, by tag. */
const subjectsByTag = new Map<string, string>()
let device: FakePushDevice

const tagOf = async (kind: NotificationKind, id: string): Promise<string> => {
  const [tag = ''] = await createTags([{ kind, id }])
  subjectsByTag.set(tag, describeSubject(kind, id))
  return tag
}
const show = async (kind: NotificationKind, id: string): Promise<void> => device.show(await tagOf(kind, id))
const listShown = () => device.shown.map(({ tag }) => subjectsByTag.get(tag))

/** Renders the outlet on a device that shows notifications. */
function open(url = '/chats') {
  useNotifiedMember.setState({ memberKey: mira.userName })
  onTestFinished(() => useNotifiedMember.setState({ memberKey: null }))
  refreshDeviceState()
  return renderInApp(<NotificationOutlet />, url)
}

const serveEvents = (...events: Event[]) => onGet('events', respondWith(z.array(Event), events))
const serveGroups = (...groups: Group[]) => onGet('groups', respondWith(z.array(Group), groups))
/** Sets the counts and the list of chats of a member without chats. */
const setNoChats = () =>
  useChats.setState(({ lists }) => ({
    count: { chats: 0, messages: 0, invites: 0 },
    lists: { ...lists, chats: loaded({ hasMore: false, asOf: 0 }) },
  }))

beforeEach(async () => {
  device = new FakePushDevice()
  device.permission = 'granted'
  onTestFinished(device.install())
  useAppConfig.setState({ pushKey: 'BAAA' })
  onPost('push/subscriptions', respondEmpty)
  startSession(mira)
  useChats.setState(createEmptyChats())
  const { pushManager } = await navigator.serviceWorker.ready
  await pushManager.subscribe({ applicationServerKey: Uint8Array.from([4, 0, 0]) })
})

describe('an open client', { tags: 'notifications.stale' }, () => {
  test('closes no notification about a group before the count of unread posts is loaded', async () => {
    const events = serveEvents()
    await show('GROUP', '3')
    await show('CHAT', '5')
    setNoChats()
    useChats.setState({ known: new Map([['5', { chat: null, latestVersion: 0, changedAt: 0, unconfirmed: false }]]) })
    open()
    await waitFor(() => expect(listShown()).toEqual(['GROUP:3']))
    expect(events).toEqual([])
    onGroupCount({ type: 'group:count', count: NOTHING })
    await waitFor(() => expect(listShown()).toEqual([]))
  })

  test('once nothing is unread, closes all notifications except those about seats that the member still has; closes these when the event is opened', async () => {
    const [attended, unanswered] = [
      anEvent({ id: '9', sessionResponse: 'YES' }),
      anEvent({ id: '8', sessionResponse: 'NO_ANSWER' }),
    ]
    const events = serveEvents(attended, unanswered)
    await show('SEAT', '9')
    await show('SEAT', '8')
    await show('CHAT', '5')
    setNoChats()
    onGroupCount({ type: 'group:count', count: NOTHING })
    const { unmount } = open()
    await waitFor(() => expect(listShown()).toEqual(['SEAT:9']))
    unmount()
    open('/events?id=9')
    await waitFor(() => expect(listShown()).toEqual([]))
    expect(events).toHaveLength(1)
  })
})

describe('a tapped notification', { tags: 'notifications.targets' }, () => {
  /** Opens the client as the service worker does, with the tag in the page's URL, which then changes with the route. */
  async function openTapped(kind: NotificationKind, id: string) {
    const url = `/chats?notification=${encodeURIComponent(await tagOf(kind, id))}`
    history.replaceState(null, '', url)
    const view = open(url)
    history.replaceState(null, '', '/')
    return view
  }

  test('opens the event in which the member has a seat', async () => {
    setNoChats()
    serveGroups(aGroup())
    serveEvents(anEvent({ id: '7' }), anEvent({ id: '9', sessionResponse: 'YES' }))
    const { getByTestId } = await openTapped('SEAT', '9')
    await waitFor(() => expect(getByTestId('search').textContent).toBe('?id=9'))
    expect(getByTestId('path').textContent).toBe('/events')
  })

  test('opens the group before the count of unread posts is loaded', async () => {
    setNoChats()
    serveGroups(aGroup({ groupId: '3', newMessages: 1 }))
    const { getByTestId } = await openTapped('GROUP', '3')
    await waitFor(() => expect(getByTestId('search').textContent).toBe('?id=3&tab=chat'))
    expect(getByTestId('path').textContent).toBe('/groups')
  })

  const tap = (tag: string) =>
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { notification: tag } }))

  /** Taps the notification about a seat; returns a function that responds to its request for the events. */
  async function tapSeat(): Promise<() => void> {
    setNoChats()
    serveGroups(aGroup({ groupId: '3' }))
    const response = createDeferred()
    const requests = onGet('events', () =>
      response.promise.then(respondWith(z.array(Event), [anEvent({ id: '9', sessionResponse: 'YES' })])),
    )
    tap(await tagOf('SEAT', '9'))
    await waitFor(() => expect(requests).toHaveLength(1))
    return response.resolve
  }

  test('opens nothing if the member taps another one while its subject loads', async () => {
    const { getByTestId } = open('/news')
    const respond = await tapSeat()
    tap(await tagOf('GROUP', '3'))
    await waitFor(() => expect(getByTestId('path').textContent).toBe('/groups'))
    const keys = vi.spyOn(crypto.subtle, 'importKey')
    onTestFinished(() => keys.mockRestore())
    respond()
    await waitFor(() => expect(keys).toHaveBeenCalled())
    await act(() => createTags([{ kind: 'SEAT', id: '9' }]))
    expect(getByTestId('path').textContent).toBe('/groups')
  })

  test('opens nothing if the member logs out while its subject loads', async () => {
    const { getByTestId } = open('/news')
    const respond = await tapSeat()
    act(() => endSession('loggedOut'))
    respond()
    await act(() => loadGroups('mine'))
    expect(getByTestId('path').textContent).toBe('/news')
  })

  test('opens the list of chats if its subject cannot be found because the browser denies access', async () => {
    setNoChats()
    const tag = await tagOf('CHAT', '5')
    vi.spyOn(navigator.serviceWorker, 'getRegistration').mockRejectedValue(new Error('denied'))
    const { getByTestId } = open('/news')
    tap(tag)
    await waitFor(() => expect(getByTestId('path').textContent).toBe('/chats'))
  })
})
