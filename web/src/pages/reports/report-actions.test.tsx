import type { ChatMessage } from '@app/contract/chats'
import { Event, EventParticipant } from '@app/contract/events'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { screen, within } from '@testing-library/react'
import { type ReactNode, useRef } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AdFooter } from '../../ads/AdFooter.tsx'
import { anAd } from '../../ads/fake-ads.ts'
import { MessageActions } from '../../chats/messages/MessageActions.tsx'
import { EventDetail } from '../../events/EventDetail.tsx'
import { anEvent } from '../../events/fake-events.ts'
import { GroupChatMenu } from '../../groups/chat/GroupChatMenu.tsx'
import { anInvite } from '../../groups/fake-groups.ts'
import { GroupInviteMenu } from '../../groups/invites/GroupInviteMenu.tsx'
import { startSession } from '../../lib/http/session.ts'
import { closeReport, type ReportRequest, useReportRequest } from '../../lib/reporting/request-report.ts'
import { EntryCard } from '../../movie/EntryCard.tsx'
import { anEntry } from '../../movie/fake-movie.ts'
import { aNewsComment } from '../../news/fake-news.ts'
import { NewsComment } from '../../news/NewsComment.tsx'
import { MemberPhotos } from '../../photos/MemberPhotos.tsx'
import { mira, onGet, renderInApp, respondWith, WithHeader } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { aPhoto } from '../../testing-pictures.ts'
import { ReportMember } from '../profiles/ReportMember.tsx'

setUpFreshDevice()
beforeAll(
  () =>
    Promise.all([import('../../ui/overlays/MenuPopover.tsx'), import('../../ui/photos/PhotoViewerBody.tsx')]).then(
      () => undefined,
    ),
  60_000,
)

const SENT_AT = '2026-11-20T12:00:00.000Z'
const noop = () => undefined
const entry = {
  id: '101',
  message: 'Hej',
  sendTime: SENT_AT,
  mine: false,
  deleted: false,
  photo: null,
  photoUrl: null,
  clientId: '00000000-0000-4000-8000-000000000001',
}
const message: ChatMessage = { ...entry, senderName: 'Linn', verified: false }
const author = {
  userName: 'Linn',
  profilePhotoUrl: null,
  couple: false,
  badges: [],
  admin: false,
  ignored: false,
  editTime: null,
}
const post: GroupMessage = {
  ...entry,
  ...author,
  lastUpdate: SENT_AT,
  eventMinimalInfo: null,
  comments: [],
  commentCount: 0,
}
const comment: GroupComment = { ...entry, ...author, id: '102', userName: '' }

/** Renders a menu that a list opens at a message. */
function Anchored({ children }: { children: (anchor: { current: HTMLElement | null }) => ReactNode }) {
  const anchor = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={anchor} />
      {children(anchor)}
    </>
  )
}

const messageMenu = (mine: boolean) => (
  <Anchored>
    {(anchor) => (
      <MessageActions
        chatId="7"
        target={{ message: { ...message, mine }, anchor, isPressed: false }}
        writing={null}
        onEdit={noop}
        onClose={noop}
        onPhoto={noop}
        onDelete={noop}
      />
    )}
  </Anchored>
)

const groupMenu = (target: { message: GroupMessage; comment: GroupComment | null }) => (
  <Anchored>
    {(anchor) => (
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
    )}
  </Anchored>
)

const entryCard = (mine: boolean) => <EntryCard entry={anEntry('9', { mine })} onOpen={noop} onDelete={noop} />

const eventDetail = (
  <WithHeader>
    <EventDetail id="5" />
  </WithHeader>
)

type Content = {
  label: string
  /** Renders content of another member; `own` renders content of the member's own. */
  element: ReactNode
  own?: ReactNode
  /** The button that opens the menu. */
  menu?: string | RegExp
  expected: ReportRequest
}

