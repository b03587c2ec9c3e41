import { type MemberResponse as Member, MemberResponse, SavedMember } from '@app/contract/members/members'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { useSearchParams } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { setOnline } from '../../lib/device/online.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { stubUploads } from '../../lib/http/fake-upload.ts'
import { endSession, startSession } from '../../lib/http/session.ts'
import { loadOwnProfile, useProfiles } from '../../profiles/store.ts'
import {
  mira,
  onGet,
  onPost,
  type ReceivedRequest,
  renderInApp,
  respondEmpty,
  respondWith,
  respondWithError,
} from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { aPerson, ownResponse } from '../../testing-members.ts'
import { aPhoto } from '../../testing-pictures.ts'
import { removeWelcomeData } from '../../welcome/member-data.ts'
import { parseStep } from '../../welcome/steps.ts'
import { Welcome } from './Welcome.tsx'

setUpFreshDevice()

let member: Member
beforeEach(() => {
  removeWelcomeData('Mira')
  startSession(mira)
  onPost('client-logs', respondEmpty)
  member = newcomer()
  onGet('members/username/:name', () => respondWith(MemberResponse, member)())
})

const newcomer = (changes: Partial<Member['profile']> = {}): Member => ({
  ...ownResponse({ description: '', lookingFor: [], ...changes }),
  mailPreferences: { wantsChatMail: false, wantsEventMail: false, wantsNewsMail: false },
  wantedAges: null,
})

/** Accepts saves, and applies them to the profile that is loaded afterwards. */
function acceptSaves(): ReceivedRequest[] {
  const saves = onPost('members', () => {
    const change = saves.at(-1)?.body as {
      profile?: object
      mailPreferences?: object
      wantedAges?: Member['wantedAges']
    }
    member = { ...member, ...change, profile: { ...member.profile, ...change.profile } } as Member
    return respondWith(SavedMember, { userName: 'Mira' })()
  })
  return saves
}

function Page() {
  const step = parseStep(useSearchParams()[0].get('welcome'))
  return step ? <Welcome step={step} /> : <h1 tabIndex={-1}>Chatt</h1>
}

async function open(...urls: string[]) {
  const view = renderInApp(<Page />, ...(urls.length > 0 ? urls : ['/chats?welcome=photo']))
  await screen.findByRole('dialog')
  await waitFor(() => expect(useProfiles.getState().own.state).toBe('loaded'))
  return view
}

const getButton = (name: string | RegExp) => screen.getByRole('button', { name })
const readSearch = () => screen.getByTestId('search').textContent
const findHeading = (name: string) => screen.findByRole('heading', { name })
const getAnswer = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })

test('three steps lead through the welcome; each focuses its heading and states its number', async () => {
  acceptSaves()
  const { user } = await open()
  expect(await findHeading('Börja med ett foto')).toBe(document.activeElement)
  expect(screen.getByRole('progressbar', { name: 'Steg' }).getAttribute('aria-valuetext')).toBe('1 av 3')
  await user.click(getButton('Nästa'))
  const words = await findHeading('Några ord om dig')
  await waitFor(() => expect(document.activeElement).toBe(words))
  expect(readSearch()).toBe('?welcome=words')
  await user.click(getButton('Inte nu'))
  expect(await findHeading('Vem vill du träffa?')).toBe(document.activeElement)
  expect(screen.getByRole('progressbar', { name: 'Steg' }).getAttribute('aria-valuetext')).toBe('3 av 3')
  await user.click(getButton('Klart'))
  await findHeading('Chatt')
  expect(readSearch()).toBe('')
})

test('a button retries when the profile fails to load', async () => {
  onGet('members/username/:name', respondWithError(400, 'VALIDATION', 'Finns inte.'))
  const { user } = renderInApp(<Page />, '/chats?welcome=photo')
  await screen.findByText('Profilen kunde inte läsas in.')
  const requests = onGet('members/username/:name', () => respondWith(MemberResponse, member)())
  await user.click(getButton('Försök igen'))
  expect(await screen.findByText('Inget foto än')).toBeTruthy()
  expect(requests[0]?.path).toBe('members/username/Mira')
})

test('after the welcome the back button of the browser does not open its steps again', async () => {
  const { user } = await open('/news', '/chats?welcome=photo')
  await user.click(getButton('Nästa'))
  await findHeading('Några ord om dig')
  await user.click(getButton('Nästa'))
  await findHeading('Vem vill du träffa?')
  await user.click(getButton('Hoppa över allt'))
  await findHeading('Chatt')
  await user.click(screen.getByLabelText('step back'))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/news'))
})

