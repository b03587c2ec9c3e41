import { ChatCount, ChatStatus, ChatSummary } from '@app/contract/chats'
import { Group } from '@app/contract/groups'
import { MemberResponse } from '@app/contract/members/members'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { FakeChats } from '../../chats/fakes/fake-chats.ts'
import { startChats } from '../../chats/start-chats.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { endSession, startSession } from '../../lib/http/session.ts'
import { rememberOpenedPhoto } from '../../lib/photos/opened-photo.ts'
import { openProfile, removeProfile, restoreProfile, useProfiles } from '../../profiles/store.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { aPerson, otherResponse, ownResponse } from '../../testing-members.ts'
import { requestLogOut } from '../log-out.ts'
import { ProfilePage } from './ProfilePage.tsx'

setUpFreshDevice()

const ada = { userName: 'Ada och Viktor', person2: aPerson({ sex: 'MALE', yearOfBirth: 1987, breastSize: null }) }
const PROFILE_PATH = '/profile?name=Ada%20och%20Viktor'

const serveStatus = (status: ChatStatus['status'], chatId: string | null = null) =>
  onGet('chats/status/:name', respondWith(ChatStatus, { status, chatId, relationship: 0 }))

let stop: () => void = () => undefined

beforeAll(async () => {
  await Promise.all([import('../../ui/overlays/DialogBody.tsx'), import('../../ui/overlays/MenuPopover.tsx')])
}, 60_000)
beforeEach(() => {
  startSession(mira)
  stop = startChats()
  onPost('profiles/visits/:name', respondEmpty)
  serveStatus('MAY_INVITE')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  stop()
})

const serveMember = (member: MemberResponse) => onGet('members/username/:name', respondWith(MemberResponse, member))

const simulateNarrowScreen = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))

async function open(member: MemberResponse = otherResponse(ada)) {
  serveMember(member)
  const view = renderInApp(<ProfilePage />, PROFILE_PATH)
  await screen.findByRole('heading', { level: 2, name: member.profile.userName })
  return view
}

const findButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const readToast = () => useToasts.getState().queue[0]?.text

test('the header describes the member, and the visit is sent once', { tags: 'profiles.page-header' }, async () => {
  const visits = onPost('profiles/visits/:name', respondEmpty)
  const { user } = await open(
    otherResponse({
      ...ada,
      badges: ['VERIFIED'],
      verifications: 7,
      lookingFor: ['MIXED_COUPLES', 'FEMALES'],
      cities: ['Stockholm', 'Nacka'],
    }),
  )
  const hero = within(screen.getByRole('region', { name: 'Ada och Viktor' }))
  for (const text of [
    'Verifierade av 7 medlemmar',
    'Par, 36 och 38 år',
    'Stockholm, Nacka',
    'Söker par och kvinnor · Medlemmar sedan mars 2022',
  ])
    expect(hero.getByText(text)).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Profil' }))
  await waitFor(() => expect(visits.map(({ path }) => path)).toEqual(['profiles/visits/Ada%20och%20Viktor']))
})

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

test('each person has a card: secret facts are omitted, and intimate ones are collapsed', async () => {
  const { user } = await open()
  const woman = within(screen.getByRole('region', { name: 'Kvinna, 36' }))
  expect(woman.getByText('168 cm')).toBeTruthy()
  expect(woman.getByText('Bi')).toBeTruthy()
  for (const omitted of ['Ögon', 'Vikt', 'Alkohol', 'Kupa', 'Vill inte säga'])
    expect(woman.queryByText(omitted)).toBeNull()
  await user.click(woman.getByRole('button', { name: 'Fler uppgifter' }))
  expect(woman.getByText('Kupa')).toBeTruthy()
  expect(woman.queryByText('Ursprung')).toBeNull()
  const man = within(screen.getByRole('region', { name: 'Man, 38' }))
  expect(man.queryByRole('button', { name: 'Fler uppgifter' })).toBeNull()
})

test('the text is Markdown without raw HTML', async () => {
  await open(otherResponse({ ...ada, description: '**Fet** <img src=x onerror=alert(1)>' }))
  expect((await screen.findByText('Fet')).tagName).toBe('STRONG')
  expect(document.querySelector('img')).toBeNull()
})

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

test('the page of the team links to its chat, and shows no person', async () => {
  serveStatus('ADMIN_CHAT', '7')
  const { user } = await open(otherResponse({ userName: 'Teamet', person2: null }))
  expect(screen.getByText('De som sköter om Salong')).toBeTruthy()
  expect(screen.queryByText(/\d år/)).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
  await user.click(await findButton('Skriv till teamet'))
  expect(screen.getByTestId('path').textContent).toBe('/chats')
})

