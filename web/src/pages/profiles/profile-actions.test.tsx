import { ChatCount, ChatStatus, ChatSummary } from '@app/contract/chats'
import { Group } from '@app/contract/groups'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FakeChats } from '../../chats/fakes/fake-chats.ts'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { otherResponse } from '../../testing-members.ts'
import { skipRetryDelays } from '../../testing-retries.ts'
import { ProfilePage } from './ProfilePage.tsx'
import {
  ada,
  findButton,
  open,
  PROFILE_PATH,
  readToast,
  serveMember,
  serveStatus,
  setUpProfile,
} from './profile-testing.tsx'

setUpProfile()

test('an invite is written in a dialog, and its button then shows that it is sent', {
  tags: 'profiles.page-invite',
}, async () => {
  const chats = new FakeChats()
  const requests = onPost('chats/invites', () =>
    respondWith(ChatSummary, chats.getChat(chats.invite('Ada och Viktor', 'Hej Ada', { byMe: true })).chat, 201)(),
  )
  const { user } = await open()
  await user.click(await findButton('Bjud in till chatt'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bjud in Ada och Viktor till chatt' }))
  await user.type(dialog.getByLabelText('Första meddelandet'), 'Hej Ada')
  serveStatus('INVITED', '7')
  await user.click(dialog.getByRole('button', { name: 'Bjud in till chatt' }))
  expect((await findButton('Inbjudan skickad')).disabled).toBe(true)
  expect(requests.map(({ body }) => body)).toEqual([{ recipientName: 'Ada och Viktor', message: 'Hej Ada' }])
  expect(readToast()).toBe('Inbjudan till Ada och Viktor är skickad.')
})

test('after an invite by keyboard the focus stays on the page, even when the status arrives late', async () => {
  const chats = new FakeChats()
  onPost('chats/invites', () =>
    respondWith(ChatSummary, chats.getChat(chats.invite('Ada och Viktor', 'Hej Ada', { byMe: true })).chat, 201)(),
  )
  serveMember(otherResponse(ada))
  const { user } = renderInApp(
    <>
      <h1 tabIndex={-1}>Profil</h1>
      <ProfilePage />
    </>,
    PROFILE_PATH,
  )
  const inviteButton = await findButton('Bjud in till chatt')
  inviteButton.focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Första meddelandet'), 'Hej Ada')
  let respond = () => {}
  const status = new Promise<void>((resolve) => (respond = resolve))
  onGet('chats/status/:name', async () => {
    await status
    return respondWith(ChatStatus, { status: 'INVITED', chatId: '7', relationship: 1 })()
  })
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(inviteButton))
  respond()
  expect((await findButton('Inbjudan skickad')).disabled).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test.each([
  ['PLEASE_ACCEPT', ['Tacka ja', 'Tacka nej', 'Bjud in till grupp', 'Ge en kyss']],
  ['ALREADY_CHAT', ['Öppna chatten', 'Bjud in till grupp', 'Ge en kyss', 'Dela privat album']],
  ['IGNORING', ['Sluta ignorera']],
  ['IGNORED', []],
  ['ADMIN_CHAT', ['Skriv till teamet']],
] as const)(
  'the status %s has its own buttons',
  { tags: 'profiles.page-buttons-by-status' },
  async (status, expected) => {
    serveStatus(status, '7')
    await open()
    const actions = within(screen.getByRole('region', { name: 'Val för Ada och Viktor' }))
    await waitFor(() => expect(actions.queryByRole('status')).toBeNull())
    const names = actions.queryAllByRole('button').map(({ textContent }) => textContent)
    expect(names.filter((name) => !name?.startsWith('Verifiera'))).toEqual(expected)
  },
)

test('the focus moves to the heading when the button that ignores the member, or stops that, disappears', async () => {
  onPost('ignore', respondEmpty)
  onPost('ignore/remove', respondEmpty)
  onGet('chats/count', respondWith(ChatCount, { chats: 0, messages: 0, invites: 0 }))
  serveMember(otherResponse(ada))
  const { user } = renderInApp(
    <>
      <h1 tabIndex={-1}>Profil</h1>
      <ProfilePage />
    </>,
    PROFILE_PATH,
  )
  const ignoreButton = await findButton('Ignorera')
  serveStatus('IGNORING')
  await user.click(ignoreButton)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  const stopButton = await findButton('Sluta ignorera')
  serveStatus('MAY_INVITE')
  await user.click(stopButton)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sluta ignorera' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('the dialog that invites to a group offers a retry when the groups cannot be loaded', async () => {
  skipRetryDelays()
  onGet('groups/owned', respondWithError(503, 'UNAVAILABLE', 'Försök igen om en stund.'))
  const { user } = await open()
  await user.click(await findButton('Bjud in till grupp'))
  const dialog = within(await screen.findByRole('dialog'))
  const retry = await dialog.findByRole('button', { name: 'Försök igen' })
  onGet('groups/owned', respondWith(z.array(Group), []))
  await user.click(retry)
  expect(await dialog.findByText(/Ada och Viktor/, { selector: 'p' })).toBeTruthy()
})

test('an admin writes to a member as the team, and has no notes', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  serveStatus('ADMIN_CHAT')
  await open()
  expect(await findButton('Skriv som teamet')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a profile links to an open chat', { tags: 'profiles.page-open-chat' }, async () => {
  serveStatus('ALREADY_CHAT', '7')
  const { user } = await open()
  await user.click(await findButton('Öppna chatten'))
  expect(screen.getByTestId('path').textContent).toBe('/chats')
})

test('the relationship can be reloaded after it failed to load', async () => {
  onGet('chats/status/:name', respondWithError(403, 'FORBIDDEN', 'Nej'))
  const { user } = await open()
  expect(await screen.findByText('Vi kunde inte se om ni redan har kontakt.')).toBeTruthy()
  serveStatus('MAY_INVITE')
  await user.click(await findButton('Försök igen'))
  expect(await findButton('Bjud in till chatt')).toBeTruthy()
})

test('a kiss is sent immediately and disables the button', { tags: 'profiles.page-kiss' }, async () => {
  const requests = onPost('profiles/visits/kiss/:name', respondEmpty)
  const { user } = await open()
  await user.click(await findButton('Ge en kyss'))
  expect((await findButton('Kyss skickad i dag')).disabled).toBe(true)
  await waitFor(() => expect(readToast()).toBe('Kyss skickad till Ada och Viktor'))
  expect(requests).toHaveLength(1)
})

test('a failed kiss is rolled back; one already sent from another device stays', async () => {
  onPost('profiles/visits/kiss/:name', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = await open()
  await user.click(await findButton('Ge en kyss'))
  await waitFor(() => expect(readToast()).toBe('Det går inte just nu.'))
  onPost('profiles/visits/kiss/:name', respondWithError(409, 'CONFLICT', 'Det är redan gjort.'))
  await user.click(await findButton('Ge en kyss'))
  expect((await findButton('Kyss skickad i dag')).disabled).toBe(true)
})

test('the private album can be shared with a chat partner, and the access revoked', async () => {
  serveStatus('ALREADY_CHAT', '7')
  const granted = onPost('photos/private/grant', respondEmpty)
  const withdrawn = onPost('photos/private/withdraw', respondEmpty)
  const { user } = await open()
  await user.click(await findButton('Dela privat album'))
  await user.click(await findButton('Sluta dela privat album'))
  expect(await findButton('Dela privat album')).toBeTruthy()
  await waitFor(() => expect(withdrawn).toHaveLength(1))
  expect(granted.map(({ body }) => body)).toEqual([{ userName: 'Ada och Viktor' }])
})

test('ignoring a member is confirmed by a toast, with which it can be undone', {
  tags: 'profiles.page-ignore',
}, async () => {
  const ignored = onPost('ignore', respondEmpty)
  const removals = onPost('ignore/remove', respondEmpty)
  onGet('chats/count', respondWith(ChatCount, { chats: 0, messages: 0, invites: 0 }))
  const { user } = await open()
  await user.click(await findButton('Ignorera'))
  serveStatus('IGNORING')
  await waitFor(() => expect(readToast()).toBe('Du ignorerar nu Ada och Viktor.'))
  expect(ignored.map(({ body }) => body)).toEqual(['Ada och Viktor'])
  serveStatus('MAY_INVITE')
  await user.click(await findButton('Ångra'))
  await waitFor(() => expect(removals).toHaveLength(1))
  expect(await findButton('Bjud in till chatt')).toBeTruthy()
})

test('a pressed answer to an invite keeps the focus while it is sent, and ignores further presses', async () => {
  serveStatus('PLEASE_ACCEPT', '7')
  const { promise, resolve } = createDeferred()
  const requests = onPost('chats/7/decline', () => promise.then(respondEmpty))
  const { user } = await open()
  const decline = await findButton('Tacka nej')
  decline.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect([document.activeElement, decline.disabled, decline.ariaDisabled]).toEqual([decline, false, 'true'])
  await user.keyboard('{Enter}')
  await user.click(await findButton('Tacka ja'))
  serveStatus('MAY_INVITE')
  resolve()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Tacka ja' })).toBeNull())
  expect(requests).toHaveLength(1)
})
