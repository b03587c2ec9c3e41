import { MemberResponse, SavedMember } from '@app/contract/members/members'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { endSession, getSession, startSession } from '../../lib/http/session.ts'
import { deleteDraft, openDraft } from '../../profiles/draft.ts'
import { loadOwnProfile, setMailPreference, useProfiles } from '../../profiles/store.ts'
import { mira, onGet, onPost, renderInApp, respondWith, respondWithError } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { aPerson, ownResponse } from '../../testing-members.ts'
import { MyProfilePage } from './MyProfilePage.tsx'

setUpFreshDevice()

const couple = ownResponse({
  person2: aPerson({ sex: 'MALE', yearOfBirth: 1987, breastSize: null, penisSize: 'NORMAL' }),
})

let closeDraft: () => void = () => undefined

beforeAll(async () => {
  await Promise.all([import('./OwnProfilePanel.tsx'), import('../../ui/overlays/DialogBody.tsx')])
}, 60_000)
beforeEach(() => {
  startSession(mira)
  closeDraft = openDraft('42')
})
afterEach(() => {
  cleanup()
  closeDraft()
})

const serveMember = (member: MemberResponse) => onGet('members/username/:name', respondWith(MemberResponse, member))
const recordSaves = (userName = 'Mira') => onPost('members', respondWith(SavedMember, { userName }))

async function open(member: MemberResponse = ownResponse()) {
  serveMember(member)
  const view = renderInApp(
    <>
      <Link to="/chats">Chatt</Link>
      <Routes>
        <Route path="/myprofile" element={<MyProfilePage />} />
        <Route path="*" element={<p>Någon annanstans</p>} />
      </Routes>
    </>,
    '/myprofile?tab=profile',
  )
  await screen.findByLabelText('Profilnamn')
  return view
}

const getField = (name: string, index = 0) => screen.getAllByLabelText<HTMLInputElement>(name)[index]!
const getSaveButton = () => screen.getByRole('button', { name: 'Spara profil' })
const isUnsaved = () => within(screen.getByRole('tab', { name: /Profil/ })).queryByText('Osparade ändringar') !== null

async function retype(user: Awaited<ReturnType<typeof open>>['user'], input: HTMLInputElement, text: string) {
  await user.clear(input)
  if (text) await user.type(input, text)
}

