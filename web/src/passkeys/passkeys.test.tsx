import { PASSKEYS_PER_MEMBER } from '@app/contract/limits'
import type { Session } from '@app/contract/members/members'
import { PasskeyCreation, PasskeyEntry } from '@app/contract/safety/passkeys'
import { act, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { useProblems } from '../lib/feedback/problem-banner.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { CREATION, CREDENTIAL, FakeDevice } from './fake-device.ts'
import { PasskeysCard } from './PasskeysCard.tsx'
import { loadPasskeys, onPasskeysChanged } from './store.ts'

setUpFreshDevice()
beforeAll(() => import('../ui/overlays/DialogBody.tsx'))

const vera: Session = { ...mira, userName: 'Vera', memberLevel: 'ADMIN', duties: ['LEAD'] }
const phone: PasskeyEntry = {
  id: 'bW9iaWw',
  name: 'Telefonen',
  createdAt: '2025-11-01T10:00:00.000Z',
  usedAt: null,
  current: false,
}
const laptop: PasskeyEntry = { ...phone, id: 'ZGF0b3I', name: 'Datorn', usedAt: '2025-11-02T10:00:00.000Z' }
const added: PasskeyEntry = { ...phone, id: CREDENTIAL.id, name: 'Nyckeln' }

let device: FakeDevice

beforeEach(() => {
  onGet('sessions/verify', respondWithError(404, 'NOT_FOUND', ''))
  device = new FakeDevice()
  onTestFinished(device.install())
})

const serve = (...passkeys: PasskeyEntry[]) => onGet('passkeys', respondWith(z.array(PasskeyEntry), passkeys))

function open(passkeys: PasskeyEntry[] = [phone], session = vera) {
  startSession(session)
  serve(...passkeys)
  return renderInApp(<PasskeysCard />)
}

const openForm = async (user: ReturnType<typeof open>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Lägg till en passkey' }))

test('lists the passkeys, with when each was last used and which one began this session', async () => {
  open([phone, laptop, { ...phone, id: 'bnU', name: 'Nuet', current: true }])
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Inte använd än'),
    expect.stringMatching(/^DatornSenast/),
    expect.stringContaining('Den här enheten'),
  ])
})

