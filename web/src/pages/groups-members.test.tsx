import { GroupMember, SentGroupInvite } from '@app/contract/groups'
import { PAGE_MAX } from '@app/contract/limits'
import type { SearchHit } from '@app/contract/members/profiles'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { aGroup, aGroupMember } from '../groups/fake-groups.ts'
import { onGroupChanged, useGroups } from '../groups/store.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import * as hits from '../lib/http/hits.ts'
import { onGet, onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { server } from '../testing-server.ts'
import { dinners, findConfirmation, open, serveGroup, setUpGroups } from './groups-testing.tsx'

setUpGroups()

test('a reload of the members keeps those that were loaded on demand', async () => {
  const all = Array.from({ length: PAGE_MAX + 1 }, (_, index) => aGroupMember(`Medlem-${index}`))
  server.use(
    http.get('*/api/v2/groups/3/members', ({ request }) => {
      const from = Number(new URL(request.url).searchParams.get('from'))
      return Response.json(z.array(GroupMember).parse(all.slice(from, from + PAGE_MAX)))
    }),
  )
  const { user } = open('/groups?id=3&tab=members')
  await user.click(await screen.findByRole('button', { name: 'Visa fler' }))
  await screen.findByRole('link', { name: `Medlem-${PAGE_MAX}` })
  const states: (string | undefined)[] = []
  onTestFinished(useGroups.subscribe(({ members }) => states.push(members.get('3')?.state)))
  act(() => onGroupChanged({ type: 'group:changed', groupId: '3', group: dinners, reload: true }))
  await waitFor(() => expect(states.at(-1)).toBe('loaded'))
  expect(states).toContain('loading')
  expect(screen.getAllByRole('link', { name: /^Medlem-/ })).toHaveLength(PAGE_MAX + 1)
})

test('loading the next page of members shows an error when it fails', async () => {
  const page = Array.from({ length: PAGE_MAX }, (_, index) => aGroupMember(`Medlem-${index}`))
  onGet('groups/3/members', respondWith(z.array(GroupMember), page))
  const { user } = open('/groups?id=3&tab=members')
  const showMore = await screen.findByRole('button', { name: 'Visa fler' })
  onGet('groups/3/members', respondWithError(403, 'FORBIDDEN', 'Nej'))
  await user.click(showMore)
  await waitFor(() => expect(useToasts.getState().queue.map(({ text }) => text)).toEqual(['Nej']))
  expect(screen.getAllByRole('link', { name: /^Medlem-/ })).toHaveLength(PAGE_MAX)
  const requests = onGet('groups/3/members', respondWith(z.array(GroupMember), [aGroupMember('Ebba')]))
  await user.click(showMore)
  const next = await screen.findByRole('link', { name: 'Ebba' })
  expect(requests.map(({ path }) => path)).toEqual([`groups/3/members?from=${PAGE_MAX}&limit=${PAGE_MAX}`])
  expect(document.activeElement).toBe(next)
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
})

test('the tabs show the description and the members of a group', { tags: 'groups.page-tabs' }, async () => {
  onGet(
    'groups/3/members',
    respondWith(z.array(GroupMember), [
      aGroupMember('Siv och Tor', { couple: true, admin: true, owner: true }),
      aGroupMember('Bo', { admin: true }),
      aGroupMember('Mira', { mine: true }),
    ]),
  )
  const { user } = open('/groups?id=3&tab=about')
  expect((await screen.findByText('långsamt')).tagName).toBe('STRONG')
  expect(screen.queryByRole('tab', { name: 'Inbjudningar' })).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Medlemmar' }))
  const rows = within(await screen.findByRole('list', { name: 'Medlemmar' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ägare'),
    expect.stringContaining('Admin'),
    expect.stringContaining('Du'),
  ])
  expect(screen.queryByRole('button', { name: /Hantera/ })).toBeNull()
})

test('an admin promotes a member without a confirmation, and removes one after a confirmation', {
  tags: 'groups.page-members',
}, async () => {
  serveGroup(aGroup({ role: 'ADMIN' }))
  onGet('groups/3/members', respondWith(z.array(GroupMember), [aGroupMember('Bo')]))
  const promotes = onPost('groups/3/members/Bo/promote', respondEmpty)
  const removes = onPost('groups/3/members/Bo/remove', respondEmpty)
  const { user } = open('/groups?id=3&tab=members')
  const manage = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Hantera Bo' }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  await manage('Gör till admin')
  await waitFor(() => expect(promotes).toHaveLength(1))
  await manage('Ta bort ur gruppen')
  const confirmation = await findConfirmation()
  onGet('groups/3/members', respondWith(z.array(GroupMember), []))
  await user.click(confirmation.getByRole('button', { name: 'Ta bort ur gruppen' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Hantera Bo' })).toBeNull())
  expect(removes).toHaveLength(1)
})

test('an admin finds a member, invites them with a greeting, and withdraws the invite', {
  tags: 'groups.page-invite',
}, async () => {
  serveGroup(aGroup({ role: 'ADMIN' }))
  const saga: SearchHit = {
    userName: 'Saga',
    persons: [{ sex: 'FEMALE', yearOfBirth: 1987, orientation: 'BI' }],
    cities: ['Nacka'],
    text: '',
    lastActive: null,
    profilePhotoUrl: null,
    badges: [],
    hasNotes: false,
    hasAd: false,
    title: null,
  }
  vi.spyOn(hits, 'findByName').mockResolvedValue([saga])
  const sent: SentGroupInvite = {
    recipientName: 'Saga',
    recipientPhotoUrl: null,
    couple: false,
    inviterName: 'Mira',
    sentAt: new Date().toISOString(),
  }
  onGet('groups/3/invites', respondWith(z.array(SentGroupInvite), []))
  const { user } = open('/groups?id=3&tab=invites')
  expect(await screen.findByText('Inga obesvarade inbjudningar.')).toBeTruthy()
  await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Bjud in' }))
  await user.type(await screen.findByLabelText('Profilnamn'), 'sag')
  await user.click(screen.getByRole('button', { name: 'Sök' }))
  await user.click(await screen.findByRole('button', { name: /Saga/ }))
  await user.type(screen.getByLabelText('Hälsning'), 'Kom!')
  onPost('groups/invites', respondWithError(409, 'CONFLICT', 'Det är redan gjort.'))
  await user.click(screen.getByRole('button', { name: 'Skicka inbjudan' }))
  expect(await screen.findByText('Det är redan gjort.')).toBeTruthy()
  const requests = onPost('groups/invites', respondWith(SentGroupInvite, sent, 201))
  onGet('groups/3/invites', respondWith(z.array(SentGroupInvite), [sent]))
  await user.click(screen.getByRole('button', { name: 'Skicka inbjudan' }))
  expect(await screen.findByText('Inbjudan till Saga är skickad.')).toBeTruthy()
  expect(requests[0]?.body).toEqual({ groupId: '3', recipientName: 'Saga', message: 'Kom!' })
  const withdrawals = onPost('groups/3/invites/Saga/withdraw', respondEmpty)
  onGet('groups/3/invites', respondWith(z.array(SentGroupInvite), []))
  await user.click(await screen.findByRole('button', { name: 'Ta tillbaka: Saga' }))
  expect(await screen.findByText('Inga obesvarade inbjudningar.')).toBeTruthy()
  expect(withdrawals).toHaveLength(1)
})