test('the form shows the stored values and marks changes; undo reverts them and can itself be undone', {
  tags: 'my-profile.undo',
}, async () => {
  const { user } = await open(couple)
  expect(getField('Profilnamn').value).toBe('Mira')
  expect(getField('Kön', 1).value).toBe('MALE')
  expect(isUnsaved()).toBe(false)
  expect(screen.queryByRole('button', { name: 'Spara profil' })).toBeNull()
  await user.type(getField('Om er själva'), ' Hej.')
  await retype(user, getField('Längd', 1), '190')
  expect(screen.getByText('i Presentation, Person 2')).toBeTruthy()
  expect(isUnsaved()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Ångra' }))
  expect(getField('Längd', 1).value).toBe('168')
  expect(isUnsaved()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Ångra' }))
  expect(getField('Längd', 1).value).toBe('190')
})

test('restoring the original value leaves no unsaved change', async () => {
  const { user } = await open()
  await retype(user, getField('Längd'), '170')
  expect(isUnsaved()).toBe(true)
  await retype(user, getField('Längd'), '168')
  expect(isUnsaved()).toBe(false)
})

test('saving sends the changes, stays on the page and links to the saved profile', {
  tags: 'my-profile.save',
}, async () => {
  const requests = recordSaves('Mira B')
  const { user } = await open()
  await user.type(getField('Profilnamn'), ' B')
  await user.selectOptions(getField('Läggning'), 'Hetero')
  serveMember(ownResponse({ userName: 'Mira B' }))
  await user.click(getSaveButton())
  const view = await screen.findByRole('link', { name: 'Visa' })
  expect(view.getAttribute('href')).toBe('/profile?name=Mira%20B')
  expect(view.closest('[role=status]')?.textContent).toBe('Sparad · Visa')
  expect(document.activeElement).toBe(view)
  expect(getField('Profilnamn').value).toBe('Mira B')
  expect(screen.getByTestId('path').textContent).toBe('/myprofile')
  await user.type(getField('Profilnamn'), 'C')
  expect(screen.queryByRole('link', { name: 'Visa' })).toBeNull()
  expect(requests.map(({ body }) => body)).toEqual([
    { profile: { userName: 'Mira B', person1: aPerson({ orientation: 'HETERO' }) } },
  ])
  expect(getSession()?.userName).toBe('Mira B')
})

test('changes made while the profile is being saved stay unsaved', async () => {
  let respond: () => void = () => undefined
  const responding = new Promise<void>((resolve) => {
    respond = resolve
  })
  const requests = onPost('members', () => responding.then(respondWith(SavedMember, { userName: 'Mira B' })))
  const { user } = await open()
  await user.type(getField('Profilnamn'), ' B')
  await user.click(getSaveButton())
  await waitFor(() => expect(requests).toHaveLength(1))
  await retype(user, getField('Längd'), '170')
  serveMember(ownResponse({ userName: 'Mira B' }))
  respond()
  await waitFor(() => expect(getSession()?.userName).toBe('Mira B'))
  await screen.findByText('i Person')
  expect(getField('Profilnamn').value).toBe('Mira B')
  expect(getField('Längd').value).toBe('170')
  expect(isUnsaved()).toBe(true)
})

test('Ctrl+Enter saves from within a long text', async () => {
  const requests = recordSaves()
  const { user } = await open()
  await user.type(getField('Om dig själv'), ' Hej.{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toEqual({ profile: { description: 'Jag tycker om **långa middagar**. Hej.' } })
})

test.each([
  ['Profilnamn', '', 'Profilnamnet ska ha mellan 1 och 30 tecken.'],
  [
    'Profilnamn',
    'Mira!',
    'Profilnamnet får bara innehålla bokstäverna A–Ö, siffror, mellanslag, punkt och bindestreck.',
  ],
  ['Profilnamn', '123', 'Profilnamnet måste innehålla minst en bokstav.'],
  ['Längd', '139', 'Längden ska vara mellan 140 och 210 cm.'],
  ['Längd', '211', 'Längden ska vara mellan 140 och 210 cm.'],
  ['Längd', 'lång', 'Längden ska vara mellan 140 och 210 cm.'],
  ['Vikt', '29', 'Vikten ska vara mellan 30 och 300 kg.'],
  ['Vikt', '301', 'Vikten ska vara mellan 30 och 300 kg.'],
])(
  'the field %s with the text "%s" shows its error on blur',
  { tags: 'my-profile.field-errors' },
  async (name, text, problem) => {
    const { user } = await open()
    await retype(user, getField(name), text)
    expect(screen.queryByText(problem)).toBeNull()
    await user.tab()
    expect(await screen.findByText(problem)).toBeTruthy()
    expect(getField(name).getAttribute('aria-invalid')).toBe('true')
  },
)

test('the banner lists the errors of an invalid form, and the first field with an error has the focus', {
  tags: 'my-profile.error-banner',
}, async () => {
  const { user } = await open()
  await retype(user, getField('Vikt'), '20')
  await retype(user, getField('Längd'), '218')
  await user.click(screen.getByRole('button', { name: 'Ta bort Uppsala' }))
  await user.click(screen.getByRole('button', { name: 'Ta bort Stockholm' }))
  expect(screen.getByText('Välj minst en ort.')).toBeTruthy()
  await user.click(getSaveButton())
  const banner = within(await screen.findByRole('alert'))
  for (const problem of [
    'Längden ska vara mellan 140 och 210 cm.',
    'Vikten ska vara mellan 30 och 300 kg.',
    'Välj minst en ort.',
  ])
    expect(banner.getByText(problem)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Välj orter' }))
})

test('height and weight are optional', async () => {
  const requests = recordSaves()
  const { user } = await open()
  await retype(user, getField('Längd'), '')
  await user.click(getSaveButton())
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ profile: { person1: { height: null, weight: null } } })
})

test('a server error shows at its field and keeps the input', async () => {
  onPost('members', respondWithError(409, 'USER_NAME_IN_USE', 'Profilnamnet är upptaget.'))
  const { user } = await open()
  await retype(user, getField('Profilnamn'), 'Linn')
  await user.click(getSaveButton())
  await vi.waitFor(() => expect(screen.getAllByText('Profilnamnet är upptaget.')).toHaveLength(2))
  expect(within(screen.getByRole('alert')).getByText(/^Rätta det som är markerat/)).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement).toBe(getField('Profilnamn')))
  expect(getField('Profilnamn').value).toBe('Linn')
  expect(isUnsaved()).toBe(true)
})

