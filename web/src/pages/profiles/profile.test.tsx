import { ChatCount, ChatStatus, ChatSummary } from '@app/contract/chats'
import { MemberResponse } from '@app/contract/members/members'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FakeChats } from '../../chats/fake-chats.ts'
import { startChats } from '../../chats/member.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { startSession } from '../../lib/http/session.ts'
import { aPerson, othersAnswer, ownAnswer } from '../../profiles/fake-member.ts'
import { answers, answersNothing, mira, onGet, onPost, refuses, show } from '../../testing.tsx'
import { freshDevice } from '../../testing-hooks.ts'
import { ProfilePage } from './ProfilePage.tsx'

freshDevice()

const ada = { userName: 'Ada och Viktor', person2: aPerson({ sex: 'MALE', yearOfBirth: 1987, breastSize: null }) }
const AT = '/profile?name=Ada%20och%20Viktor'

const statusIs = (status: ChatStatus['status'], chatId: string | null = null) =>
  onGet('chats/status/:name', answers(ChatStatus, { status, chatId, relationship: 0 }))

let stop: () => void = () => undefined

beforeAll(async () => {
  await Promise.all([import('../../ui/overlays/DialogBody.tsx'), import('../../ui/overlays/MenuPopover.tsx')])
}, 60_000)
beforeEach(() => {
  startSession(mira)
  stop = startChats()
  onPost('profiles/visits/:name', answersNothing)
  statusIs('MAY_INVITE')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  stop()
})

const isMember = (member: MemberResponse) => onGet('members/username/:name', answers(MemberResponse, member))

const narrow = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))

