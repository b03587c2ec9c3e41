import { Session } from '@app/contract/members/members'
import { PasskeyRequest } from '@app/contract/safety/passkeys'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getSession, startSession } from '../../lib/http/session.ts'
import { FakeDevice, REQUEST } from '../../passkeys/fake-device.ts'
import { mira, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { LoginPage } from './LoginPage.tsx'
import { PasskeyLoginPage } from './PasskeyLoginPage.tsx'

setUpFreshDevice()

const vera: Session = { ...mira, userName: 'Vera', sessionId: 'passkey.session.token', passkey: true }

let device: FakeDevice

beforeEach(() => {
  device = new FakeDevice()
  onTestFinished(device.install())
  onPost('sessions/passkey/options', respondWith(PasskeyRequest, REQUEST))
})

const open = () => renderInApp(<PasskeyLoginPage />, '/passkey')
const getLoginButton = () => screen.getByRole('button', { name: 'Logga in med en passkey' })
const readPath = () => screen.getByTestId('path').textContent

test('the chosen passkey logs in without a password, and the chats open', {
  tags: 'passkeys.login-page',
}, async () => {
  const requests = onPost('sessions/passkey', respondWith(Session, vera))
  const { user } = open()
  await user.click(getLoginButton())
  await vi.waitFor(() => expect(getSession()).toEqual(vera))
  await vi.waitFor(() => expect(readPath()).toBe('/chats'))
  expect(requests).toMatchObject([{ session: null, body: { id: 'bnljaw', type: 'public-key' } }])
})

test('a device that provides no passkey shows an error, and the member can try again', async () => {
  onPost('sessions/passkey', respondWith(Session, vera))
  device.refuseWith = 'NotAllowedError'
  const { user } = open()
  await user.click(getLoginButton())
  expect((await screen.findByRole('alert')).textContent).toBe('Enheten avbröt. Försök igen.')
  expect(getSession()).toBeNull()
  device.refuseWith = null
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  await vi.waitFor(() => expect(getSession()).toEqual(vera))
})

test('a passkey that the server rejects shows an error and a retry button', async () => {
  onPost('sessions/passkey', respondWithError(401, 'FALSE_CREDENTIALS', 'Fel e-postadress eller lösenord.'))
  const { user } = open()
  await user.click(getLoginButton())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Det gick inte att logga in med den passkeyn/)
  expect(screen.getByRole('button', { name: 'Försök igen' })).toBeTruthy()
  expect(getSession()).toBeNull()
})

test('a suspended member learns of the suspension, and that the decision was emailed', {
  tags: 'decisions.page-suspended',
}, async () => {
  onPost('sessions/passkey', respondWithError(403, 'SUSPENDED', ''))
  const { user } = open()
  await user.click(getLoginButton())
  expect((await within(screen.getByRole('main')).findByRole('alert')).textContent).toMatch(
    /^Ditt konto är avstängt\. Vi har mejlat beslutet\. .* överklagar du utan att logga in\.$/,
  )
  expect(getLoginButton()).toBeTruthy()
})

test('a browser that does not support passkeys offers only the password', async () => {
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  open()
  expect(screen.getByText('Den här webbläsaren stöder inte passkeys.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Logga in med en passkey' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Logga in med lösenord i stället' }).getAttribute('href')).toBe('/')
})

test('a member who is already logged in continues in the new session, and the previous session ends', async () => {
  startSession({ ...vera, sessionId: 'password.session.token', passkey: false })
  onPost('sessions/passkey', respondWith(Session, vera))
  const logouts = onPost('sessions/logout', respondEmpty)
  const { user } = open()
  expect(screen.getByRole('link', { name: 'Avbryt' }).getAttribute('href')).toBe('/chats')
  await user.click(getLoginButton())
  await vi.waitFor(() => expect(getSession()).toEqual(vera))
  await vi.waitFor(() => expect(logouts).toMatchObject([{ session: 'Bearer password.session.token' }]))
})

test('the login page logs in with a passkey that the member chooses from the suggestions of the field', {
  tags: 'passkeys.suggested',
}, async () => {
  let choose = (): void => undefined
  device.suggestion = new Promise((resolve) => {
    choose = resolve
  })
  const requests = onPost('sessions/passkey', respondWith(Session, vera))
  const { user } = renderInApp(<LoginPage />, '/')
  await user.click(screen.getByLabelText('E-post'))
  expect(screen.getByLabelText('E-post').getAttribute('autocomplete')).toBe('username webauthn')
  expect(getSession()).toBeNull()
  choose()
  await vi.waitFor(() => expect(getSession()).toEqual(vera))
  expect(requests).toMatchObject([{ body: { id: 'bnljaw' } }])
})

test('the login page requests no passkey options if the device suggests no passkeys', async () => {
  const requests = onPost('sessions/passkey/options', respondWith(PasskeyRequest, REQUEST))
  const asked = vi.spyOn(window.PublicKeyCredential, 'isConditionalMediationAvailable')
  const { user } = renderInApp(<LoginPage />, '/')
  await user.click(screen.getByLabelText('E-post'))
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await asked.mock.results[0]?.value
  expect(requests).toEqual([])
})

test('a recovery code logs in, and leads to the settings', { tags: 'recovery-codes.login-page' }, async () => {
  const recovered = { ...mira, sessionId: 'code.session.token', recovered: true }
  const requests = onPost('sessions/recovery', respondWith(Session, recovered))
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Logga in med en återställningskod' }))
  await user.type(screen.getByLabelText('E-post'), 'mira@example.test')
  const submit = screen.getByRole('button', { name: 'Logga in med en återställningskod' })
  await user.click(submit)
  expect(await screen.findByText('Skriv en av dina koder.')).toBeTruthy()
  expect(requests).toEqual([])
  await user.type(screen.getByLabelText('Återställningskod'), '7kqf m2xr p9dt 4hw0')
  await user.click(submit)
  await vi.waitFor(() => expect(getSession()).toEqual(recovered))
  expect(requests).toMatchObject([{ body: { email: 'mira@example.test', code: '7kqf m2xr p9dt 4hw0' } }])
  await vi.waitFor(() => expect(readPath()).toMatch(/^\/myprofile/))
})
