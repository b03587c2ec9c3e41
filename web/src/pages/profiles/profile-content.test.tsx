import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { onPost, renderInApp, respondEmpty } from '../../testing.tsx'
import { otherResponse, ownResponse } from '../../testing-members.ts'
import { ProfilePage } from './ProfilePage.tsx'
import { ada, findButton, open, serveMember, serveStatus, setUpProfile } from './profile-testing.tsx'

setUpProfile()

test('the header describes the member, and the visit is sent once', { tags: 'profiles.page-header' }, async () => {
  const visits = onPost('profiles/visits/:name', respondEmpty)
  const { user } = await open(
    otherResponse({
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

test('each person has a card: secret facts are omitted, and intimate ones are collapsed', async () => {
  const { user } = await open()
  const woman = within(screen.getByRole('region', { name: 'Kvinna, 36' }))
  expect(woman.getByText('168 cm')).toBeTruthy()
  expect(woman.getByText('Bi')).toBeTruthy()
  for (const omitted of ['Ögon', 'Vikt', 'Alkohol', 'Kupa', 'Vill inte säga'])
    expect(woman.queryByText(omitted)).toBeNull()
  await user.click(woman.getByRole('button', { name: 'Fler uppgifter' }))
  expect(woman.getByText('Kupa')).toBeTruthy()
  expect(woman.queryByText('Ursprung')).toBeNull()
  const man = within(screen.getByRole('region', { name: 'Man, 38' }))
  expect(man.queryByRole('button', { name: 'Fler uppgifter' })).toBeNull()
})

test('the text is Markdown without raw HTML', async () => {
  await open(otherResponse({ ...ada, description: '**Fet** <img src=x onerror=alert(1)>' }))
  expect((await screen.findByText('Fet')).tagName).toBe('STRONG')
  expect(document.querySelector('img')).toBeNull()
})

test('the page of the team links to its chat, and shows no person', async () => {
  serveStatus('ADMIN_CHAT', '7')
  const { user } = await open(otherResponse({ userName: 'Teamet', person2: null }))
  expect(screen.getByText('De som sköter om Salong')).toBeTruthy()
  expect(screen.queryByText(/\d år/)).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
  await user.click(await findButton('Skriv till teamet'))
  expect(screen.getByTestId('path').textContent).toBe('/chats')
})

test("a member's own profile is shown as others see it, with an edit link as the only action", {
  tags: 'profiles.page-own',
}, async () => {
  const visits = onPost('profiles/visits/Mira', respondEmpty)
  serveMember(ownResponse())
  renderInApp(<ProfilePage />, '/profile?name=Mira')
  expect(await screen.findByText('Så här ser andra din profil.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ändra profilen' }).getAttribute('href')).toBe('/myprofile?tab=profile')
  expect(screen.queryByLabelText('Privat anteckning')).toBeNull()
  expect(screen.queryByRole('button', { name: /kyss|chatt|Ignorera/i })).toBeNull()
  expect(visits).toEqual([])
})
