import { Session } from '@app/contract/members/members'
import { PasskeyEntry, PasskeyProtection, RecoveryCodes } from '@app/contract/safety/passkeys'
import { act, screen, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { useProblems } from '../lib/feedback/problem-banner.ts'
import { getSession, startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { NewPasswordWarning } from './NewPasswordWarning.tsx'
import { PasskeyCards } from './PasskeyCards.tsx'
import { cancelNewPassword, onPasskeysChanged } from './store.ts'

setUpFreshDevice()
beforeAll(() => import('../ui/overlays/DialogBody.tsx'))

const CODES = Array.from({ length: 10 }, (_, index) => `7KQF-M2XR-P9DT-4HW${index}`)
const PHONE: PasskeyEntry = {
  id: 'bW9iaWw',
  name: 'Telefonen',
  createdAt: '2025-11-01T10:00:00.000Z',
  usedAt: null,
  current: false,
}

const serve = (protection: Partial<PasskeyProtection>) =>
  onGet(
    'passkeys/protection',
    respondWith(PasskeyProtection, { passkeyOnly: false, codesLeft: 0, newPasswordFrom: null, ...protection }),
  )

function open(protection: Partial<PasskeyProtection> = {}, session: Session = mira, passkeys = [PHONE]) {
  startSession(session)
  onGet('passkeys', respondWith(z.array(PasskeyEntry), passkeys))
  serve(protection)
  return renderInApp(<PasskeyCards />)
}

const findOnlySwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Logga bara in med passkey' })

test('new recovery codes are shown, to copy and download, until the member has confirmed that they are saved', {
  tags: 'recovery-codes.card',
}, async () => {
  const requests = onPost('passkeys/codes', respondWith(RecoveryCodes, { codes: CODES }))
  const saved: { name: string; text: Promise<string> }[] = []
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push({ name: '', text: (blob as Blob).text() })
    return 'blob:codes'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    Object.assign(saved.at(-1) ?? {}, { name: this.download })
  })
  onTestFinished(() => {
    createUrl.mockRestore()
    click.mockRestore()
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Skapa koder' }))
  let dialog = within(await screen.findByRole('dialog', { name: 'Skapa koder' }))
  await user.type(dialog.getByLabelText('Lösenord'), 'en lugn kväll')
  serve({ codesLeft: 10 })
  await user.click(dialog.getByRole('button', { name: 'Skapa koder' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Dina återställningskoder' }))
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  await user.click(dialog.getByRole('button', { name: 'Kopiera' }))
  expect(await navigator.clipboard.readText()).toBe(`${CODES.join('\n')}\n`)
  await user.click(dialog.getByRole('button', { name: 'Ladda ner' }))
  expect([saved[0]?.name, await saved[0]?.text]).toEqual(['koder.txt', `${CODES.join('\n')}\n`])
  const done = dialog.getByRole<HTMLButtonElement>('button', { name: 'Klart' })
  expect(done.disabled).toBe(true)
  await user.click(dialog.getByRole('checkbox', { name: 'Jag har sparat koderna' }))
  await user.click(done)
  await vi.waitFor(() => expect(screen.queryByText(CODES[0] ?? '')).toBeNull())
  expect(screen.getByText('10 av 10 kvar')).toBeTruthy()
})

test('unsaved codes close only after a confirmation', { tags: 'recovery-codes.card' }, async () => {
  onPost('passkeys/codes', respondWith(RecoveryCodes, { codes: CODES }))
  const { user } = open({}, { ...mira, passkey: true })
  await user.click(await screen.findByRole('button', { name: 'Skapa koder' }))
  const form = within(await screen.findByRole('dialog', { name: 'Skapa koder' }))
  await user.click(form.getByRole('button', { name: 'Skapa koder' }))
  const codes = await screen.findByRole('dialog', { name: 'Dina återställningskoder' })
  await user.keyboard('{Escape}')
  let confirmation = within(await screen.findByRole('alertdialog', { name: 'Stänga utan att spara koderna?' }))
  await user.click(confirmation.getByRole('button', { name: 'Tillbaka till koderna' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(within(codes).getByText(CODES[0] ?? '')).toBeTruthy()
  await user.click(within(codes).getByRole('button', { name: 'Stäng' }))
  confirmation = within(await screen.findByRole('alertdialog', { name: 'Stänga utan att spara koderna?' }))
  await user.click(confirmation.getByRole('button', { name: 'Stäng ändå' }))
  await vi.waitFor(() => expect(screen.queryByText(CODES[0] ?? '')).toBeNull())
})

test('saved codes close without a confirmation', { tags: 'recovery-codes.card' }, async () => {
  onPost('passkeys/codes', respondWith(RecoveryCodes, { codes: CODES }))
  const { user } = open({}, { ...mira, passkey: true })
  await user.click(await screen.findByRole('button', { name: 'Skapa koder' }))
  const form = within(await screen.findByRole('dialog', { name: 'Skapa koder' }))
  await user.click(form.getByRole('button', { name: 'Skapa koder' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Jag har sparat koderna' }))
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByText(CODES[0] ?? '')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the codes need the password when the login with a passkey was a while ago, without an error', async () => {
  const rejection = respondWithError(422, 'VALIDATION', 'Kontrollera.', [
    { path: 'password', message: 'password.loginEmpty' },
  ])
  const requests = onPost('passkeys/codes', rejection)
  const { user } = open({}, { ...mira, passkey: true })
  await user.click(await screen.findByRole('button', { name: 'Skapa koder' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Skapa koder' }))
  await user.click(dialog.getByRole('button', { name: 'Skapa koder' }))
  const password = await dialog.findByLabelText('Lösenord')
  expect(document.activeElement).toBe(password)
  expect(password.getAttribute('aria-invalid')).toBeNull()
  expect(useProblems.getState().messages).toEqual([])
  await user.type(password, 'fel lösenord{Enter}')
  await vi.waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'))
  expect(useProblems.getState().messages).not.toEqual([])
  expect(requests.map(({ body }) => body)).toEqual([{}, { password: 'fel lösenord' }])
  await user.click(dialog.getByRole('button', { name: 'Avbryt' }))
  await vi.waitFor(() => expect(useProblems.getState().messages).toEqual([]))
})

test('the number of codes left is shown; when another device uses one, the number and the session are updated', {
  tags: 'recovery-codes.card',
}, async () => {
  open({ codesLeft: 7 })
  expect(await screen.findByText('7 av 10 kvar')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nya koder' })).toBeTruthy()
  serve({ codesLeft: 6 })
  onGet('sessions/verify', respondWith(Session, { ...mira, newPasswordFrom: '2025-11-25T14:05:00.000Z' }))
  act(() => onPasskeysChanged({ type: 'passkeys:changed' }))
  expect(await screen.findByText('6 av 10 kvar')).toBeTruthy()
  await vi.waitFor(() => expect(getSession()).toHaveProperty('newPasswordFrom'))
})

test("'Logga bara in med passkey' needs codes, and is confirmed with the password", {
  tags: 'recovery-codes.switch',
}, async () => {
  const requests = onPost('passkeys/only', respondEmpty)
  const { unmount } = open()
  expect((await findOnlySwitch()).disabled).toBe(true)
  unmount()
  const { user } = open({ codesLeft: 10 })
  await vi.waitFor(async () => expect((await findOnlySwitch()).disabled).toBe(false))
  await user.click(await findOnlySwitch())
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Logga bara in med passkey?' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }))
  await user.type(dialog.getByLabelText('Lösenord'), 'en lugn kväll')
  serve({ codesLeft: 10, passkeyOnly: true })
  await user.click(dialog.getByRole('button', { name: 'Bara passkey' }))
  await vi.waitFor(async () => expect((await findOnlySwitch()).checked).toBe(true))
  expect(requests.map(({ body }) => body)).toEqual([{ passkeyOnly: true, password: 'en lugn kväll' }])
})

test.each([
  ['a passkey and codes', [], 0, 'Lägg till en passkey och skapa återställningskoder först.'],
  ['codes', [PHONE], 0, 'Skapa återställningskoder först.'],
  ['a passkey', [], 10, 'Lägg till en passkey först.'],
])("'Logga bara in med passkey' states what is missing: %s", async (_, passkeys, codesLeft, text) => {
  open({ codesLeft }, mira, passkeys)
  const onlySwitch = await findOnlySwitch()
  expect(onlySwitch.disabled).toBe(true)
  expect(screen.getByText(text)).toBeTruthy()
})

test('the dialog links to the login with a passkey when the server requires one', {
  tags: 'recovery-codes.switch',
}, async () => {
  onPost('passkeys/only', respondWithError(401, 'PASSKEY_REQUIRED', 'Logga in med en passkey för att fortsätta.'))
  const { user } = open({ codesLeft: 10, passkeyOnly: true }, { ...mira, passkey: true })
  await user.click(await findOnlySwitch())
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Logga in med lösenord igen?' }))
  await user.click(dialog.getByRole('button', { name: 'Tillåt lösenord' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Logga in med en passkey' }).getAttribute('href')).toBe('/passkey')
  expect(getSession()).not.toBeNull()
})

test('a pending new password is announced, and can be canceled', { tags: 'recovery-codes.warning' }, async () => {
  const from = '2025-11-25T14:05:00.000Z'
  startSession({ ...mira, newPasswordFrom: from })
  const requests = onPost('passkeys/new-password/cancel', respondEmpty)
  const { user } = renderInApp(<NewPasswordWarning />)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Någon har bett om ett nytt lösenord' }))
  expect(dialog.getByText(/25 november 2025/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Stoppa lösenordet' }))
  await vi.waitFor(() => expect(getSession()).not.toHaveProperty('newPasswordFrom'))
  expect(requests).toHaveLength(1)
})

test("the cancellation of a new password leaves the next member's pending one announced", async () => {
  let respond = (): void => undefined
  const responded = new Promise<void>((resolve) => (respond = resolve))
  const requests = onPost('passkeys/new-password/cancel', () => responded.then(respondEmpty))
  startSession({ ...mira, newPasswordFrom: '2025-11-25T14:05:00.000Z' })
  const canceling = cancelNewPassword()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  const next = { ...mira, sessionId: 'second.session.token', newPasswordFrom: '2025-11-26T14:05:00.000Z' }
  startSession(next)
  respond()
  expect(await canceling).toBe(false)
  expect(getSession()).toEqual(next)
})