const CONTENTS: Record<string, Content> = {
  'a chat message': {
    label: 'Anmäl meddelandet',
    element: messageMenu(false),
    own: messageMenu(true),
    expected: { subject: { kind: 'CHAT_MESSAGE', id: '101', parentId: '7' }, name: null, sentAt: SENT_AT },
  },
  'a post': {
    label: 'Anmäl inlägget',
    element: groupMenu({ message: post, comment: null }),
    own: groupMenu({ message: { ...post, mine: true }, comment: null }),
    expected: {
      subject: { kind: 'GROUP_MESSAGE', id: '101', parentId: '3' },
      name: 'Linn',
      sentAt: SENT_AT,
      isComment: false,
    },
  },
  'a comment of a former member': {
    label: 'Anmäl kommentaren',
    element: groupMenu({ message: post, comment }),
    expected: {
      subject: { kind: 'GROUP_MESSAGE', id: '102', parentId: '3' },
      name: null,
      sentAt: SENT_AT,
      isComment: true,
    },
  },
  'an invite to a group': {
    label: 'Anmäl inbjudan',
    element: <GroupInviteMenu invite={anInvite()} />,
    menu: /^Fler val/,
    expected: { subject: { kind: 'GROUP_INVITE', id: '3' }, name: 'Jakob-83' },
  },
  'an event': {
    label: 'Anmäl eventet',
    element: eventDetail,
    menu: 'Fler val för eventet',
    expected: { subject: { kind: 'EVENT', id: '5' }, name: 'Siv och Tor' },
  },
  'an ad': {
    label: 'Anmäl annonsen',
    element: <AdFooter ad={anAd()} />,
    own: <AdFooter ad={anAd({ mine: true })} />,
    menu: /^Fler val/,
    expected: { subject: { kind: 'AD', id: '7' }, name: 'Siv och Tor' },
  },
  'a film entry': {
    label: 'Anmäl fotot',
    element: entryCard(false),
    own: entryCard(true),
    menu: /^Fler val/,
    expected: { subject: { kind: 'MOVIE_ENTRY', id: '9' }, name: anEntry('9').userName },
  },
  'a comment on news': {
    label: 'Anmäl kommentaren',
    element: <NewsComment newsId="2" comment={aNewsComment()} />,
    own: <NewsComment newsId="2" comment={aNewsComment({ mine: true })} />,
    menu: /^Fler val/,
    expected: {
      subject: { kind: 'NEWS_COMMENT', id: '70', parentId: '2' },
      name: 'Jakob-83',
      sentAt: '2026-11-12T11:00:00.000Z',
    },
  },
  'a photo': {
    label: 'Anmäl fotot',
    element: <MemberPhotos name="Linn" photos={[aPhoto('strand', 'PUBLIC', 0)]} />,
    own: <MemberPhotos name="Mira" photos={[aPhoto('strand', 'PUBLIC', 0)]} own="one" />,
    menu: /^Visa/,
    expected: { subject: { kind: 'PHOTO', id: aPhoto('strand', 'PUBLIC', 0).id }, name: 'Linn' },
  },
  'a member': {
    label: 'Anmäl Linn',
    element: <ReportMember name="Linn" />,
    expected: { subject: { kind: 'PROFILE', id: 'Linn' }, name: 'Linn' },
  },
}

beforeEach(() => {
  startSession(mira)
  closeReport()
  onGet('events/5/participants', respondWith(z.array(EventParticipant), []))
  onGet('events/5', respondWith(Event, anEvent({ id: '5', authorUserName: 'Siv och Tor' })))
})

/** Renders a part of the interface, and opens its menu. */
async function openMenuOf(element: ReactNode, menu?: string | RegExp) {
  const { user } = renderInApp(element)
  if (menu) await user.click((await screen.findAllByRole('button', { name: menu }))[0]!)
  return user
}

const findAction = (label: string) => {
  const candidates = ['menuitem', 'button'].flatMap((role) => screen.queryAllByRole(role, { name: label }))
  return candidates[0]
}

test.each(Object.entries(CONTENTS))(
  '%s can be reported',
  { tags: 'reports.page-places' },
  async (_, { element, menu, label, expected }) => {
    const user = await openMenuOf(element, menu)
    await expect.poll(() => findAction(label)).toBeDefined()
    await user.click(findAction(label)!)
    await expect.poll(() => useReportRequest.getState().request).toEqual(expected)
  },
)

test.each(Object.entries(CONTENTS).flatMap(([name, { own, label }]) => (own ? [[name, { own, label }] as const] : [])))(
  "the member's own content cannot be reported: %s",
  async (_, { own, label }) => {
    renderInApp(own)
    await expect.poll(() => within(document.body).queryAllByRole('button').length).toBeGreaterThan(0)
    expect(findAction(label)).toBeUndefined()
    expect(screen.queryByRole('button', { name: /^Fler val/ })).toBeNull()
  },
)

/** The kinds of content that only a report may show to the team. */
const PRIVATE = ['a chat message', 'an invite to a group']

describe('the team', () => {
  beforeEach(() => startSession({ ...mira, memberLevel: 'ADMIN', duties: ['MODERATE'] }))

  test.each(Object.entries(CONTENTS).filter(([name]) => !PRIVATE.includes(name)))(
    'opens a case about %s',
    {
      tags: 'moderation.open-from-menu',
    },
    async (_, { element, menu, expected, label }) => {
      const user = await openMenuOf(element, menu)
      await expect.poll(() => findAction('Öppna ett ärende')).toBeDefined()
      expect(findAction(label)).toBeUndefined()
      await user.click(findAction('Öppna ett ärende')!)
      await expect.poll(() => useReportRequest.getState().request).toEqual(expected)
    },
  )

  test.each(PRIVATE)('neither reports %s nor opens a case about it', { tags: 'reports.page-team' }, async (name) => {
    renderInApp(CONTENTS[name]?.element)
    await expect
      .poll(() => within(document.body).queryAllByRole(name === 'a chat message' ? 'menuitem' : 'button').length)
      .toBeGreaterThan(0)
    for (const label of ['Öppna ett ärende', CONTENTS[name]?.label ?? '']) expect(findAction(label)).toBeUndefined()
  })

  test.each(['a member', 'a film entry', 'a comment on news'])('without the duty has no menu for %s', async (name) => {
    startSession({ ...mira, memberLevel: 'ADMIN', duties: ['PUBLISH'] })
    renderInApp(CONTENTS[name]?.element)
    expect(findAction('Öppna ett ärende')).toBeUndefined()
    expect(screen.queryByRole('button', { name: /^Fler val/ })).toBeNull()
  })
})
