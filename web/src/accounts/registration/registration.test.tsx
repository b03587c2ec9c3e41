import { CITIES_IN_PICKER_ORDER } from '@app/contract/members/cities'
import { Session } from '@app/contract/members/members'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getSession } from '../../lib/http/session.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { setLanguage } from '../../lib/text/language.ts'
import { mira, onPost, renderInApp, respondWith, respondWithError, respondWithText } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { RegistrationEmailForm } from './RegistrationEmailForm.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { RegistrationSent } from './RegistrationSent.tsx'

setUpFreshDevice()

const createButton = () => screen.getByRole('button', { name: 'Skapa konto' })
const form = <RegistrationForm token="mailed-token" onCoupleChange={() => undefined} />

/** Fills in an empty field at once, since each change in the city search renders the list of cities again. */
async function fillIn(user: UserEvent, field: HTMLElement, text: string) {
  await user.click(field)
  await user.paste(text)
}

async function chooseCity(user: UserEvent, city: string) {
  await user.clear(screen.getByLabelText('Sök ort'))
  await fillIn(user, screen.getByLabelText('Sök ort'), city)
  await user.click(screen.getByLabelText(city))
}

async function fillInOnePerson(user: UserEvent) {
  await fillIn(user, screen.getByLabelText('Lösenord'), 'hemligt-ord-12')
  await fillIn(user, screen.getByLabelText('Profilnamn'), 'Mira')
  await user.click(screen.getByLabelText('En person'))
  await user.click(screen.getByLabelText('Kvinna'))
  await fillIn(user, screen.getByLabelText('Födelseår'), '1989')
  await chooseCity(user, 'Uppsala')
  await user.click(screen.getByLabelText(/minst 18 år/))
}

test('the first step requests an email in the language of the page and opens the second step', {
  tags: 'registration.form-email',
}, async () => {
  setLanguage('ENGLISH')
  const requests = onPost('members/register2/email', respondWithText('sent'))
  const { user } = renderInApp(<RegistrationEmailForm />)
  await user.type(screen.getByLabelText('Email'), 'mira@exempel.se')
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  await vi.waitFor(() =>
    expect(decodeURIComponent(screen.getByTestId('path').textContent)).toBe('/registration/mail/mira@exempel.se'),
  )
  expect(requests.map(({ body }) => body)).toEqual([{ email: 'mira@exempel.se', languagePreference: 'ENGLISH' }])
})

test.each(['mira@hotmail.com', 'mira@Outlook.com', 'mira@live.se'])(
  'the form warns that email to %s may be blocked',
  { tags: 'registration.mail-warning' },
  async (email) => {
    const { user } = renderInApp(<RegistrationEmailForm />)
    await user.type(screen.getByLabelText('E-post'), 'mira@exempel.se')
    expect(screen.queryByText(/Hotmail, Outlook och Live/)).toBeNull()
    await user.clear(screen.getByLabelText('E-post'))
    await user.type(screen.getByLabelText('E-post'), email)
    expect(screen.getByText(/Hotmail, Outlook och Live/)).toBeTruthy()
  },
)

test('the second step shows the email address', { tags: 'registration.form-sent' }, () => {
  renderInApp(<RegistrationSent email="mira@exempel.se" />)
  expect(screen.getByText('mira@exempel.se')).toBeTruthy()
})

test('registering one person logs in and opens the chats', { tags: 'registration.form' }, async () => {
  const requests = onPost('members/register2/complete', respondWith(Session, mira, 201))
  const { user } = renderInApp(form)
  await fillInOnePerson(user)
  await user.click(createButton())
  await vi.waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/chats'))
  expect(getSession()).toEqual(mira)
  expect(requests.map(({ body }) => body)).toEqual([
    {
      token: 'mailed-token',
      userName: 'Mira',
      password: 'hemligt-ord-12',
      person1: { sex: 'FEMALE', year: 1989 },
      person2: null,
      cities: ['Uppsala'],
      language: 'SWEDISH',
      deviceKey: localStorage.getItem('salong.device'),
    },
  ])
})