test('the back button of the browser and the one of the dialog return to the previous step with all input', async () => {
  acceptSaves()
  const { user } = await open('/chats?welcome=words')
  await user.click(getButton(/En bra söndag är/))
  expect(document.activeElement).toBe(getAnswer('En bra söndag är…'))
  await user.keyboard('lång frukost')
  await user.click(getButton('Tillbaka'))
  await findHeading('Börja med ett foto')
  await user.click(getButton('Nästa'))
  await findHeading('Några ord om dig')
  expect(getAnswer('En bra söndag är…').value).toBe('lång frukost')
  await user.click(getButton('Nästa'))
  await findHeading('Vem vill du träffa?')
  await user.click(screen.getByLabelText('step back'))
  await findHeading('Några ord om dig')
  expect(getAnswer('En bra söndag är…').value).toBe('lång frukost')
})

test('answers become paragraphs of the presentation, whose other paragraphs stay', async () => {
  member = newcomer({ description: 'Hej på er.' })
  const saves = acceptSaves()
  const { user } = await open('/chats?welcome=words')
  await user.click(await screen.findByRole('button', { name: /Fråga mig om/ }))
  await user.keyboard('surdeg')
  expect(screen.getByText('6/140')).toBeTruthy()
  expect(screen.getByText('2 kvar')).toBeTruthy()
  await user.click(getButton('Nästa'))
  await findHeading('Vem vill du träffa?')
  expect(saves.map(({ body }) => body)).toEqual([{ profile: { description: 'Fråga mig om surdeg\n\nHej på er.' } }])
})

test('no more than three answers can be given, and a removed one makes room for another', async () => {
  member = newcomer({ description: 'Fråga mig om surdeg\n\nJag blir glad av snö' })
  const { user } = await open('/chats?welcome=words')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Fråga mig om…' })).value).toBe('surdeg')
  await user.click(getButton(/En bra söndag är/))
  expect(screen.queryByRole('button', { name: /Det bästa jag lagar är/ })).toBeNull()
  await user.click(getButton('Ta bort svaret på ”Fråga mig om…”'))
  expect(getButton(/Det bästa jag lagar är/)).toBeTruthy()
})

test('the texts address a couple in the plural', async () => {
  startSession({ ...mira, sessionId: 'couple', couple: true })
  member = newcomer({ person2: aPerson({ sex: 'MALE', breastSize: null, penisSize: 'NORMAL' }) })
  const { user } = await open('/chats?welcome=words')
  await findHeading('Några ord om er')
  await user.click(await screen.findByRole('button', { name: /Fråga oss om/ }))
  expect(getAnswer('Fråga oss om…')).toBeTruthy()
})

test('the kinds of members are offered in the order of the profile, couples of a woman and a man first', async () => {
  await open('/chats?welcome=looking')
  const kinds = within(await screen.findByRole('group', { name: 'Vem vill du träffa?' })).getAllByRole('button')
  expect(kinds.map(({ textContent }) => textContent)).toEqual([
    'Par av kvinna och man',
    'Män',
    'Kvinnor',
    'Icke-binära',
    'Par av två kvinnor',
    'Par av två män',
  ])
})

test('kinds, ages, cities and mails are saved together, and mails are off until chosen', async () => {
  const saves = acceptSaves()
  const { user } = await open('/chats?welcome=looking')
  const mails = await screen.findAllByRole<HTMLInputElement>('switch')
  expect(mails.map(({ checked }) => checked)).toEqual([false, false, false])
  await user.click(getButton('Kvinnor'))
  await user.click(getButton('Par av två kvinnor'))
  await user.type(screen.getByLabelText('Från ålder'), '30')
  await user.click(screen.getByRole('switch', { name: 'Event' }))
  await user.click(getButton('Ta bort Uppsala'))
  await user.click(getButton('Klart'))
  await findHeading('Chatt')
  expect(saves.map(({ body }) => body)).toEqual([
    {
      profile: { lookingFor: ['FEMALES', 'FEMALE_COUPLES'], cities: ['Stockholm'] },
      wantedAges: { min: 30, max: 99 },
      mailPreferences: { wantsChatMail: false, wantsEventMail: true, wantsNewsMail: false },
    },
  ])
})

test('ages in the wrong order stay on screen with an explanation, and nothing is saved', async () => {
  const saves = acceptSaves()
  const { user } = await open('/chats?welcome=looking')
  await user.type(await screen.findByLabelText('Från ålder'), '50')
  await user.type(screen.getByLabelText('Till ålder'), '30')
  await user.click(getButton('Klart'))
  expect(await screen.findByText('Högsta åldern är lägre än den lägsta.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Från ålder'))
  expect(saves).toEqual([])
})

