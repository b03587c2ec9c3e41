import { Event, EventParticipant } from '@app/contract/events'
import { Group } from '@app/contract/groups'
import { cleanup } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import { anEvent } from '../events/fake-events.ts'
import { startSession } from '../lib/http/session.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import { mira, onGet, renderInApp, respondWith, WithHeader } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { EventsPage } from './EventsPage.tsx'

export const dinner = anEvent()

export const fridayEvent = anEvent({
  id: '8',
  title: 'Fredagshäng',
  paidEvent: false,
  sessionResponse: 'MAYBE',
  place: 'Vasastan',
})

export const sauna = anEvent({ id: '9', title: 'Bastu och brasa', groupId: '3', groupName: 'Naturvänner' })
export const eventsResponse = (list: Event[]) => respondWith(z.array(Event), list)

export const serveEvent = (event: Event, participants: EventParticipant[] = []) => {
  onGet('events/public', eventsResponse([event]))
  onGet(`events/${event.id}`, respondWith(Event, event))
  onGet(`events/${event.id}/participants`, respondWith(z.array(EventParticipant), participants))
}

export const open = (path = '/events') =>
  renderInApp(
    <WithHeader>
      <Link to="/chats">Chatt</Link>
      <EventsPage />
    </WithHeader>,
    path,
  )

/** Sets up each test with a logged-in member and a few events. */
export function setUpEvents(): void {
  setUpFreshDevice()
  beforeAll(
    () =>
      Promise.all([
        import('../ui/overlays/DialogBody.tsx'),
        import('../ui/overlays/MenuPopover.tsx'),
      ]) as Promise<unknown> as Promise<void>,
    60_000,
  )
  beforeEach(() => {
    startSession(mira)
    onGet('events/public', eventsResponse([dinner, fridayEvent]))
    onGet('events/public?near', eventsResponse([]))
    onGet('events', eventsResponse([sauna, fridayEvent]))
    onGet('groups/admin', respondWith(z.array(Group), []))
  })
  afterEach(() => {
    cleanup()
    setHubConnection(null)
  })
}
