import { Event, EventParticipant } from '@app/contract/events'
import { type GroupComment, GroupMember, type GroupMessage } from '@app/contract/groups'
import type { SearchHit, Visitor } from '@app/contract/members/profiles'
import type { Verification } from '@app/contract/members/verifications'
import { screen } from '@testing-library/react'
import { type ReactNode, useRef } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AdFooter } from '../../ads/AdFooter.tsx'
import { anAd } from '../../ads/fake-ads.ts'
import { FakeChats } from '../../chats/fakes/fake-chats.ts'
import { InviteMenu } from '../../chats/invites/InviteMenu.tsx'
import { ChatMenu } from '../../chats/pane/ChatMenu.tsx'
import { EventDetail } from '../../events/EventDetail.tsx'
import { anEvent, aParticipant } from '../../events/fake-events.ts'
import { Participants } from '../../events/Participants.tsx'
import { GroupChatMenu } from '../../groups/chat/GroupChatMenu.tsx'
import { aGroup, aGroupMember, anInvite } from '../../groups/fake-groups.ts'
import { GroupInviteMenu } from '../../groups/invites/GroupInviteMenu.tsx'
import { Members } from '../../groups/pane/Members.tsx'
import { useBlockRequest } from '../../lib/blocking/request-block.ts'
import { loaded, notStarted } from '../../lib/http/loadable.ts'
import { startSession } from '../../lib/http/session.ts'
import { EntryCard } from '../../movie/EntryCard.tsx'
import { anEntry } from '../../movie/fake-movie.ts'
import { aNewsComment } from '../../news/fake-news.ts'
import { NewsComment } from '../../news/NewsComment.tsx'
import { Results } from '../../search/hits/Results.tsx'
import { useSearches } from '../../search/store.ts'
import { searchUrl } from '../../search/urls.ts'
import { mira, onGet, renderInApp, respondWith, WithHeader } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { VerificationList } from '../../verifications/VerificationList.tsx'
import { VisitorRow } from '../../visits/VisitorRow.tsx'
import { BlockMember } from '../profiles/BlockMember.tsx'

setUpFreshDevice()
beforeAll(() => import('../../ui/overlays/MenuPopover.tsx'), 60_000)
beforeEach(() => {
  startSession(mira)
  useBlockRequest.setState({ request: null })
  onGet('events/5/participants', respondWith(z.array(EventParticipant), [aParticipant('Bo')]))
  onGet('events/5', respondWith(Event, anEvent({ id: '5' })))
  onGet('groups/:groupId/members', respondWith(z.array(GroupMember), [aGroupMember('Bo')]))
  useSearches.setState({
    pages: new Map([[searchUrl(search), { hits: loaded([hit]), loadedAt: Date.now(), hints: notStarted }]]),
  })
})

const noop = () => undefined
const visitor: Visitor = {
  userName: 'Bo',
  profilePhotoUrl: null,
  description: '',
  person1: { sex: 'FEMALE', yearOfBirth: 1989, orientation: 'BI' },
  person2: null,
  badges: [],
  hasNotes: false,
  kisses: 0,
  visitCount: 5,
  lastVisit: '2026-11-20T12:00:00.000Z',
}

const person = { sex: 'FEMALE', yearOfBirth: 1989, orientation: 'BI' } as const

const hit: SearchHit = {
  userName: 'Bo',
  persons: [person],
  cities: ['Stockholm'],
  text: '',
  lastActive: null,
  profilePhotoUrl: null,
  badges: [],
  hasNotes: false,
  hasAd: false,
  title: null,
}
const message: GroupMessage = {
  id: '101',
  userName: 'Bo',
  message: 'Hej',
  sendTime: '2026-11-20T12:00:00.000Z',
  lastUpdate: '2026-11-20T12:00:00.000Z',
  mine: false,
  deleted: false,
  photo: null,
  photoUrl: null,
  clientId: '00000000-0000-4000-8000-000000000001',
  profilePhotoUrl: null,
  couple: false,
  badges: [],
  admin: false,
  ignored: false,
  editTime: null,
  eventMinimalInfo: null,
  comments: [],
  commentCount: 0,
}

const verification: Verification = {
  verifiedBy: 'Bo',
  couple: false,
  profilePhotoUrl: null,
  verifierVerifications: 2,
  verificationTime: '2026-11-20T12:00:00.000Z',
}