test('changing a couple to one person removes the second person', async () => {
  const requests = recordSaves()
  const { user } = await open(couple)
  await user.click(screen.getByLabelText('En person'))
  expect(screen.queryByRole('group', { name: 'Person 2' })).toBeNull()
  serveMember(ownResponse())
  await user.click(getSaveButton())
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toEqual({ profile: { person2: null } })
  await vi.waitFor(() => expect(getSession()?.couple).toBe(false))
})

test('changing one person to a couple requires sex, year of birth and orientation of the second person', {
  tags: 'my-profile.second-person',
}, async () => {
  const requests = recordSaves()
  const { user } = await open()
  await user.click(screen.getByLabelText('Par'))
  await user.click(getSaveButton())
  const banner = within(await screen.findByRole('alert'))
  for (const problem of [
    'Välj personens kön.',
    'Födelseåret ska ligga mellan 1910 och 2001.',
    'Välj personens läggning.',
  ])
    expect(banner.getByText(problem)).toBeTruthy()
  const secondPerson = within(screen.getByRole('group', { name: 'Person 2' }))
  await user.selectOptions(secondPerson.getByLabelText('Kön'), 'Icke-binär')
  await user.selectOptions(secondPerson.getByLabelText('Födelseår'), '2001')
  await user.selectOptions(secondPerson.getByLabelText('Läggning'), 'Bi-nyfiken')
  serveMember(couple)
  await user.click(getSaveButton())
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({
    profile: { person2: { sex: 'NON_BINARY', yearOfBirth: 2001, breastSize: null, penisSize: null } },
  })
  await vi.waitFor(() => expect(getSession()?.couple).toBe(true))
})

test('a stored year of birth outside the selectable years stays selected', async () => {
  const requests = recordSaves()
  const { user } = await open(ownResponse({ person1: aPerson({ yearOfBirth: 2006 }) }))
  expect(getField('Födelseår').value).toBe('2006')
  await retype(user, getField('Längd'), '180')
  await user.click(getSaveButton())
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ profile: { person1: { yearOfBirth: 2006, height: 180 } } })
})

test('intimate fields are collapsed, and match the sex', async () => {
  const { user } = await open(couple)
  expect(screen.queryByLabelText('Kupstorlek')).toBeNull()
  for (const button of screen.getAllByRole('button', { name: 'Fler uppgifter' })) await user.click(button)
  const [first, second] = ['Person 1', 'Person 2'].map((name) => within(screen.getByRole('group', { name })))
  expect(first!.getByLabelText<HTMLSelectElement>('Kupstorlek').value).toBe('B')
  expect(first!.queryByLabelText('Penisstorlek')).toBeNull()
  expect(second!.queryByLabelText('Kupstorlek')).toBeNull()
  expect(second!.getByLabelText<HTMLSelectElement>('Penisstorlek').value).toBe('NORMAL')
})