test('an account without passkeys shows a message, and a list that fails to load is retried with a button', async () => {
  startSession(vera)
  onGet('passkeys', respondWithError(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  const { user } = renderInApp(<PasskeysCard />)
  expect(await screen.findByText(/Dina passkeys kunde inte läsas in/)).toBeTruthy()
  serve()
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Du har ingen passkey än.')).toBeTruthy()
})

test('a passkey is added with a name and the password, and the focus goes into the form and back', {
  tags: 'passkeys.card-add',
}, async () => {
  const options = onPost('passkeys/options', respondWith(PasskeyCreation, CREATION))
  const requests = onPost('passkeys', respondWith(PasskeyEntry, added, 201))
  const { user } = open()
  await openForm(user)
  expect(document.activeElement).toBe(screen.getByLabelText('Namn'))
  await user.type(screen.getByLabelText('Namn'), 'Nyckeln')
  await user.type(screen.getByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  expect(await screen.findByText('Nyckeln är tillagd.')).toBeTruthy()
  expect(options.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
  expect(requests.map(({ body }) => body)).toMatchObject([{ name: 'Nyckeln', credential: CREDENTIAL }])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Telefonen'),
    expect.stringContaining('Nyckeln'),
  ])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Lägg till en passkey' }))
})

test('a name and the password are required before the device is asked', async () => {
  const { user } = open()
  await openForm(user)
  await user.click(screen.getByRole('button', { name: 'Lägg till en passkey' }))
  expect(await screen.findByText('Ge din passkey ett namn.')).toBeTruthy()
  expect(screen.getByText('Skriv ditt lösenord.')).toBeTruthy()
  expect(device.askCount).toBe(0)
})

test('a session that began with a passkey needs no password, until the server asks for it', async () => {
  const options = onPost(
    'passkeys/options',
    respondWithError(422, 'VALIDATION', 'Kontrollera.', [{ path: 'password', message: 'Fel lösenord.' }]),
  )
  const { user } = open([phone], { ...vera, passkey: true })
  await openForm(user)
  expect(screen.queryByLabelText('Lösenord')).toBeNull()
  await user.type(screen.getByLabelText('Namn'), 'Nyckeln{Enter}')
  const password = await screen.findByLabelText('Lösenord')
  expect(options.map(({ body }) => body)).toEqual([{}])
  expect(document.activeElement).toBe(password)
  expect(password.getAttribute('aria-invalid')).toBeNull()
  expect(screen.getByText(/^Det var ett tag sedan du loggade in/)).toBeTruthy()
  expect(useProblems.getState().messages).toEqual([])
  expect(screen.getByLabelText<HTMLInputElement>('Namn').value).toBe('Nyckeln')
})

test.each([
  ['NotAllowedError', 'Enheten avbröt. Försök igen.'],
  ['InvalidStateError', 'Enheten har redan en passkey för ditt konto.'],
] as const)('the form stays open and shows the reason when the device refuses with %s', async (name, text) => {
  onPost('passkeys/options', respondWith(PasskeyCreation, CREATION))
  onPost('passkeys', respondWith(PasskeyEntry, added, 201))
  device.refuseWith = name
  const { user } = open()
  await openForm(user)
  await user.type(screen.getByLabelText('Namn'), 'Nyckeln')
  await user.type(screen.getByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  device.refuseWith = null
  await user.click(await screen.findByRole('button', { name: 'Lägg till en passkey' }))
  expect(await screen.findByText('Nyckeln är tillagd.')).toBeTruthy()
})

test('a deletion asks for confirmation with the password, and the focus starts on the safe choice', {
  tags: 'passkeys.card-delete',
}, async () => {
  const requests = onPost('passkeys/:id/delete', respondEmpty)
  const { user } = open([phone, laptop])
  await user.click(await screen.findByRole('button', { name: 'Ta bort passkeyn Datorn' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Ta bort Datorn?' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Behåll' }))
  await user.click(dialog.getByRole('button', { name: 'Ta bort passkeyn' }))
  expect(dialog.getByText('Skriv ditt lösenord.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  await vi.waitFor(() => expect(screen.queryByText('Datorn')).toBeNull())
  expect(requests).toMatchObject([{ path: 'passkeys/ZGF0b3I/delete', body: { password: 'en lugn kväll' } }])
  expect(screen.getByText('Telefonen')).toBeTruthy()
})

test('a deletion that succeeds after a logout does not name the passkey to the next member', async () => {
  let respond = (): void => undefined
  const responded = new Promise<void>((resolve) => (respond = resolve))
  const requests = onPost('passkeys/:id/delete', () => responded.then(respondEmpty))
  const { user } = open([phone], { ...vera, passkey: true })
  await user.click(await screen.findByRole('button', { name: 'Ta bort passkeyn Telefonen' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Ta bort passkeyn' }))
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  act(() => startSession({ ...mira, sessionId: 'second.session.token' }))
  respond()
  // Two later requests leave the client time to handle the response to the deletion.
  await act(loadPasskeys)
  await act(loadPasskeys)
  expect(useToasts.getState().queue).toEqual([])
})

test('the card offers to add no eleventh passkey, and none in a browser without passkeys', {
  tags: 'passkeys.card-limit',
}, async () => {
  const ten = Array.from({ length: PASSKEYS_PER_MEMBER }, (_, index) => ({ ...phone, id: `a${index}` }))
  const { unmount } = open(ten)
  expect(await screen.findByText('Du har tio passkeys. Ta bort en först.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Lägg till en passkey' })).toBeNull()
  unmount()
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  open()
  expect(await screen.findByText('Den här webbläsaren stöder inte passkeys.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Lägg till en passkey' })).toBeNull()
})

test('a change on another device shows without a reload, with a warning', { tags: 'passkeys.notice' }, async () => {
  open([phone])
  await screen.findByText('Telefonen')
  serve(phone, laptop)
  act(() => onPasskeysChanged({ type: 'passkeys:changed', by: '7' }))
  expect(await screen.findByText('Datorn')).toBeTruthy()
  const warning = 'Din inloggning ändrades på en annan enhet. Se inställningarna om det inte var du.'
  expect(screen.getByText(warning)).toBeTruthy()
})

test('a change in this session causes no warning', { tags: 'passkeys.notice' }, async () => {
  open([phone], { ...vera, sessionId: `x.${btoa(JSON.stringify({ sessionId: '7', memberId: '42' }))}.y` })
  await screen.findByText('Telefonen')
  serve(phone, laptop)
  act(() => onPasskeysChanged({ type: 'passkeys:changed', by: '7' }))
  expect(await screen.findByText('Datorn')).toBeTruthy()
  expect(screen.queryByText(/Din inloggning ändrades/)).toBeNull()
})
