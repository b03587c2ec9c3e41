import { CalendarFeed } from '@app/contract/events'
import { act, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondWith } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { getFeed } from './api.ts'
import { CalendarDialog } from './CalendarDialog.tsx'

setUpFreshDevice()
beforeAll(async () => {
  await import('../ui/overlays/DialogBody.tsx')
}, 60_000)

test('a new secret URL stays visible when the response to an earlier load arrives after it', async () => {
  startSession(mira)
  const inactive = respondWith(CalendarFeed, { active: false, url: null })
  onGet('events/calendar', inactive)
  onPost('events/calendar', respondWith(CalendarFeed, { active: true, url: 'https://salong.example/secret.ics' }, 201))
  const { user } = renderInApp(<CalendarDialog />)
  await user.click(screen.getByRole('button', { name: 'Prenumerera i kalendern' }))
  await screen.findByRole('button', { name: 'Skapa adress' })
  await user.keyboard('{Escape}')
  const delay = createDeferred()
  const loads = onGet('events/calendar', () => delay.promise.then(inactive))
  await user.click(await screen.findByRole('button', { name: 'Prenumerera i kalendern' }))
  await expect.poll(() => loads.length).toBe(1)
  await user.click(await screen.findByRole('button', { name: 'Skapa adress' }))
  const url = await screen.findByDisplayValue('https://salong.example/secret.ics')
  await act(async () => {
    delay.resolve()
    // The response to this later request arrives after the delayed one.
    await getFeed()
  })
  expect(url.isConnected).toBe(true)
})