test('the preview shows the text while it is edited', { tags: 'my-profile.preview' }, async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Förhandsgranska' }))
  const preview = screen.getByRole('region', { name: 'Förhandsgranska' })
  expect((await within(preview).findByText('långa middagar')).tagName).toBe('STRONG')
  await user.type(getField('Om dig själv'), ' Och *havet*.')
  expect((await within(preview).findByText('havet')).tagName).toBe('EM')
  await user.click(screen.getByRole('button', { name: 'Dölj förhandsgranskningen' }))
  expect(screen.queryByRole('region', { name: 'Förhandsgranska' })).toBeNull()
})

test('unsaved changes survive a reload, follow other tabs, and can be deleted from the device', async () => {
  const { user } = await open()
  await user.type(getField('Profilnamn'), ' B')
  cleanup()
  closeDraft()
  closeDraft = openDraft('42')
  await open()
  expect(getField('Profilnamn').value).toBe('Mira B')
  const otherTabsChanges = JSON.stringify({ userName: 'Mira C' })
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'salong.profile-draft.42', newValue: otherTabsChanges }))
  })
  expect(getField('Profilnamn').value).toBe('Mira C')
  deleteDraft('42')
  cleanup()
  closeDraft()
  closeDraft = openDraft('42')
  await open()
  expect(getField('Profilnamn').value).toBe('Mira')
})

test('another member on the same device does not see unsaved changes', async () => {
  const { user } = await open()
  await user.type(getField('Profilnamn'), ' B')
  cleanup()
  closeDraft()
  closeDraft = openDraft('43')
  await open()
  expect(getField('Profilnamn').value).toBe('Mira')
})