async function open(member: MemberResponse = othersAnswer(ada)) {
  isMember(member)
  const view = show(<ProfilePage />, AT)
  await screen.findByRole('heading', { level: 2, name: member.profile.userName })
  return view
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const toast = () => useToasts.getState().queue[0]?.text

test('the header describes the member, and the visit is sent once', { tags: 'profiles.page-header' }, async () => {
  const visits = onPost('profiles/visits/:name', answersNothing)
  const { user } = await open(
    othersAnswer({
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

test('a failed visit request shows no error', async () => {
  onPost('profiles/visits/:name', refuses(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'))
  await open()
  expect(await button('Bjud in till chatt')).toBeTruthy()
  expect(screen.queryByText('Det gick lite fort.')).toBeNull()
})

test('each person has a card: secret facts are omitted, and intimate ones are collapsed', async () => {
  const { user } = await open()
  const woman = within(screen.getByRole('region', { name: 'Kvinna, 36' }))
  expect(woman.getByText('168 cm')).toBeTruthy()
  expect(woman.getByText('Bi')).toBeTruthy()
  for (const saved of ['Ögon', 'Vikt', 'Alkohol', 'Kupa', 'Vill inte säga']) expect(woman.queryByText(saved)).toBeNull()
  await user.click(woman.getByRole('button', { name: 'Fler uppgifter' }))
  expect(woman.getByText('Kupa')).toBeTruthy()
  expect(woman.queryByText('Ursprung')).toBeNull()
  const man = within(screen.getByRole('region', { name: 'Man, 38' }))
  expect(man.queryByRole('button', { name: 'Fler uppgifter' })).toBeNull()
})

test('the text is Markdown without raw HTML', async () => {
  await open(othersAnswer({ ...ada, description: '**Fet** <img src=x onerror=alert(1)>' }))
  expect((await screen.findByText('Fet')).tagName).toBe('STRONG')
  expect(document.querySelector('img')).toBeNull()
})

test('an invite is written in a dialog and then pending', { tags: 'profiles.page-invite' }, async () => {
  const chats = new FakeChats()
  const calls = onPost('chats/invites', () =>
    answers(ChatSummary, chats.answer(chats.invite('Ada och Viktor', 'Hej Ada', { byMe: true })).chat, 201)(),
  )
  const { user } = await open()
  await user.click(await button('Bjud in till chatt'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bjud in Ada och Viktor till chatt' }))
  await user.type(dialog.getByLabelText('Första meddelandet'), 'Hej Ada')
  statusIs('INVITED', '7')
  await user.click(dialog.getByRole('button', { name: 'Bjud in till chatt' }))
  expect((await button('Inbjudan skickad')).disabled).toBe(true)
  expect(calls.map(({ body }) => body)).toEqual([{ recipientName: 'Ada och Viktor', message: 'Hej Ada' }])
  expect(toast()).toBe('Inbjudan till Ada och Viktor är skickad.')
})

test.each([
  ['PLEASE_ACCEPT', ['Tacka ja', 'Tacka nej', 'Bjud in till grupp', 'Ge en kyss']],
  ['ALREADY_CHAT', ['Öppna chatten', 'Bjud in till grupp', 'Ge en kyss', 'Dela privat album']],
  ['IGNORING', ['Sluta ignorera']],
  ['IGNORED', []],
  ['ADMIN_CHAT', ['Skriv till teamet']],
] as const)('%s has its own buttons', { tags: 'profiles.page-buttons-by-status' }, async (status, wanted) => {
  statusIs(status, '7')
  await open()
  const actions = within(screen.getByRole('region', { name: 'Val för Ada och Viktor' }))
  await waitFor(() => expect(actions.queryByRole('status')).toBeNull())
  const names = actions.queryAllByRole('button').map(({ textContent }) => textContent)
  expect(names.filter((name) => !name?.startsWith('Verifiera'))).toEqual(wanted)
})

test('an admin writes to a member as the team, and has no notes', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  statusIs('ADMIN_CHAT')
  await open()
  expect(await button('Skriv som teamet')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the page of the team links to its chat, and shows no person', async () => {
  statusIs('ADMIN_CHAT', '7')
  const { user } = await open(othersAnswer({ userName: 'Teamet', person2: null }))
  expect(screen.getByText('De som sköter om Salong')).toBeTruthy()
  expect(screen.queryByText(/\d år/)).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
  await user.click(await button('Skriv till teamet'))
  expect(screen.getByTestId('address').textContent).toBe('/chats')
})

test('an open chat has a link', { tags: 'profiles.page-open-chat' }, async () => {
  statusIs('ALREADY_CHAT', '7')
  const { user } = await open()
  await user.click(await button('Öppna chatten'))
  expect(screen.getByTestId('address').textContent).toBe('/chats')
})

test('the relation can be reloaded after it failed to load', async () => {
  onGet('chats/status/:name', refuses(403, 'FORBIDDEN', 'Nej'))
  const { user } = await open()
  expect(await screen.findByText('Vi kunde inte se om ni redan har kontakt.')).toBeTruthy()
  statusIs('MAY_INVITE')
  await user.click(await button('Försök igen'))
  expect(await button('Bjud in till chatt')).toBeTruthy()
})

test('a kiss is given at once, at most one a day', { tags: 'profiles.page-kiss' }, async () => {
  const calls = onPost('profiles/visits/kiss/:name', answersNothing)
  const { user } = await open()
  await user.click(await button('Ge en kyss'))
  expect((await button('Kyss skickad i dag')).disabled).toBe(true)
  await waitFor(() => expect(toast()).toBe('Kyss skickad till Ada och Viktor'))
  expect(calls).toHaveLength(1)
})

test('a failed kiss is rolled back; one already given elsewhere stays', async () => {
  onPost('profiles/visits/kiss/:name', refuses(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = await open()
  await user.click(await button('Ge en kyss'))
  await waitFor(() => expect(toast()).toBe('Det går inte just nu.'))
  onPost('profiles/visits/kiss/:name', refuses(409, 'CONFLICT', 'Det är redan gjort.'))
  await user.click(await button('Ge en kyss'))
  expect((await button('Kyss skickad i dag')).disabled).toBe(true)
})

test('the private album is shared with a chat partner, and revoked', async () => {
  statusIs('ALREADY_CHAT', '7')
  const granted = onPost('photos/private/grant', answersNothing)
  const withdrawn = onPost('photos/private/withdraw', answersNothing)
  const { user } = await open()
  await user.click(await button('Dela privat album'))
  await user.click(await button('Sluta dela privat album'))
  expect(await button('Dela privat album')).toBeTruthy()
  await waitFor(() => expect(withdrawn).toHaveLength(1))
  expect(granted.map(({ body }) => body)).toEqual([{ userName: 'Ada och Viktor' }])
})

test('ignoring takes effect at once and can be undone', { tags: 'profiles.page-ignore' }, async () => {
  const ignored = onPost('ignore', answersNothing)
  const again = onPost('ignore/remove', answersNothing)
  onGet('chats/count', answers(ChatCount, { chats: 0, messages: 0, invites: 0 }))
  const { user } = await open()
  await user.click(await button('Ignorera'))
  statusIs('IGNORING')
  await waitFor(() => expect(toast()).toBe('Du ignorerar nu Ada och Viktor.'))
  expect(ignored.map(({ body }) => body)).toEqual(['Ada och Viktor'])
  statusIs('MAY_INVITE')
  await user.click(await button('Ångra'))
  await waitFor(() => expect(again).toHaveLength(1))
  expect(await button('Bjud in till chatt')).toBeTruthy()
})

/** Opens the menu that contains the rarely used actions in narrow layouts. */
async function openMenu({ user }: Awaited<ReturnType<typeof open>>) {
  await user.click(await button('Fler val för Ada och Viktor'))
  return within(await screen.findByRole('menu', { name: 'Fler val för Ada och Viktor' }))
}

test('on a phone kissing and verifying are visible, and other actions are in the menu', async () => {
  narrow()
  statusIs('ALREADY_CHAT', '7')
  const granted = onPost('photos/private/grant', answersNothing)
  const view = await open()
  expect(await button('Öppna chatten')).toBeTruthy()
  expect((await button('Ge en kyss')).textContent).toBe('Kyss')
  expect(screen.getByRole('link', { name: 'Verifiera' })).toBeTruthy()
  for (const name of ['Dela privat album', 'Ignorera']) expect(screen.queryByRole('button', { name })).toBeNull()
  const menu = await openMenu(view)
  const names = menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names).toEqual(['Dela privat album', 'Privat anteckning', 'Ignorera'])
  await view.user.click(menu.getByRole('menuitem', { name: 'Dela privat album' }))
  await waitFor(() => expect(granted.map(({ body }) => body)).toEqual([{ userName: 'Ada och Viktor' }]))
})

test('on a phone the menu scrolls to the note, and ignores', async () => {
  narrow()
  const ignored = onPost('ignore', answersNothing)
  onGet('chats/count', answers(ChatCount, { chats: 0, messages: 0, invites: 0 }))
  const view = await open()
  await view.user.click((await openMenu(view)).getByRole('menuitem', { name: 'Privat anteckning' }))
  await waitFor(() => expect(document.activeElement).toBe(note()))
  const menu = await openMenu(view)
  expect(menu.queryByRole('menuitem', { name: 'Dela privat album' })).toBeNull()
  statusIs('IGNORING')
  await view.user.click(menu.getByRole('menuitem', { name: 'Ignorera' }))
  expect(await button('Sluta ignorera')).toBeTruthy()
  expect(ignored.map(({ body }) => body)).toEqual(['Ada och Viktor'])
  expect(screen.queryByRole('button', { name: /^Fler val för/ })).toBeNull()
})

const note = () => screen.getByLabelText<HTMLTextAreaElement>('Privat anteckning')

test('a private note is saved while it is written', { tags: 'profiles.page-note' }, async () => {
  const calls = onPost('profiles/:name/notes', answersNothing)
  const { user } = await open(othersAnswer({ ...ada, profileNotes: 'Träffades i somras.' }))
  expect(note().value).toBe('Träffades i somras.')
  await user.type(note(), ' Fråga om båten.')
  expect(await screen.findByText('Sparad')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ notes: 'Träffades i somras. Fråga om båten.' })
})

test('leaving the page saves a pending note', async () => {
  const calls = onPost('profiles/:name/notes', answersNothing)
  const { user, unmount } = await open()
  await user.type(note(), 'Hej')
  unmount()
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ notes: 'Hej' }))
})

test('a note that fails to save is kept, shows an error, and is resent with a button', async () => {
  onPost('profiles/:name/notes', refuses(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = await open()
  await user.type(note(), 'Hej')
  await user.tab()
  expect(await screen.findByText('Inte sparad. Det går inte just nu.')).toBeTruthy()
  cleanup()
  await open()
  expect(note().value).toBe('Hej')
  const calls = onPost('profiles/:name/notes', answersNothing)
  await user.click(await button('Försök igen'))
  expect(await screen.findByText('Sparad')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ notes: 'Hej' }])
})

test('the own profile is shown as others see it, with an edit link as the only action', {
  tags: 'profiles.page-own',
}, async () => {
  const visits = onPost('profiles/visits/:name', answersNothing)
  isMember(ownAnswer())
  show(<ProfilePage />, '/profile?name=Mira')
  expect(await screen.findByText('Så här ser andra din profil.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ändra profilen' }).getAttribute('href')).toBe('/myprofile?tab=profile')
  expect(screen.queryByLabelText('Privat anteckning')).toBeNull()
  expect(screen.queryByRole('button', { name: /kyss|chatt|Ignorera/i })).toBeNull()
  expect(visits).toEqual([])
})

test('an address without a name shows that the page does not exist, without a request', async () => {
  const requests = onGet('members/username/:name', refuses(404, 'NOT_FOUND', 'Det finns inte.'))
  show(<ProfilePage />, '/profile?name=%20')
  expect(await screen.findByRole('heading', { name: 'Sidan finns inte.' })).toBeTruthy()
  expect(requests).toEqual([])
})

test('an unknown name shows a friendly message', async () => {
  onGet('members/username/:name', refuses(404, 'NOT_FOUND', 'Det finns inte.'))
  show(<ProfilePage />, AT)
  expect(await screen.findByRole('heading', { name: 'Ingen medlem heter så' })).toBeTruthy()
})

test('loading and errors show the specified texts, and a button retries', {
  tags: 'profiles.page-loading-error',
}, async () => {
  let answer: () => void = () => undefined
  const asked = onGet('members/username/:name', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return refuses(403, 'FORBIDDEN', 'Nej')()
  })
  const { user } = show(<ProfilePage />, AT)
  expect(await screen.findByText('Laddar profil')).toBeTruthy()
  await waitFor(() => expect(asked).toHaveLength(1))
  answer()
  expect(await screen.findByRole('heading', { name: 'Misslyckades att ladda profil' })).toBeTruthy()
  isMember(othersAnswer(ada))
  await user.click(await button('Försök igen'))
  expect(await screen.findByRole('heading', { name: 'Ada och Viktor' })).toBeTruthy()
})
