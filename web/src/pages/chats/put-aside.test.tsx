import { AnswerInvites, type ChatSummary } from '@app/contract/chats'
import type { ContactNeed } from '@app/contract/members/contact'
import { ContactRule } from '@app/contract/members/contact'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { FakeChats } from '../../chats/fakes/fake-chats.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { useReportRequest } from '../../lib/reporting/request-report.ts'
import { setLanguage } from '../../lib/text/language.ts'
import { onGet, onPost, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import { getTab, openChats, setUpChatsDevice, simulatePhone, testState } from './chats-testing.tsx'

setUpChatsDevice()

/** Serves invites that the contact rule put aside, newest first. */
function servePutAside(...invites: { name: string; text?: string; unmetNeeds: ContactNeed[] }[]): ChatSummary[] {
  const source = new FakeChats()
  for (const { name, text = `Hej från ${name}` } of [...invites].reverse()) source.invite(name, text)
  const listed = source
    .list('invites')
    .map((chat, index) => ({ ...chat, unmetNeeds: invites[index]?.unmetNeeds ?? [] }))
  server.use(
    http.get('*/api/v2/chats/invites', ({ request }) =>
      new URL(request.url).searchParams.get('filtered') === 'true' ? HttpResponse.json(listed) : undefined,
    ),
  )
  return listed
}

const findList = () => screen.findByRole('region', { name: 'Åt sidan' })
const findChoice = (name: string) => screen.findByRole('checkbox', { name: `Välj inbjudan från ${name}` })
const listNames = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
const openPutAside = () => openChats('/chats?tab=invites&view=aside')

test('invites that were put aside are listed separately with the unmet needs, and no tab counts them', {
  tags: 'contact.page-list',
}, async () => {
  onGet('members/contact', respondWith(ContactRule, { needs: ['PHOTO', 'SEARCH'], others: 'PUT_ASIDE' }))
  servePutAside({ name: 'Nordan', unmetNeeds: ['PHOTO', 'SEARCH'] }, { name: 'Lo_K', unmetNeeds: [] })
  const { user } = await openChats('/chats?tab=invites')
  await user.click(await screen.findByRole('radio', { name: 'Åt sidan 2' }))
  const region = await findList()
  expect(listNames(region)).toEqual(['Nordan', 'Lo_K'])
  const [first, second] = within(region).getAllByRole('listitem')
  expect(first?.textContent).toContain('Hej från Nordan')
  expect([first?.textContent?.includes('Saknar foto'), first?.textContent?.includes('Inte någon du söker')]).toEqual([
    true,
    true,
  ])
  expect(second?.textContent).not.toContain('Saknar foto')
  expect(getTab(/Inbjudningar/).textContent).toBe('Inbjudningar')
  expect((await screen.findByText('har foto')).tagName).toBe('LI')
  expect(screen.getByText('Alla andra läggs åt sidan. De märker inget.')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Till dig' }))
  expect(screen.queryByRole('region', { name: 'Åt sidan' })).toBeNull()
})

test('selected invites are moved together or declined, and disappear from the list', {
  tags: 'contact.page-answer',
}, async () => {
  const [first, second, third] = servePutAside(
    { name: 'Ett', unmetNeeds: ['PHOTO'] },
    { name: 'Två', unmetNeeds: ['PHOTO'] },
    { name: 'Tre', unmetNeeds: ['PHOTO'] },
    { name: 'Fyra', unmetNeeds: ['PHOTO'] },
  )
  const requests = onPost('chats/invites/answer', respondEmpty)
  const { user } = await openPutAside()
  const region = await findList()
  await user.click(await findChoice('Ett'))
  await user.keyboard('{Shift>}')
  await user.click(await findChoice('Tre'))
  await user.keyboard('{/Shift}')
  expect(within(region).getByRole('status').textContent).toBe('3 valda')
  await user.click(screen.getByRole('button', { name: 'Flytta till inbjudningar' }))
  await waitFor(() => expect(listNames(region)).toEqual(['Fyra']))
  expect(requests.map(({ body }) => AnswerInvites.parse(body))).toEqual([
    { chatIds: [first?.chatId, second?.chatId, third?.chatId], answer: 'MOVE' },
  ])
  await waitFor(() => expect(useToasts.getState().queue[0]?.text).toBe('3 inbjudningar är flyttade.'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Åt sidan'))
  const fourth = await findChoice('Fyra')
  fourth.focus()
  await user.keyboard(' ')
  await user.click(screen.getByRole('button', { name: 'Tacka nej' }))
  await screen.findByText('Inget ligger åt sidan')
  expect(requests[1]?.body).toMatchObject({ answer: 'DECLINE' })
})

test('a failed answer keeps the selection', { tags: 'contact.page-answer' }, async () => {
  servePutAside({ name: 'Ett', unmetNeeds: ['PHOTO'] })
  onPost('chats/invites/answer', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = await openPutAside()
  await user.click(await findChoice('Ett'))
  await user.click(screen.getByRole('button', { name: 'Tacka nej' }))
  await waitFor(() => expect(useToasts.getState().queue[0]?.text).toBe('Det går inte just nu.'))
  expect((await findChoice('Ett')) as HTMLInputElement).toHaveProperty('checked', true)
})

test('on a phone the list links to the rule, and is in English for English members', {
  tags: 'contact.page-list',
}, async () => {
  simulatePhone()
  setLanguage('ENGLISH')
  servePutAside({ name: 'Nordan', unmetNeeds: ['VERIFIED'] })
  await openPutAside()
  const region = await screen.findByRole('region', { name: 'Put aside' })
  expect(region.textContent).toContain('Not verified')
  expect(within(region).getByRole('link', { name: 'Change who may write' }).getAttribute('href')).toBe(
    '/myprofile?tab=settings&section=safety',
  )
  expect(screen.queryByText('Everyone may write to you first.')).toBeNull()
})

test('an invite that was put aside can be reported from its row', { tags: 'contact.page-list' }, async () => {
  const [invite] = servePutAside({ name: 'Nordan', unmetNeeds: ['PHOTO'] })
  const { user } = await openPutAside()
  await user.click(within(await findList()).getByRole('button', { name: 'Fler val för Nordan' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Anmäl meddelandet' }))
  const subject = { kind: 'CHAT_MESSAGE', id: 'LATEST', parentId: invite?.chatId }
  await expect.poll(() => useReportRequest.getState().request).toMatchObject({ subject, name: 'Nordan' })
})

test('an invite with a link or a number shows a warning', { tags: 'contact.page-warning' }, async () => {
  servePutAside({ name: 'Nordan', text: 'Ring 070-123 45 67', unmetNeeds: [] })
  testState.chats.invite('Saga', 'Se www.exempel.se')
  const warning = 'Var försiktig med länkar och nummer från någon du inte känner.'
  const { user } = await openPutAside()
  expect((await findList()).textContent).toContain(warning)
  await user.click(screen.getByRole('radio', { name: 'Till dig' }))
  await user.click(await within(screen.getByRole('tabpanel')).findByRole('link', { name: /Saga/ }))
  const invite = await screen.findByRole('region', { name: 'Inbjudan från Saga' })
  expect(invite.textContent).toContain(warning)
  expect(within(invite).queryByRole('link', { name: /exempel/ })).toBeNull()
})