test('skipping everything saves the valid input', async () => {
  const saves = acceptSaves()
  const { user } = await open('/chats?welcome=looking')
  await user.click(await screen.findByRole('button', { name: 'Män' }))
  await user.click(getButton('Hoppa över allt'))
  await findHeading('Chatt')
  await waitFor(() => expect(saves.map(({ body }) => body)).toEqual([{ profile: { lookingFor: ['MALES'] } }]))
  expect(useToasts.getState().queue).toEqual([])
})

test('Escape skips the remaining steps', async () => {
  const { user } = await open('/chats?welcome=looking')
  await user.keyboard('{Escape}')
  await findHeading('Chatt')
})

test('a failed save keeps the step with its input, and shows the error', async () => {
  onPost('members', respondWithError(500, 'UNKNOWN', 'Något gick fel.'))
  const { user } = await open('/chats?welcome=words')
  await user.click(await screen.findByRole('button', { name: /Fråga mig om/ }))
  await user.keyboard('surdeg')
  await user.click(getButton('Nästa'))
  expect((await screen.findByRole('alert')).textContent).toContain('Det gick inte att spara.')
  expect(getAnswer('Fråga mig om…').value).toBe('surdeg')
  expect(readSearch()).toBe('?welcome=words')
})

test('without a network the input stays on the device, through a reload, until it can be saved', async () => {
  onPost('members', () => HttpResponse.error())
  const { user, unmount } = await open('/chats?welcome=words')
  await user.click(await screen.findByRole('button', { name: /Fråga mig om/ }))
  await user.keyboard('surdeg')
  setOnline(false)
  await user.click(getButton('Nästa'))
  expect((await screen.findByRole('alert')).textContent).toContain('Du är offline.')
  unmount()
  setOnline(true)
  const saves = acceptSaves()
  const again = await open('/chats?welcome=words')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Fråga mig om…' })).value).toBe('surdeg')
  await again.user.click(getButton('Nästa'))
  await findHeading('Vem vill du träffa?')
  expect(saves).toHaveLength(1)
})

test('a failed save after skipping everything offers to continue', async () => {
  onPost('members', respondWithError(500, 'UNKNOWN', 'Något gick fel.'))
  const { user } = await open('/chats?welcome=looking')
  await user.click(await screen.findByRole('button', { name: 'Män' }))
  await user.click(getButton('Hoppa över allt'))
  await findHeading('Chatt')
  await user.click(await screen.findByRole('button', { name: 'Fortsätt' }))
  await findHeading('Vem vill du träffa?')
  expect(getButton('Män').getAttribute('aria-pressed')).toBe('true')
})

test('a save that fails after a logout is not reported to the next member on the device', async () => {
  const response = createDeferred()
  const saves = onPost('members', () => response.promise.then(respondWithError(500, 'UNKNOWN', 'Något gick fel.')))
  const { user } = await open('/chats?welcome=looking')
  await user.click(await screen.findByRole('button', { name: 'Män' }))
  await user.click(getButton('Hoppa över allt'))
  await waitFor(() => expect(saves).toHaveLength(1))
  act(() => {
    endSession('loggedOut')
    startSession({ ...mira, sessionId: 'other', userName: 'Nisse' })
  })
  await act(async () => response.resolve())
  await act(() => loadOwnProfile())
  expect(useToasts.getState().queue).toEqual([])
})

test('the next member on the device does not see the input of the previous one', async () => {
  const { user, unmount } = await open('/chats?welcome=looking')
  await user.click(await screen.findByRole('button', { name: 'Män' }))
  unmount()
  endSession('loggedOut')
  startSession({ ...mira, sessionId: 'other', userName: 'Nisse' })
  member = newcomer({ userName: 'Nisse' })
  await open('/chats?welcome=looking')
  expect((await screen.findByRole('button', { name: 'Män' })).getAttribute('aria-pressed')).toBe('false')
})

test('the photo of a member shows as others see it; in the private album it is not the profile photo', async () => {
  stubUploads()
  member = { ...newcomer(), photos: [aPhoto('a', 'PUBLIC', 0)] }
  const saves = acceptSaves()
  const { user } = await open()
  expect(await screen.findByText('Fint, så här ser andra dig')).toBeTruthy()
  expect(
    within(screen.getByRole('radiogroup', { name: 'Vem ser fotot?' })).getByLabelText('Alla medlemmar'),
  ).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Bara de jag släpper in' }))
  expect(await screen.findByText('Fint, fotot är i ditt privata album')).toBeTruthy()
  expect(screen.getByText(/Profilen är utan foto/)).toBeTruthy()
  await waitFor(() => expect(saves.map(({ body }) => body)).toMatchObject([{ photos: [{ album: 'PRIVATE' }] }]))
  expect(screen.getByRole('button', { name: 'Byt foto' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Beskär' })).toBeNull()
  vi.unstubAllGlobals()
})
