import { ChatCount } from '@app/contract/chats'
import { Group } from '@app/contract/groups'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, onPost, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { findButton, getNote, open, serveStatus, setUpProfile } from './profile-testing.tsx'

setUpProfile()

const simulateNarrowScreen = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))

/** Opens the menu that contains the rarely used actions in narrow layouts. */
async function openMenu({ user }: Awaited<ReturnType<typeof open>>) {
  await user.click(await findButton('Fler val för Ada och Viktor'))
  return within(await screen.findByRole('menu', { name: 'Fler val för Ada och Viktor' }))
}

test('on a phone an admin opens a case about the member from the menu, its only action', {
  tags: 'reports.page-places',
}, async () => {
  simulateNarrowScreen()
  startSession({ ...mira, memberLevel: 'ADMIN', duties: ['MODERATE'] })
  serveStatus('ADMIN_CHAT')
  const menu = await openMenu(await open())
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Öppna ett ärende'])
})

test('on a phone the chat and the kiss have buttons, and the other actions are in the menu', async () => {
  simulateNarrowScreen()
  serveStatus('ALREADY_CHAT', '7')
  const granted = onPost('photos/private/grant', respondEmpty)
  const view = await open()
  expect(await findButton('Öppna chatten')).toBeTruthy()
  expect((await findButton('Ge en kyss')).textContent).toBe('Kyss')
  const actions = within(screen.getByRole('region', { name: 'Val för Ada och Viktor' }))
  expect(actions.queryByRole('link')).toBeNull()
  expect(
    actions.getAllByRole('button').map((element) => element.getAttribute('aria-label') ?? element.textContent),
  ).toEqual(['Öppna chatten', 'Ge en kyss', 'Fler val för Ada och Viktor'])
  const menu = await openMenu(view)
  const names = menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Bjud in till grupp',
    'Verifiera',
    'Dela privat album',
    'Privat anteckning',
    'Ignorera',
    'Blockera Ada och Viktor',
    'Anmäl Ada och Viktor',
  ])
  await view.user.click(menu.getByRole('menuitem', { name: 'Dela privat album' }))
  await waitFor(() => expect(granted.map(({ body }) => body)).toEqual([{ userName: 'Ada och Viktor' }]))
})

test('on a phone the answers to an invite have buttons, and the menu sends the kiss', async () => {
  simulateNarrowScreen()
  serveStatus('PLEASE_ACCEPT', '7')
  const requests = onPost('profiles/visits/kiss/:name', respondEmpty)
  const view = await open()
  expect(await findButton('Tacka ja')).toBeTruthy()
  expect(await findButton('Tacka nej')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ge en kyss' })).toBeNull()
  await view.user.click((await openMenu(view)).getByRole('menuitem', { name: 'Ge en kyss' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect((await openMenu(view)).getByRole('menuitem', { name: 'Kyss skickad i dag' }).ariaDisabled).toBe('true')
})

test('on a phone the menu invites to a group, and opens the verification', async () => {
  simulateNarrowScreen()
  onGet('groups/owned', respondWith(z.array(Group), []))
  onGet('verifications/:name', respondWithError(403, 'FORBIDDEN', 'Nej'))
  const view = await open()
  await view.user.click((await openMenu(view)).getByRole('menuitem', { name: 'Bjud in till grupp' }))
  expect(await screen.findByRole('dialog', { name: 'Bjud in Ada och Viktor till en grupp' })).toBeTruthy()
  await view.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await view.user.click((await openMenu(view)).getByRole('menuitem', { name: 'Verifiera' }))
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Verifiering' }).ariaSelected).toBe('true'))
})

test('on a phone the menu focuses the note, and can ignore the member', async () => {
  simulateNarrowScreen()
  const ignored = onPost('ignore', respondEmpty)
  onGet('chats/count', respondWith(ChatCount, { chats: 0, messages: 0, invites: 0 }))
  const view = await open()
  await view.user.click((await openMenu(view)).getByRole('menuitem', { name: 'Privat anteckning' }))
  await waitFor(() => expect(document.activeElement).toBe(getNote()))
  const menu = await openMenu(view)
  expect(menu.queryByRole('menuitem', { name: 'Dela privat album' })).toBeNull()
  serveStatus('IGNORING')
  await view.user.click(menu.getByRole('menuitem', { name: 'Ignorera' }))
  expect(await findButton('Sluta ignorera')).toBeTruthy()
  expect(ignored.map(({ body }) => body)).toEqual(['Ada och Viktor'])
  const names = (await openMenu(view)).getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names).toEqual(['Privat anteckning', 'Blockera Ada och Viktor', 'Anmäl Ada och Viktor'])
})
