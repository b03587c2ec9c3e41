import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mira, onPost, respondEmpty, respondWithError } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { otherResponse } from '../../testing-members.ts'
import { requestLogOut } from '../log-out.ts'
import { ada, findButton, getNote, open, setUpProfile } from './profile-testing.tsx'

setUpProfile()

/** Adds text to the note at once, because on a slow machine a pause between two keystrokes saves the note. */
async function enter(user: Awaited<ReturnType<typeof open>>['user'], text: string): Promise<void> {
  await user.click(getNote())
  await user.paste(text)
}

test('a private note is saved while it is written', { tags: 'profiles.page-note' }, async () => {
  const requests = onPost('profiles/:name/notes', respondEmpty)
  const { user } = await open(otherResponse({ ...ada, profileNotes: 'Träffades i somras.' }))
  expect(getNote().value).toBe('Träffades i somras.')
  await user.type(getNote(), ' Fråga om båten.')
  expect(await screen.findByText('Sparad')).toBeTruthy()
  expect(requests.at(-1)?.body).toEqual({ notes: 'Träffades i somras. Fråga om båten.' })
})

test('leaving the page saves a pending note', async () => {
  const requests = onPost('profiles/:name/notes', respondEmpty)
  const { user, unmount } = await open()
  await user.type(getNote(), 'Hej')
  unmount()
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ notes: 'Hej' }))
})

test('a note is stored before the logout that follows its last letter ends the session on the server', async () => {
  const acts: string[] = []
  const { promise, resolve } = createDeferred()
  const requests = onPost('profiles/:name/notes', async () => {
    await promise
    acts.push('note')
    return respondEmpty()
  })
  const logOuts = onPost('sessions/logout', () => {
    acts.push('logout')
    return respondEmpty()
  })
  const { user } = await open()
  await enter(user, 'Hej')
  act(() => requestLogOut())
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ notes: 'Hej' }]))
  resolve()
  await waitFor(() => expect(acts).toEqual(['note', 'logout']))
  expect(logOuts).toMatchObject([{ session: `Bearer ${mira.sessionId}` }])
})

test('a page that is left sends the latest text of its note with a request that outlives the page', async () => {
  const requests = onPost('profiles/:name/notes', () => new Promise(() => undefined))
  const { user } = await open()
  const fetch = vi.spyOn(globalThis, 'fetch')
  await enter(user, 'Hej')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await enter(user, ' då')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ notes: 'Hej' }, { notes: 'Hej då' }]))
  expect(fetch.mock.calls.map(([request]) => (request as Request).keepalive)).toEqual([true, true])
  fetch.mockRestore()
})

test('a note that fails to save is kept, shows an error, and is resent with a button', async () => {
  onPost('profiles/:name/notes', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = await open()
  await user.type(getNote(), 'Hej')
  await user.tab()
  expect(await screen.findByText('Inte sparad. Det går inte just nu.')).toBeTruthy()
  cleanup()
  await open()
  expect(getNote().value).toBe('Hej')
  const requests = onPost('profiles/:name/notes', respondEmpty)
  await user.click(await findButton('Försök igen'))
  expect(await screen.findByText('Sparad')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ notes: 'Hej' }])
})