test('a profile links to an open chat', { tags: 'profiles.page-open-chat' }, async () => {
  serveStatus('ALREADY_CHAT', '7')
  const { user } = await open()
  await user.click(await findButton('Öppna chatten'))
  expect(screen.getByTestId('path').textContent).toBe('/chats')
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

/** Opens the menu that contains the rarely used actions in narrow layouts. */
async function openMenu({ user }: Awaited<ReturnType<typeof open>>) {
  await user.click(await findButton('Fler val för Ada och Viktor'))
  return within(await screen.findByRole('menu', { name: 'Fler val för Ada och Viktor' }))
}

test('on a phone an admin opens a case about the member from the menu, its only action', {
  tags: 'reports.page-places',
}, async () => {
  simulateNarrowScreen()
  startSession({ ...mira, memberLevel: 'ADMIN', duties: ['MODERATE'] })
  serveStatus('ADMIN_CHAT')
  const menu = await openMenu(await open())
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Öppna ett ärende'])
})

test('on a phone the chat and the kiss have buttons, and the other actions are in the menu', async () => {
  simulateNarrowScreen()
  serveStatus('ALREADY_CHAT', '7')
  const granted = onPost('photos/private/grant', respondEmpty)
  const view = await open()
  expect(await findButton('Öppna chatten')).toBeTruthy()
  expect((await findButton('Ge en kyss')).textContent).toBe('Kyss')
  const actions = within(screen.getByRole('region', { name: 'Val för Ada och Viktor' }))
  expect(actions.queryByRole('link')).toBeNull()
  expect(
    actions.getAllByRole('button').map((element) => element.getAttribute('aria-label') ?? element.textContent),
  ).toEqual(['Öppna chatten', 'Ge en kyss', 'Fler val för Ada och Viktor'])
  const menu = await openMenu(view)
  const names = menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Bjud in till grupp',
    'Verifiera',
    'Dela privat album',
    'Privat anteckning',
    'Ignorera',
    'Blockera Ada och Viktor',
    'Anmäl Ada och Viktor',
  ])
  await view.user.click(menu.getByRole('menuitem', { name: 'Dela privat album' }))
  await waitFor(() => expect(granted.map(({ body }) => body)).toEqual([{ userName: 'Ada och Viktor' }]))
})

test('on a phone the answers to an invite have buttons, and the menu sends the kiss', async () => {
  simulateNarrowScreen()
  serveStatus('PLEASE_ACCEPT', '7')
  const requests = onPost('profiles/visits/kiss/:name', respondEmpty)
  const view = await open()
  expect(await findButton('Tacka ja')).toBeTruthy()
  expect(await findButton('Tacka nej')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ge en kyss' })).toBeNull()
  await view.user.click((await openMenu(view)).getByRole('menuitem', { name: 'Ge en kyss' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect((await openMenu(view)).getByRole('menuitem', { name: 'Kyss skickad i dag' }).ariaDisabled).toBe('true')
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

test('on a phone the menu invites to a group, and opens the verification', async () => {
  simulateNarrowScreen()
  onGet('groups/owned', respondWith(z.array(Group), []))
  onGet('verifications/:name', respondWithError(403, 'FORBIDDEN', 'Nej'))
  const view = await open()
  await view.user.click((await openMenu(view)).getByRole('menuitem', { name: 'Bjud in till grupp' }))
  expect(await screen.findByRole('dialog', { name: 'Bjud in Ada och Viktor till en grupp' })).toBeTruthy()
  await view.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await view.user.click((await openMenu(view)).getByRole('menuitem', { name: 'Verifiera' }))
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Verifiering' }).ariaSelected).toBe('true'))
})

test('on a phone the menu focuses the note, and can ignore the member', async () => {
  simulateNarrowScreen()
  const ignored = onPost('ignore', respondEmpty)
  onGet('chats/count', respondWith(ChatCount, { chats: 0, messages: 0, invites: 0 }))
  const view = await open()
  await view.user.click((await openMenu(view)).getByRole('menuitem', { name: 'Privat anteckning' }))
  await waitFor(() => expect(document.activeElement).toBe(getNote()))
  const menu = await openMenu(view)
  expect(menu.queryByRole('menuitem', { name: 'Dela privat album' })).toBeNull()
  serveStatus('IGNORING')
  await view.user.click(menu.getByRole('menuitem', { name: 'Ignorera' }))
  expect(await findButton('Sluta ignorera')).toBeTruthy()
  expect(ignored.map(({ body }) => body)).toEqual(['Ada och Viktor'])
  const names = (await openMenu(view)).getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names).toEqual(['Privat anteckning', 'Blockera Ada och Viktor', 'Anmäl Ada och Viktor'])
})

const getNote = () => screen.getByLabelText<HTMLTextAreaElement>('Privat anteckning')

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
  await user.type(getNote(), 'Hej')
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
  await user.type(getNote(), 'Hej')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await user.type(getNote(), ' då')
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

test("a member's own profile is shown as others see it, with an edit link as the only action", {
  tags: 'profiles.page-own',
}, async () => {
  const visits = onPost('profiles/visits/:name', respondEmpty)
  serveMember(ownResponse())
  renderInApp(<ProfilePage />, '/profile?name=Mira')
  expect(await screen.findByText('Så här ser andra din profil.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ändra profilen' }).getAttribute('href')).toBe('/myprofile?tab=profile')
  expect(screen.queryByLabelText('Privat anteckning')).toBeNull()
  expect(screen.queryByRole('button', { name: /kyss|chatt|Ignorera/i })).toBeNull()
  expect(visits).toEqual([])
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