/** Renders the menu that the group chat opens at a message. */
function GroupMenu({ target }: { target: { message: GroupMessage; comment: GroupComment | null } }) {
  const anchor = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={anchor} />
      <GroupChatMenu
        groupId="3"
        target={target}
        anchor={anchor}
        isPressed={false}
        context={{ onReact: noop, onReply: noop }}
        isAdmin={false}
        onClose={noop}
        onPhoto={noop}
        onEdit={noop}
        onDelete={noop}
      />
    </>
  )
}

const search = { by: 'name', name: 'Bo' } as const
const results = (
  <Results search={search} online={new Set()} ignored={new Set()} onSearch={noop} onPage={noop} onNew={noop} />
)
const chats = new FakeChats()
const openChat = chats.getChat(chats.open('Bo')).chat
const invite = chats.getChat(chats.invite('Bo', 'Hej hej')).chat

type Content = { element: ReactNode; name?: string; menu?: string | RegExp }

/** The parts of the interface that show another member, with the name and the button that opens the menu. */
const CONTENTS: Record<string, Content> = {
  'a profile': { element: <BlockMember name="Bo" /> },
  'a chat': { element: <ChatMenu chat={openChat} />, menu: 'Fler val för chatten med Bo' },
  'an invite to chat': { element: <InviteMenu chat={invite} />, menu: 'Fler val för Bo' },
  'an invite to a group': {
    element: <GroupInviteMenu invite={anInvite()} />,
    name: 'Jakob-83',
    menu: 'Fler val för Jakob-83',
  },
  'a visitor': { element: <VisitorRow visitor={visitor} />, menu: 'Fler val för Bo' },
  'a search hit': { element: results, menu: 'Fler val för Bo' },
  'a member of a group': { element: <Members group={aGroup({ role: 'MEMBER' })} />, menu: 'Fler val för Bo' },
  'a member of a group that the member administers': {
    element: <Members group={aGroup({ role: 'ADMIN' })} />,
    menu: 'Hantera Bo',
  },
  'a post': { element: <GroupMenu target={{ message, comment: null }} /> },
  'a comment in a group': {
    element: <GroupMenu target={{ message: { ...message, userName: 'Linn' }, comment: message }} />,
  },
  'a participant of an event': { element: <Participants event={anEvent({ id: '5' })} />, menu: 'Fler val för Bo' },
  'the host of an event': {
    element: (
      <WithHeader>
        <EventDetail id="5" />
      </WithHeader>
    ),
    name: 'Siv och Tor',
    menu: 'Fler val för eventet',
  },
  'a verification': {
    element: <VerificationList verifications={[verification]} emptyText="Ingen" />,
    menu: 'Fler val för Bo',
  },
  'an ad': { element: <AdFooter ad={anAd()} />, name: 'Siv och Tor', menu: /^Fler val/ },
  'a film entry': {
    element: <EntryCard entry={anEntry('9')} onOpen={noop} onDelete={noop} />,
    name: anEntry('9').userName,
    menu: /^Fler val/,
  },
  'a comment on news': {
    element: <NewsComment newsId="2" comment={aNewsComment()} />,
    name: 'Jakob-83',
    menu: /^Fler val/,
  },
}

const find = (label: string) =>
  ['menuitem', 'button'].flatMap((role) => screen.queryAllByRole(role, { name: label }))[0]

test.each(Object.entries(CONTENTS))(
  '%s offers an action to block the member',
  { tags: 'blocks.page-places' },
  async (_, { element, name = 'Bo', menu }) => {
    const { user } = renderInApp(element)
    if (menu) await user.click(await screen.findByRole('button', { name: menu }))
    await expect.poll(() => find(`Blockera ${name}`)).toBeDefined()
    await user.click(find(`Blockera ${name}`)!)
    await expect.poll(() => useBlockRequest.getState().request).toEqual({ kind: 'block', name })
  },
)

test("the profile of the team and the member's own have no block button, and the team sees none", {
  tags: 'blocks.page-places',
}, () => {
  const { rerender } = renderInApp(<BlockMember name="Teamet" />)
  expect(screen.queryByRole('button', { name: /^Blockera/ })).toBeNull()
  rerender(<BlockMember name="Mira" />)
  expect(screen.queryByRole('button', { name: /^Blockera/ })).toBeNull()
  startSession({ ...mira, userName: 'Ada', memberLevel: 'ADMIN' })
  rerender(<BlockMember name="Bo" />)
  expect(screen.queryByRole('button', { name: /^Blockera/ })).toBeNull()
})