test('an empty form lists what is missing at the fields and in the banner, focuses the first field and sends nothing', {
  tags: 'registration.form-errors',
}, async () => {
  const requests = onPost('members/register2/complete', respondWith(Session, mira, 201))
  setLanguage('ENGLISH')
  const { user } = renderInApp(form)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  const banner = within(await screen.findByRole('alert'))
  for (const message of [
    'Enter a password.',
    'Enter user name.',
    'Select one or two persons.',
    'Please select at least one city.',
    'Please accept terms & conditions.',
  ]) {
    expect(banner.getByText(message)).toBeTruthy()
    expect(screen.getAllByText(message)).toHaveLength(2)
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(requests).toEqual([])
})

test.each([
  ['SWEDISH', 'Skapa konto', /^Rätta det som är markerat/, 'Kontakta supporten'],
  ['ENGLISH', 'Create account', /^Correct what is marked/, 'Contact support'],
] as const)(
  'the banner of a form with errors links to support, and mentions neither a menu nor a reload (%s)',
  async (language, submit, advice, support) => {
    setLanguage(language)
    useAppConfig.setState({ supportUrl: 'https://support.example.test/' })
    const { user } = renderInApp(form)
    await user.type(screen.getByLabelText(language === 'SWEDISH' ? 'Profilnamn' : 'Profile name'), 'Mira')
    await user.click(screen.getByRole('button', { name: submit }))
    const banner = within(await screen.findByRole('alert'))
    expect(banner.getByText(advice)).toBeTruthy()
    expect(banner.getByRole('link', { name: support }).getAttribute('href')).toBe('https://support.example.test/')
    expect(banner.queryByText(/uppdatera sidan|i menyn|reload|refresh|menu/i)).toBeNull()
  },
)

test('the banner of a rejected registration links to support', async () => {
  onPost('members/register2/complete', respondWithError(400, 'INVALID_TOKEN', 'Länken gäller inte längre.'))
  const { user } = renderInApp(form)
  await fillInOnePerson(user)
  await user.click(createButton())
  const banner = within(await screen.findByRole('alert'))
  expect(banner.getByText('Länken gäller inte längre.')).toBeTruthy()
  expect(banner.getByRole('link', { name: 'Kontakta supporten' })).toBeTruthy()
  expect(banner.queryByText(/uppdatera sidan|i menyn|Rätta/)).toBeNull()
})

test('both persons of a couple need sex and age', { tags: 'registration.form-couple' }, async () => {
  const requests = onPost('members/register2/complete', respondWith(Session, mira, 201))
  setLanguage('ENGLISH')
  const { user } = renderInApp(form)
  await user.click(screen.getByLabelText('Couple'))
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  for (const name of ['Person 1', 'Person 2']) {
    const person = within(screen.getByRole('group', { name }))
    expect(await person.findByText("Please select person's sex.")).toBeTruthy()
    expect(person.getByText('Age must be between 18 and 110. Please check the year of birth.')).toBeTruthy()
  }
  expect(requests).toEqual([])
})

test('switching from a couple to one person drops the second person', {
  tags: 'registration.form-account-type',
}, async () => {
  const requests = onPost('members/register2/complete', respondWith(Session, mira, 201))
  const { user } = renderInApp(form)
  await user.click(screen.getByLabelText('Par'))
  await user.type(within(screen.getByRole('group', { name: 'Person 2' })).getByLabelText('Födelseår'), '2010')
  await fillInOnePerson(user)
  await user.click(createButton())
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ person2: null })
})

test.each([
  ['2007', true],
  ['2008', false],
  ['1915', true],
  ['1914', false],
  ['nitton', false],
  ['19,5', false],
])('the form accepts the year of birth %s: %s', async (year, accepted) => {
  const { user } = renderInApp(form)
  await user.click(screen.getByLabelText('En person'))
  await user.type(screen.getByLabelText('Födelseår'), year)
  await user.tab()
  const ageError = () => screen.queryByText('Åldern måste vara mellan 18 och 110. Kontrollera födelseåret.')
  if (accepted) {
    await user.click(createButton())
    await screen.findByRole('alert')
    expect(ageError()).toBeNull()
  } else await vi.waitFor(() => expect(ageError()).not.toBeNull())
})

