import { MemberResponse, SavedMember } from '@app/contract/members/members'
import { GettingStarted } from '@app/contract/welcome'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { loadOwnProfile } from '../../profiles/store.ts'
import { onGet, onPost, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { ownResponse } from '../../testing-members.ts'
import { respondToNextMember } from '../../testing-next-member.ts'
import { aSuggestion, serveAbsence, serveStart, waitForAbsence } from '../../welcome/fake-welcome.ts'
import { hideStart, loadStarted, useStart } from '../../welcome/start/store.ts'
import {
  listPosts,
  openChats,
  rowOf,
  serveStatuses,
  setUpChatsDevice,
  simulatePhone,
  testState,
} from './chats-testing.tsx'

setUpChatsDevice()

const MAY_INVITE = { status: 'MAY_INVITE', relationship: 0, chatId: null } as const

const saga = aSuggestion('Saga på ön', { words: 'En bra söndag är två koppar kaffe på klippan.', badges: ['VERIFIED'] })
const alma = aSuggestion('Alma L')

beforeEach(async () => {
  onGet('members/username/:name', respondWith(MemberResponse, ownResponse({ description: '' })))
  await Promise.all([import('./Start.tsx'), import('../../welcome/start/AbsenceCard.tsx')])
})

async function openStart(steps: Partial<GettingStarted> = {}, suggestions = [saga, alma]) {
  const statuses = Object.fromEntries(suggestions.map(({ userName }) => [userName, MAY_INVITE]))
  serveStatuses({ hits: [], statuses })
  const start = serveStart(steps, suggestions)
  const view = await openChats()
  return { ...view, start }
}

const findCard = () => screen.findByRole('region', { name: 'Kom igång' })
const findHelloButton = (name: string) => screen.findByRole('button', { name: `Säg hej till ${name}` })

test('a member without chats sees how to get started, with the steps taken and members to say hello to', async () => {
  await openStart({ photo: true })
  const shown = within(await findCard())
  expect(shown.getByText('1 av 3')).toBeTruthy()
  expect(shown.getByRole('link', { name: /Några ord om dig/ }).getAttribute('href')).toBe('/chats?welcome=words')
  expect(shown.queryByRole('link', { name: /Ett foto/ })).toBeNull()
  const region = within(await screen.findByRole('region', { name: 'Två att säga hej till' }))
  expect(region.getByText('De är öppna för någon som du, finns i Stockholm och har varit här i veckan.')).toBeTruthy()
  expect(region.getByRole('link', { name: /Saga på ön/ }).getAttribute('href')).toContain('/profile?name=Saga')
  expect(region.getByText('En bra söndag är två koppar kaffe på klippan.')).toBeTruthy()
})

test('the sentence above the suggestions states only what holds for all of them', async () => {
  await openStart({}, [saga, aSuggestion('Bo', { cities: ['Umeå'], lastActive: null })])
  expect(await screen.findByText('De är öppna för någon som du.')).toBeTruthy()
})

test("saying hello opens an invite that begins with the member's words, without sending it", async () => {
  const { user, start } = await openStart({ photo: true })
  await user.click(await findHelloButton('Saga på ön'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bjud in Saga på ön till chatt' }))
  const field = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Första meddelandet' })
  expect(field.value).toBe('Du skrev att en bra söndag är två koppar kaffe på klippan … ')
  expect(document.activeElement).toBe(field)
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Bjud in till chatt' })
  expect(send.disabled).toBe(true)
  expect(dialog.getByText('Fortsätt med egna ord, så kan du skicka.')).toBeTruthy()
  await user.type(field, 'Vilken klippa?')
  expect(dialog.getByText('Ni kan skriva till varandra när Saga på ön har tackat ja.')).toBeTruthy()
  start.started.hello = true
  await user.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(listPosts('chats/invites')).toHaveLength(1)
  const next = await findHelloButton('Alma L')
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(screen.getByText('Inbjuden')).toBeTruthy()
  expect(within(await findCard()).getByText('2 av 3')).toBeTruthy()
})

test('the invite to a member without a text begins empty', async () => {
  const { user } = await openStart()
  await user.click(await findHelloButton('Alma L'))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Första meddelandet' })).value).toBe('')
})

test('a step is marked as done when the profile changes', async () => {
  const { start } = await openStart({ photo: true })
  expect(within(await findCard()).getByText('1 av 3')).toBeTruthy()
  start.started.words = true
  onGet('members/username/:name', respondWith(MemberResponse, ownResponse({ description: 'Fråga mig om surdeg' })))
  await act(() => loadOwnProfile())
  expect(await screen.findByText('2 av 3')).toBeTruthy()
  expect(screen.getByText('Ett svar skrivet')).toBeTruthy()
})

test('hiding the card shows the ordinary empty state, including beside the list', async () => {
  const { user, start } = await openStart()
  await findCard()
  await user.click(screen.getByRole('button', { name: 'Dölj kortet' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Kom igång' })).toBeNull())
  await waitFor(() => expect(start.hides).toHaveLength(1))
  expect(screen.getByRole('heading', { name: 'Här är det lugnt' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Hitta någon ny' }).getAttribute('href')).toBe('/profilelist')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('a card that could not be hidden reappears', async () => {
  const { user } = await openStart()
  await findCard()
  onPost('getting-started/hide', respondWithError(500, 'UNKNOWN', 'Något gick fel.'))
  await user.click(screen.getByRole('button', { name: 'Dölj kortet' }))
  expect(await screen.findByText('Något gick fel.')).toBeTruthy()
  expect(await findCard()).toBeTruthy()
})

test('a card hidden while it reloads does not reappear with the response from before', async () => {
  const { started } = serveStart({})
  await loadStarted()
  const response = createDeferred()
  const reloads = onGet('getting-started', () => response.promise.then(respondWith(GettingStarted, { ...started })))
  const reload = loadStarted()
  await waitFor(() => expect(reloads).toHaveLength(1))
  serveStart({ hidden: true })
  await hideStart()
  response.resolve()
  await reload
  expect(useStart.getState().started.data?.hidden).toBe(true)
})

test('a card that could not be hidden before a logout does not appear to the next member', async () => {
  serveStart({})
  await loadStarted()
  const respond = async () => {
    serveStart({ hidden: true })
    await loadStarted()
    return respondWithError(500, 'UNKNOWN', 'Något gick fel.')()
  }
  const hides = onPost('getting-started/hide', respondToNextMember(respond))
  await hideStart()
  expect(hides).toHaveLength(1)
  expect(useStart.getState().started.data?.hidden).toBe(true)
  expect(useToasts.getState().queue).toEqual([])
})

test('a card that was hidden is not shown, nor are suggestions', async () => {
  const { start } = await openStart({ hidden: true })
  expect(await screen.findByRole('heading', { name: 'Här är det lugnt' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Kom igång' })).toBeNull()
  expect(start.suggestionLoads).toEqual([])
})

test('after the last step the card is not shown again, but the suggestions stay until the first chat', async () => {
  await openStart({ photo: true, words: true, hello: true })
  expect(await findHelloButton('Saga på ön')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Kom igång' })).toBeNull()
  expect(screen.getByText(/^Här är det lugnt\./)).toBeTruthy()
})

test('suggestions are requested after the welcome has saved whom the member looks for', async () => {
  const response = createDeferred()
  const saves = onPost('members', () => response.promise.then(respondWith(SavedMember, { userName: 'Mira' })))
  await loadOwnProfile()
  const start = serveStart({}, [saga])
  const { user } = await openChats('/chats?welcome=looking')
  await user.click(await screen.findByRole('button', { name: 'Kvinnor' }))
  expect(start.loads).not.toEqual([])
  await user.click(screen.getByRole('button', { name: 'Hoppa över allt' }))
  await waitFor(() => expect(saves).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(start.suggestionLoads).toEqual([])
  response.resolve()
  expect(await findHelloButton('Saga på ön')).toBeTruthy()
})

test('a member whose only row is a pending invite sees it below a single sentence', async () => {
  testState.chats.invite('Saga', 'Hej Saga', { byMe: true })
  await openStart({ photo: true, words: true, hello: true })
  expect(await screen.findByText(/^Här är det lugnt\. När någon tackar ja/)).toBeTruthy()
  expect(rowOf('Saga').textContent).toContain('Väntar på svar')
  expect(screen.queryByRole('heading', { name: 'Här är det lugnt' })).toBeNull()
})

test('the empty state mentions no invite to a member who has invited nobody, with or without a chat with the team', async () => {
  const { unmount } = await openStart({ hidden: true })
  expect(await screen.findByText('När du har bjudit in någon och fått ett ja hamnar chatten här.')).toBeTruthy()
  unmount()
  testState.chats.open('Teamet', 'Välkommen', { byMe: false })
  await openStart({ hidden: true })
  expect(rowOf('Teamet')).toBeTruthy()
  expect(await screen.findByText(/^Här är det lugnt\. När du har bjudit in någon/)).toBeTruthy()
  expect(screen.queryByText(/din inbjudan/)).toBeNull()
})

test('a member with a chat sees no card to get started, and nothing is requested', async () => {
  testState.chats.open('Linn')
  const start = serveStart({})
  await openChats()
  expect(rowOf('Linn')).toBeTruthy()
  expect(start.loads).toEqual([])
})

test('without suggestions a message shows, with a link to the search', async () => {
  await openStart({}, [])
  expect(await screen.findByRole('heading', { name: 'Inga förslag just i dag' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sök bland profilerna' }).getAttribute('href')).toBe('/profilelist')
})

test('a failure to load the suggestions shows a message and a button that requests them again', async () => {
  serveStart({})
  onGet('getting-started/suggestions', respondWithError(400, 'VALIDATION', 'Nej.'))
  const { user } = await openChats()
  expect(await screen.findByText('Förslagen kunde inte läsas in.')).toBeTruthy()
  serveStart({}, [alma])
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await findHelloButton('Alma L')).toBeTruthy()
})

test('on a phone the suggestions are below the card', async () => {
  simulatePhone()
  await openStart()
  const position = (await findCard()).compareDocumentPosition(await findHelloButton('Saga på ön'))
  expect(position).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

const absence = { since: '2025-11-20T08:00:00.000Z', visits: 3, kisses: 1, invites: 0, newMembers: 0 }
const findAbsenceCard = () => screen.findByRole('region', { name: 'Medan du var borta' })

test('a returning member sees above the chats what happened during the absence, without rows for counts of zero', async () => {
  waitForAbsence()
  localStorage.removeItem('salong.last-use.Mira')
  testState.chats.open('Linn')
  serveAbsence(absence)
  await openChats()
  const shown = within(await findAbsenceCard())
  expect(shown.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Tre medlemmar har tittat på din profil',
    'En kyss',
  ])
  expect(rowOf('Linn')).toBeTruthy()
})

test('closing the card of an absence hides it immediately, and is sent to the server', async () => {
  waitForAbsence()
  localStorage.removeItem('salong.last-use.Mira')
  testState.chats.open('Linn')
  serveAbsence(absence)
  const closings = onPost('absence/close', respondEmpty)
  const { user } = await openChats()
  await findAbsenceCard()
  await user.click(screen.getByRole('button', { name: 'Stäng kortet' }))
  expect(screen.queryByRole('region', { name: 'Medan du var borta' })).toBeNull()
  await waitFor(() => expect(closings).toHaveLength(1))
})

test('a device in daily use does not request the absence, and its rows do not wait', async () => {
  testState.chats.open('Linn')
  const requests = serveAbsence(absence)
  await openChats()
  expect(rowOf('Linn')).toBeTruthy()
  expect(requests).toEqual([])
})

test('the chats are not shown before the card of an absence above them is loaded, so that they do not move', async () => {
  waitForAbsence()
  localStorage.removeItem('salong.last-use.Mira')
  testState.chats.open('Linn')
  const response = createDeferred()
  onGet('absence', () => response.promise.then(() => Response.json({ absence: null })))
  await openChats()
  expect(within(screen.getByRole('tabpanel')).queryByRole('link', { name: /Linn/ })).toBeNull()
  await act(async () => response.resolve())
  await waitFor(() => expect(rowOf('Linn')).toBeTruthy())
})
