import { Session } from '@app/contract/members/members'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endSession, getSession, startSession } from '../lib/http/session.ts'
import { useAppConfig } from '../lib/release/app-config.ts'
import { setLanguage } from '../lib/text/language.ts'
import { mira, onPost, renderInApp, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { LoginFrame } from './frames/LoginFrame.tsx'
import { LoginForm } from './LoginForm.tsx'

setUpFreshDevice()

const loginButton = () => screen.getByRole('button', { name: 'Logga in' })

test('logging in trims the email address and stores the session on the device', { tags: 'login.submit' }, async () => {
  const requests = onPost('members/login', respondWith(Session, mira))
  const { user } = renderInApp(<LoginForm />)
  await user.type(screen.getByLabelText('E-post'), ' mira@exempel.se ')
  await user.type(screen.getByLabelText('Lösenord'), 'hemligt-ord')
  await user.click(loginButton())
  await vi.waitFor(() => expect(getSession()).toEqual(mira))
  const deviceKey = localStorage.getItem('salong.device')
  expect(deviceKey).toMatch(/^[0-9a-f-]{36}$/)
  expect(requests.map(({ body }) => body)).toEqual([{ email: 'mira@exempel.se', password: 'hemligt-ord', deviceKey }])
  expect(localStorage.getItem('salong.session')).toContain(mira.sessionId)
})

test('the email field is validated on blur, and from then on while typing', async () => {
  const { user } = renderInApp(<LoginForm />)
  const email = screen.getByLabelText('E-post')
  await user.type(email, 'mira@')
  expect(screen.queryByText('E-postadressen ser inte rätt ut.')).toBeNull()
  await user.tab()
  expect(screen.getByText('E-postadressen ser inte rätt ut.')).toBeTruthy()
  expect(email.getAttribute('aria-invalid')).toBe('true')
  await user.type(email, 'exempel.se')
  expect(screen.queryByText('E-postadressen ser inte rätt ut.')).toBeNull()
})

test('an empty password is not sent, and its field receives the focus', async () => {
  const requests = onPost('members/login', respondWith(Session, mira))
  const { user } = renderInApp(<LoginForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira@exempel.se')
  await user.click(loginButton())
  expect(screen.getByText('Skriv ditt lösenord.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Lösenord'))
  expect(requests).toEqual([])
})

test('wrong credentials show a dismissible banner and keep the input', { tags: 'login.error-banner' }, async () => {
  onPost('members/login', respondWithError(401, 'FALSE_CREDENTIALS', 'Fel e-postadress eller lösenord.'))
  const { user } = renderInApp(<LoginForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira@exempel.se')
  await user.type(screen.getByLabelText('Lösenord'), 'fel-ord')
  await user.click(loginButton())
  const banner = await screen.findByRole('alert')
  expect(banner.textContent).toContain('Fel e-postadress eller lösenord.')
  expect(within(banner).getByRole('link', { name: 'Kontakta supporten' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('E-post').value).toBe('mira@exempel.se')
  expect(screen.getByLabelText<HTMLInputElement>('Lösenord').value).toBe('fel-ord')
  await user.click(screen.getByRole('button', { name: 'Stäng' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a suspended member sees only that the account is suspended, where to find the decision and how to appeal it', {
  tags: 'decisions.page-suspended',
}, async () => {
  onPost('members/login', respondWithError(403, 'SUSPENDED', ''))
  const { user } = renderInApp(<LoginForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira@exempel.se')
  await user.type(screen.getByLabelText('Lösenord'), 'hemligt-ord')
  await user.click(loginButton())
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Ditt konto är avstängt\. Vi har mejlat beslutet\. .* överklagar du utan att logga in\.$/,
  )
})

test('a member who was suspended while logged in sees that instead of being asked to log in again', {
  tags: 'decisions.page-suspended',
}, async () => {
  startSession(mira)
  endSession('suspended')
  renderInApp(<LoginForm />)
  const note = await screen.findByText(/^Ditt konto är avstängt\. Vi har mejlat beslutet\./)
  expect(note.closest('[role=status]')).not.toBeNull()
  expect(screen.queryByText('Du är utloggad. Logga in igen.')).toBeNull()
})

test('the note that the session has ended disappears when the member logs in, also if that fails', {
  tags: 'decisions.page-suspended',
}, async () => {
  startSession(mira)
  endSession('endedElsewhere')
  onPost('members/login', respondWithError(403, 'SUSPENDED', ''))
  const { user } = renderInApp(<LoginForm />)
  expect(screen.getByText('Du är utloggad. Logga in igen.')).toBeTruthy()
  await user.type(screen.getByLabelText('E-post'), 'mira@exempel.se')
  await user.type(screen.getByLabelText('Lösenord'), 'hemligt-ord')
  await user.click(loginButton())
  expect(await screen.findByText(/^Ditt konto är avstängt\./)).toBeTruthy()
  expect(screen.queryByText('Du är utloggad. Logga in igen.')).toBeNull()
})

test('pressing the button again, or Enter, while logging in sends no second request', async () => {
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  const requests = onPost('members/login', async () => {
    await responded
    return respondWith(Session, mira)()
  })
  const { user } = renderInApp(<LoginForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira@exempel.se')
  await user.type(screen.getByLabelText('Lösenord'), 'hemligt-ord')
  await user.click(loginButton())
  await user.click(screen.getByRole('button', { name: 'Loggar in…' }))
  await user.type(screen.getByLabelText('Lösenord'), '{Enter}')
  respond()
  await vi.waitFor(() => expect(getSession()).toEqual(mira))
  expect(requests).toHaveLength(1)
})

test('the password is visible while the checkbox is checked', { tags: 'login.show-password' }, async () => {
  const { user } = renderInApp(<LoginForm />)
  const password = screen.getByLabelText<HTMLInputElement>('Lösenord')
  expect(password.type).toBe('password')
  await user.click(screen.getByLabelText('Visa lösenord'))
  expect(password.type).toBe('text')
  await user.click(screen.getByLabelText('Visa lösenord'))
  expect(password.type).toBe('password')
})

test("the login page links to registration, password reset, notices, the about page and the operator's support", {
  tags: ['login.links', 'notices.links'],
}, () => {
  useAppConfig.setState({ supportUrl: 'https://support.example.test/' })
  renderInApp(
    <LoginFrame title="">
      <LoginForm />
    </LoginFrame>,
  )
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  const names = ['Bli medlem', 'Glömt lösenordet?', 'Mer om Salong', 'Hjälp och support', 'Anmäl innehåll']
  expect(names.map(hrefOf)).toEqual([
    '/registration',
    '/reset-pwd',
    '/about',
    'https://support.example.test/',
    '/notice',
  ])
})

test('the language switch shows the page and its validation errors in English', {
  tags: 'login.language-switch',
}, async () => {
  const { user } = renderInApp(
    <LoginFrame title="">
      <LoginForm />
    </LoginFrame>,
  )
  await user.click(screen.getByText('English'))
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(screen.getByText('Invalid email')).toBeTruthy()
  expect(screen.getByText('Enter password')).toBeTruthy()
  expect(screen.getByText('Version 2.4.0')).toBeTruthy()
})

test('a member without a language choice on this device gets the language of the account', async () => {
  localStorage.clear()
  onPost('members/login', respondWith(Session, { ...mira, language: 'ENGLISH' }))
  const { user } = renderInApp(<LoginForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira@exempel.se')
  await user.type(screen.getByLabelText('Lösenord'), 'hemligt-ord')
  await user.click(loginButton())
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
})

test('a language chosen on this device survives the login', async () => {
  setLanguage('SWEDISH')
  onPost('members/login', respondWith(Session, { ...mira, language: 'ENGLISH' }))
  const { user } = renderInApp(<LoginForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira@exempel.se')
  await user.type(screen.getByLabelText('Lösenord'), 'hemligt-ord')
  await user.click(loginButton())
  await vi.waitFor(() => expect(getSession()).not.toBeNull())
  expect(screen.getByLabelText('E-post')).toBeTruthy()
})