test.each([
  ['Mi_ra', 'Profilnamnet får bara innehålla bokstäverna A–Ö, siffror, mellanslag, punkt och bindestreck.'],
  ['123', 'Profilnamnet måste innehålla minst en bokstav.'],
])('the profile name %j is rejected on blur', async (name, message) => {
  const { user } = renderInApp(form)
  await user.type(screen.getByLabelText('Profilnamn'), name)
  await user.tab()
  expect(await screen.findByText(message)).toBeTruthy()
})

test('a user name in use shows its error at the field and keeps the input', async () => {
  onPost('members/register2/complete', respondWithError(409, 'USER_NAME_IN_USE', 'Profilnamnet är upptaget.'))
  const { user } = renderInApp(form)
  await fillInOnePerson(user)
  await user.click(createButton())
  expect(await screen.findAllByText('Profilnamnet är upptaget.')).toHaveLength(2)
  const name = screen.getByLabelText<HTMLInputElement>('Profilnamn')
  expect(document.activeElement).toBe(name)
  expect(name.value).toBe('Mira')
  expect(getSession()).toBeNull()
})

test('a field that the server rejects is marked as invalid', async () => {
  const message = 'Det lösenordet är ett av de vanligaste. Välj ett annat.'
  onPost('members/register2/complete', respondWithError(400, 'VALIDATION', 'Fel', [{ path: 'password', message }]))
  const { user } = renderInApp(form)
  await fillInOnePerson(user)
  await user.click(createButton())
  await screen.findByRole('alert')
  expect(screen.getByLabelText('Lösenord').getAttribute('aria-invalid')).toBe('true')
})

test('an expired link offers to request a new one', async () => {
  onPost(
    'members/register2/complete',
    respondWithError(400, 'INVALID_TOKEN', 'Länken gäller inte längre. Be om ett nytt mejl.'),
  )
  const { user } = renderInApp(form)
  await fillInOnePerson(user)
  await user.click(createButton())
  await user.click(await screen.findByRole('link', { name: 'Be om en ny länk' }))
  expect(screen.getByTestId('path').textContent).toBe('/registration')
})

test('the city picker lists the large cities first; search results are in Swedish order', async () => {
  const { user } = renderInApp(form)
  const names = () =>
    within(screen.getByRole('group', { name: 'Orter' }))
      .getAllByRole<HTMLInputElement>('checkbox')
      .map((box) => box.labels?.[0]?.textContent)
  expect(names().slice(0, 3)).toEqual(['Stockholm', 'Göteborg', 'Malmö'])
  expect(names()).toEqual(CITIES_IN_PICKER_ORDER)
  await user.type(screen.getByLabelText('Sök ort'), 'lun')
  await vi.waitFor(() => expect(names()[0]).toBe('Lund'))
  await user.clear(screen.getByLabelText('Sök ort'))
  await user.type(screen.getByLabelText('Sök ort'), 'u')
  await vi.waitFor(() => expect(names().slice(0, 3)).toEqual(['Uddevalla', 'Ulricehamn', 'Umeå']))
})

test('the city picker disables further cities after five until one is removed', {
  tags: 'registration.city-limit',
}, async () => {
  const { user } = renderInApp(form)
  const cities = ['Uppsala', 'Stockholm', 'Göteborg', 'Malmö', 'Örebro']
  for (const city of cities) await chooseCity(user, city)
  expect(screen.getByText('Högst 5 orter kan väljas. 0 kvar.')).toBeTruthy()
  await user.clear(screen.getByLabelText('Sök ort'))
  expect(screen.getByLabelText<HTMLInputElement>('Ale').disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Malmö').disabled).toBe(false)
  await user.type(screen.getByLabelText('Sök ort'), '{Backspace}')
  expect(screen.queryByRole('button', { name: 'Ta bort Örebro' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Ta bort Uppsala' }))
  expect(screen.getByText('Högst 5 orter kan väljas. 2 kvar.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Ale').disabled).toBe(false)
})
