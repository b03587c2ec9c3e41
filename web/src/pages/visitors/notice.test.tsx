import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { onPost, renderInApp, respondEmpty, respondWithError } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { NoticePage } from './NoticePage.tsx'

setUpFreshDevice()

const open = () => renderInApp(<NoticePage />, '/notice')
const getTextbox = (name: string) => screen.getByRole('textbox', { name })
const getSendButton = () => screen.getByRole('button', { name: 'Skicka anmälan' })

type User = ReturnType<typeof open>['user']

async function describeContent(user: User, category: string): Promise<void> {
  await user.selectOptions(screen.getByRole('combobox', { name: 'Vad det gäller' }), category)
  await user.type(getTextbox('Var du såg det'), 'https://salong.example/profile?name=Vargen')
  await user.type(getTextbox('Vad som är fel'), 'Bilden är på mig.')
}

const getGoodFaithBox = () => screen.getByRole('checkbox', { name: /^Jag tror att uppgifterna/ })

test('a visitor sends a notice, and the page explains what happens next', { tags: 'notices.page' }, async () => {
  const notices = onPost('notices', respondEmpty)
  const { user } = open()
  await describeContent(user, 'INTIMATE_IMAGE')
  await user.type(getTextbox('Ditt namn'), 'Siv Lund')
  await user.type(getTextbox('Din e-postadress'), ' siv@exempel.se ')
  await user.click(getGoodFaithBox())
  await user.click(getSendButton())
  const title = await screen.findByRole('heading', { name: 'Tack, vi har din anmälan' })
  expect(document.activeElement).toBe(title)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Du får strax ett mejl till siv@exempel.se med ärendets nummer.',
    'Någon i Teamet läser anmälan inom en timme, dygnet runt.',
    'När vi har bestämt oss får du ett mejl till.',
  ])
  expect(notices.map(({ body }) => body)).toEqual([
    {
      category: 'INTIMATE_IMAGE',
      address: 'https://salong.example/profile?name=Vargen',
      reason: 'Bilden är på mig.',
      name: 'Siv Lund',
      email: 'siv@exempel.se',
      goodFaith: true,
      language: 'SWEDISH',
      clientId: expect.any(String),
    },
  ])
  await user.click(screen.getByRole('button', { name: 'Anmäl något mer' }))
  expect((getTextbox('Ditt namn') as HTMLInputElement).value).toBe('')
})

test('the fields for name and email say beforehand that a report of child abuse needs neither', {
  tags: 'notices.page-anonymous',
}, () => {
  open()
  for (const name of ['Ditt namn', 'Din e-postadress']) {
    const hint = document.getElementById(getTextbox(name).getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toMatch(/Behövs inte (heller )?när det gäller övergrepp mot barn\./)
  }
})

test('a missing value is reported at its field, and nothing is sent', { tags: 'notices.page-errors' }, async () => {
  const notices = onPost('notices', respondEmpty)
  const { user } = open()
  await user.click(getSendButton())
  const category = screen.getByRole('combobox', { name: 'Vad det gäller' })
  expect(document.activeElement).toBe(category)
  const fields = [
    category,
    getTextbox('Var du såg det'),
    getTextbox('Vad som är fel'),
    getTextbox('Ditt namn'),
    getTextbox('Din e-postadress'),
    getGoodFaithBox(),
  ]
  const errorOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  const who = 'Vi behöver ditt namn och din e-postadress. Bara när det gäller övergrepp mot barn går det utan.'
  expect(fields.map(errorOf)).toEqual([
    'Fyll i det här.',
    'Fyll i det här.',
    'Skriv vad det gäller och varför.',
    who,
    who,
    'Intyga att uppgifterna är riktiga.',
  ])
  await user.type(getTextbox('Din e-postadress'), 'siv')
  expect(screen.getByText('E-postadressen ser inte rätt ut.')).toBeTruthy()
  expect(notices).toEqual([])
})

test('a notice about children needs neither name nor email', { tags: 'notices.page-anonymous' }, async () => {
  const notices = onPost('notices', respondEmpty)
  const { user } = open()
  await describeContent(user, 'MINOR')
  await user.click(getGoodFaithBox())
  await user.click(getSendButton())
  expect(await screen.findByText(/^Utan adress kan vi inte svara/)).toBeTruthy()
  expect(screen.queryByText(/^Du får strax ett mejl/)).toBeNull()
  expect(notices.map(({ body }) => Object.keys(body as object))).toEqual([
    ['category', 'address', 'reason', 'goodFaith', 'language', 'clientId'],
  ])
})

test('a rejected notice keeps its input, and is the same notice when sent again until it is changed', {
  tags: 'notices.page-errors',
}, async () => {
  const notices = onPost('notices', respondWithError(429, 'TOO_MANY_REQUESTS', 'Vänta lite.'))
  const { user } = open()
  await describeContent(user, 'MINOR')
  await user.click(getGoodFaithBox())
  await user.click(getSendButton())
  expect(await screen.findAllByRole('alert')).not.toEqual([])
  expect((getTextbox('Vad som är fel') as HTMLTextAreaElement).value).toBe('Bilden är på mig.')
  await user.click(getSendButton())
  await vi.waitFor(() => expect(notices).toHaveLength(2))
  await user.type(getTextbox('Vad som är fel'), ' Ta bort den.')
  await user.click(getSendButton())
  await vi.waitFor(() => expect(notices).toHaveLength(3))
  const [first, second, third] = notices.map(({ body }) => (body as { clientId: string }).clientId)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('the page can be read in English', { tags: 'notices.page' }, async () => {
  const notices = onPost('notices', respondEmpty)
  const { user } = open()
  await user.click(screen.getByRole('radio', { name: 'English' }))
  expect(screen.getByRole('heading', { name: 'Report content', level: 1 })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  expect(screen.getByText('Say what it is about and why.')).toBeTruthy()
  expect(notices).toEqual([])
})