test('an email setting rejected after a logout changes nothing for the next member on the device', async () => {
  const preferencesOf = (wantsChatMail: boolean): MemberResponse => ({
    ...ownResponse(),
    mailPreferences: { wantsChatMail, wantsEventMail: true, wantsNewsMail: true },
  })
  const response = createDeferred()
  const requests = onPost('members', () =>
    response.promise.then(respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.')),
  )
  onGet('members/username/Mira', respondWith(MemberResponse, preferencesOf(true)))
  await loadOwnProfile()
  const change = setMailPreference('wantsChatMail', false)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  endSession('loggedOut')
  startSession({ ...mira, sessionId: 'second.session.token' })
  onGet('members/username/Mira', respondWith(MemberResponse, preferencesOf(false)))
  await loadOwnProfile()
  response.resolve()
  await change
  expect(useProfiles.getState().own.data?.mailPreferences?.wantsChatMail).toBe(false)
  expect(useToasts.getState().queue).toEqual([])
})

test('an earlier response does not replace the profile of a later one', async () => {
  let respond = (): void => undefined
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  const requests = onGet('members/username/:name', () =>
    responded.then(respondWith(MemberResponse, ownResponse({ cities: ['Kiruna'] }))),
  )
  const earlierLoad = loadOwnProfile()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  serveMember(ownResponse({ cities: ['Lund'] }))
  await loadOwnProfile()
  respond()
  await earlierLoad
  expect(useProfiles.getState().own.data?.profile.cities).toEqual(['Lund'])
})

test('a save on another device shows in the form without replacing the unsaved changes', async () => {
  const { user } = await open()
  await user.type(getField('Profilnamn'), ' B')
  serveMember(ownResponse({ cities: ['Kiruna'], userName: 'Mira A' }))
  await act(() => loadOwnProfile())
  expect(await screen.findByRole('button', { name: 'Ta bort Kiruna' })).toBeTruthy()
  expect(getField('Profilnamn').value).toBe('Mira B')
  expect(getSession()?.userName).toBe('Mira A')
})

test('leaving with unsaved changes asks whether to stay or discard them', async () => {
  const { user } = await open()
  await user.type(getField('Profilnamn'), ' B')
  await user.click(screen.getByRole('link', { name: 'Chatt' }))
  const confirmation = within(await screen.findByRole('alertdialog', { name: 'Lämna utan att spara?' }))
  expect(document.activeElement).toBe(confirmation.getByRole('button', { name: 'Stanna kvar' }))
  await user.click(confirmation.getByRole('button', { name: 'Stanna kvar' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(getField('Profilnamn').value).toBe('Mira B')
  await user.click(await screen.findByRole('link', { name: 'Chatt' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Lämna utan att spara' }))
  expect(await screen.findByText('Någon annanstans')).toBeTruthy()
  expect(screen.getByTestId('path').textContent).toBe('/chats')
  expect(localStorage.getItem('salong.profile-draft.42')).toBeNull()
})

test('the banner says that changes show only once saved, but not above the settings, which save at once', async () => {
  const { user } = await open()
  expect(screen.getByText(/^Ändringar syns för andra först/)).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Inställningar' }))
  expect(screen.getByText('Det här är din egen profil.')).toBeTruthy()
  expect(screen.queryByText(/^Ändringar syns för andra först/)).toBeNull()
})

test('arrow keys switch tabs, and leave the shortcuts of the browser for Back and Forward alone', async () => {
  onGet('sessions', respondWithError(403, 'FORBIDDEN', 'Nej'))
  onGet('members/settings', respondWithError(403, 'FORBIDDEN', 'Nej'))
  onGet('members/email', respondWithError(403, 'FORBIDDEN', 'Nej'))
  onGet('members/export', respondWithError(403, 'FORBIDDEN', 'Nej'))
  const { user } = await open()
  const readSelectedTab = () => screen.getByRole('tab', { selected: true }).textContent
  act(() => screen.getByRole('tab', { selected: true }).focus())
  const before = readSelectedTab()
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await user.keyboard('{Meta>}{ArrowRight}{/Meta}')
  expect(readSelectedTab()).toBe(before)
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(readSelectedTab()).not.toBe(before))
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
})

test('switching tabs of the profile, or leaving without changes, asks no confirmation', async () => {
  onGet('members/settings', respondWithError(403, 'FORBIDDEN', 'Nej'))
  onGet('sessions', respondWithError(403, 'FORBIDDEN', 'Nej'))
  onGet('members/email', respondWithError(403, 'FORBIDDEN', 'Nej'))
  onGet('members/export', respondWithError(403, 'FORBIDDEN', 'Nej'))
  const { user } = await open()
  await user.type(getField('Profilnamn'), ' B')
  await user.click(screen.getByRole('tab', { name: 'Inställningar' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(isUnsaved()).toBe(true)
  await user.click(screen.getByRole('tab', { name: /Profil/ }))
  expect(getField('Profilnamn').value).toBe('Mira B')
  await user.click(screen.getByRole('button', { name: 'Ångra' }))
  await user.click(screen.getByRole('link', { name: 'Chatt' }))
  expect(await screen.findByText('Någon annanstans')).toBeTruthy()
})

test('closing the window asks for confirmation only with unsaved changes', async () => {
  const { user } = await open()
  const closeWindow = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(closeWindow()).toBe(true)
  await user.type(getField('Profilnamn'), ' B')
  expect(closeWindow()).toBe(false)
})

test('the page shows that the profile is loading, or an error with a retry button', {
  tags: 'my-profile.loading-error',
}, async () => {
  onGet('members/username/:name', respondWithError(400, 'VALIDATION', 'Nej'))
  const { user } = renderInApp(<MyProfilePage />, '/myprofile?tab=profile')
  expect(await screen.findByText('Laddar profil.')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Misslyckades med att ladda profil.' })).toBeTruthy()
  serveMember(ownResponse())
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Profilnamn')).value).toBe('Mira')
})

test('while parts of the profile are missing, a link leads to the first of them in the welcome', async () => {
  await open(ownResponse({ lookingFor: [] }))
  expect(screen.getByText(/Profilen saknar profilfoto och vilka du söker\./)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Fyll i resten steg för steg' })
  expect(link.getAttribute('href')).toBe('/chats?welcome=photo')
})

test('a profile without missing parts does not mention the welcome', async () => {
  await open(ownResponse({ profilePhotoUrl: '/media/a/1/medium?signature=1' }))
  expect(screen.queryByText(/Profilen saknar/)).toBeNull()
})
