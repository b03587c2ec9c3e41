import { ChatStatus } from '@app/contract/chats'
import { MemberResponse } from '@app/contract/members/members'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endSession, startSession } from '../../lib/http/session.ts'
import { rememberOpenedPhoto } from '../../lib/photos/opened-photo.ts'
import { openProfile, removeProfile, restoreProfile, useProfiles } from '../../profiles/store.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { otherResponse } from '../../testing-members.ts'
import { ProfilePage } from './ProfilePage.tsx'
import { ada, findButton, open, PROFILE_PATH, serveMember, setUpProfile } from './profile-testing.tsx'

setUpProfile()

test('a profile that arrives after a logout is no visit by the next member on the device', async () => {
  const visits = onPost('profiles/visits/:name', respondEmpty)
  let respond = (): void => undefined
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  const requests = onGet('members/username/:name', async () => {
    await responded
    return respondWith(MemberResponse, otherResponse(ada))()
  })
  const opened = openProfile('Ada och Viktor')
  await waitFor(() => expect(requests).toHaveLength(1))
  endSession('loggedOut')
  startSession({ ...mira, userName: 'Linn', sessionId: 'second.session.token' })
  respond()
  await opened
  expect(visits).toEqual([])
  expect(useProfiles.getState().opened).toBeNull()
})

test('the photo of the opened search hit stays in place while the profile loads', async () => {
  const urlSignedAs = (signature: string) => `/media/0000000000000000000001/0/medium?s=${signature}`
  serveMember(otherResponse({ ...ada, profilePhotoUrl: urlSignedAs('b') }))
  rememberOpenedPhoto({ userName: 'Ada och Viktor', url: urlSignedAs('a') })
  renderInApp(<ProfilePage />, PROFILE_PATH)
  const image = screen.getByRole('img', { name: 'Ada och Viktor' })
  expect(image.getAttribute('src')).toBe(urlSignedAs('a'))
  await screen.findByRole('heading', { level: 2, name: 'Ada och Viktor' })
  expect(screen.getByRole('img', { name: 'Ada och Viktor' })).toBe(image)
  expect(image.getAttribute('src')).toBe(urlSignedAs('b'))
})

test('a failed visit request shows no error', async () => {
  onPost('profiles/visits/:name', respondWithError(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'))
  await open()
  expect(await findButton('Bjud in till chatt')).toBeTruthy()
  expect(screen.queryByText('Det gick lite fort.')).toBeNull()
})

test('the profile appears together with its actions, so that nothing moves when they load', async () => {
  let sendStatus: () => void = () => undefined
  const requests = onGet('chats/status/:name', async () => {
    await new Promise<void>((resolve) => {
      sendStatus = resolve
    })
    return respondWith(ChatStatus, { status: 'MAY_INVITE', chatId: null, relationship: 0 })()
  })
  const visits = onPost('profiles/visits/:name', respondEmpty)
  serveMember(otherResponse(ada))
  renderInApp(<ProfilePage />, PROFILE_PATH)
  await waitFor(() => expect(visits).toHaveLength(1))
  expect(screen.queryByRole('tab')).toBeNull()
  sendStatus()
  expect(await screen.findByRole('tab', { name: 'Profil' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Bjud in till chatt' })).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('a URL without a name shows the not-found page, and sends no request', async () => {
  const requests = onGet('members/username/:name', respondWithError(404, 'NOT_FOUND', 'Det finns inte.'))
  renderInApp(<ProfilePage />, '/profile?name=%20')
  expect(await screen.findByRole('heading', { name: 'Sidan finns inte.' })).toBeTruthy()
  expect(requests).toEqual([])
})

test('an unknown name shows a message', async () => {
  onGet('members/username/:name', respondWithError(404, 'NOT_FOUND', 'Det finns inte.'))
  renderInApp(<ProfilePage />, PROFILE_PATH)
  expect(await screen.findByRole('heading', { name: 'Ingen medlem heter så' })).toBeTruthy()
})

test('the page shows that the profile is loading, or an error with a retry button', {
  tags: 'profiles.page-loading-error',
}, async () => {
  let respond: () => void = () => undefined
  const requests = onGet('members/username/:name', async () => {
    await new Promise<void>((resolve) => {
      respond = resolve
    })
    return respondWithError(400, 'VALIDATION', 'Nej')()
  })
  const { user } = renderInApp(<ProfilePage />, PROFILE_PATH)
  expect(await screen.findByText('Laddar profil')).toBeTruthy()
  await waitFor(() => expect(requests).toHaveLength(1))
  respond()
  expect(await screen.findByRole('heading', { name: 'Misslyckades att ladda profil' })).toBeTruthy()
  serveMember(otherResponse(ada))
  await user.click(await findButton('Försök igen'))
  expect(await screen.findByRole('heading', { name: 'Ada och Viktor' })).toBeTruthy()
})

test('a response that arrives after the member was blocked does not show the profile again', async () => {
  await open()
  const response = createDeferred()
  const requests = onGet('members/username/:name', () =>
    response.promise.then(respondWith(MemberResponse, otherResponse(ada))),
  )
  const opening = openProfile(ada.userName)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  act(() => removeProfile(ada.userName))
  response.resolve()
  await act(() => opening)
  expect(screen.queryByRole('heading', { level: 2, name: ada.userName })).toBeNull()
})

test('a profile opened under another spelling of the name returns when the block of its member ends', async () => {
  serveMember(otherResponse(ada))
  renderInApp(<ProfilePage />, '/profile?name=ada%20och%20viktor')
  await screen.findByRole('heading', { level: 2, name: 'Ada och Viktor' })
  act(() => removeProfile('Ada och Viktor'))
  expect(await screen.findByRole('heading', { name: 'Ingen medlem heter så' })).toBeTruthy()
  act(() => restoreProfile('Ada och Viktor'))
  expect(await screen.findByRole('heading', { level: 2, name: 'Ada och Viktor' })).toBeTruthy()
})
