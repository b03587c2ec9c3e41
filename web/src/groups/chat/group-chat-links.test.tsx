import type { Id } from '@app/contract/base'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderInApp, respondWithError } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import { withGroup } from '../state.ts'
import { useGroups } from '../store.ts'
import { GroupChat } from './GroupChat.tsx'
import {
  fake,
  findPost,
  log,
  markAllRead,
  openGroup,
  postMessages,
  posts,
  requestsTo,
  setUpGroupChat,
} from './group-chat-testing.tsx'
import { resyncGroupChats } from './resync.ts'

setUpGroupChat()

test('a link opens and marks its message with context on both sides, and a button loads the newest ones', {
  tags: 'group-chats.linked-message',
}, async () => {
  postMessages(200)
  markAllRead()
  const linkedId: Id = fake.stored[99]!.message.id
  const { user } = await openGroup(`/groups?id=3&message=${linkedId}`)
  const target = findPost('nummer 100.')
  expect(target.getAttribute('aria-current')).toBe('true')
  expect(findPost('nummer 95.')).toBeTruthy()
  expect(findPost('nummer 105.')).toBeTruthy()
  expect(requestsTo('GET groups/3/messages?')[0]).toContain(`around=${linkedId}`)
  await user.click(screen.getByRole('button', { name: 'Till det senaste' }))
  await waitFor(() => expect(findPost('nummer 200.')).toBeTruthy())
})

describe('a link to a comment', () => {
  const findComment = (text: string) => within(log()).queryByText(text)?.closest('li')
  let messageId: Id
  beforeEach(() => {
    postMessages(60)
    messageId = fake.stored[9]!.message.id
    for (let n = 1; n <= 30; n += 1) fake.comment(messageId, 'Siv', `svar ${n}.`)
    markAllRead()
  })
  const linkTo = (text: string, rest = '') => {
    const { id } = fake.getMessage(messageId).comments.find(({ message }) => message === text)!
    return `/groups?id=3&message=${messageId}&comment=${id}${rest}`
  }

  test.each(['svar 1.', 'svar 15.', 'svar 30.'])(
    'shows, marks and focuses it, not its post: %s',
    {
      tags: 'group-chats.linked-comment',
    },
    async (text) => {
      await openGroup(linkTo(text))
      await waitFor(() => expect(document.activeElement).toBe(findComment(text)))
      expect(screen.getAllByRole('listitem', { current: true })).toEqual([findComment(text)])
      expect(findPost('nummer 10.').getAttribute('aria-current')).toBeNull()
    },
  )

  test('marks it without the focus beside a list of hits', async () => {
    await openGroup(linkTo('svar 1.', '&find=all'))
    await waitFor(() => expect(findComment('svar 1.')?.getAttribute('aria-current')).toBe('true'))
    expect(document.activeElement).toBe(document.body)
  })

  test('that does not exist shows a toast and its post', async () => {
    await openGroup(`/groups?id=3&message=${messageId}&comment=9999`)
    expect(await screen.findByText('Meddelandet finns inte längre.')).toBeTruthy()
    expect(findPost('nummer 10.')).toBeTruthy()
  })

  test('in a quote opens that comment, also if it is not loaded', async () => {
    const [first] = fake.getMessage(messageId).comments
    fake.comment(messageId, 'Tor', 'Just så', { replyTo: first!.id })
    const { user } = await openGroup(`/groups?id=3&message=${messageId}`)
    await waitFor(() => expect(findComment('Just så')).toBeTruthy())
    await user.click(within(findComment('Just så')!).getByRole('button', { name: /svar 1\./ }))
    const opened = await screen.findByRole('listitem', { current: true })
    expect(opened.textContent).toMatch(/Siv.*svar 1\.$/)
    await waitFor(() => expect(document.activeElement).toBe(opened))
  })
})

test('a link to a missing message shows a toast and the newest messages', async () => {
  postMessages(3)
  await openGroup('/groups?id=3&message=999')
  expect(await screen.findByText('Meddelandet finns inte längre.')).toBeTruthy()
  expect(posts()).toHaveLength(3)
})

describe('a link to an old message opens at that message', () => {
  const expectLinked = async () =>
    expect((await screen.findByText('nummer 10.')).closest('[aria-current="true"]')).toBeTruthy()
  const waitForRequest = (urlPart: string) =>
    waitFor(() => expect(requestsTo('GET groups/3/messages?').join()).toContain(urlPart))
  let linkedId: Id
  beforeEach(() => {
    postMessages(200)
    markAllRead()
    linkedId = fake.stored[9]!.message.id
    useGroups.setState((state) => withGroup(state, fake.group))
  })
  const openLink = () => renderInApp(<GroupChat groupId="3" />, `/groups?id=3&message=${linkedId}`)

  test('when the connection is established while it loads', async () => {
    const releaseLinked = fake.delayResponses('around=')
    const releaseNewest = fake.delayResponses('messages?limit=')
    openLink()
    await waitForRequest('around=')
    const resync = resyncGroupChats()
    releaseLinked()
    await expectLinked()
    releaseNewest()
    await act(() => resync)
    expect(findPost('nummer 10.').getAttribute('aria-current')).toBe('true')
    expect(requestsTo('GET groups/3/messages?')).toEqual([
      expect.stringContaining(`around=${linkedId}`),
      expect.stringContaining(`around=${linkedId}`),
    ])
  })

  test('when the response for an earlier link arrives later', async () => {
    const earlierId = fake.stored[99]!.message.id
    const release = fake.delayResponses(`around=${earlierId}`)
    const { user } = renderInApp(
      <>
        <Link to={`/groups?id=3&message=${linkedId}`}>länken</Link>
        <GroupChat groupId="3" />
      </>,
      `/groups?id=3&message=${earlierId}`,
    )
    await waitForRequest(`around=${earlierId}`)
    await user.click(screen.getByRole('link', { name: 'länken' }))
    await expectLinked()
    release()
    await act(() => resyncGroupChats())
    expect(findPost('nummer 10.').getAttribute('aria-current')).toBe('true')
    expect(within(log()).queryByText('nummer 100.')).toBeNull()
  })

  test('when changes requested for an earlier link arrive later', async () => {
    const view = openLink()
    await expectLinked()
    view.unmount()
    const release = fake.delayResponses('since=')
    const { user } = renderInApp(
      <>
        <Link to={`/groups?id=3&message=${fake.stored[99]!.message.id}`}>länken</Link>
        <GroupChat groupId="3" />
      </>,
      `/groups?id=3&message=${linkedId}`,
    )
    await waitForRequest('since=')
    await user.click(screen.getByRole('link', { name: 'länken' }))
    await screen.findByText('nummer 100.')
    release()
    await act(() => resyncGroupChats())
    expect(screen.queryByText('nummer 100.')).not.toBeNull()
    expect(requestsTo(`GET groups/3/messages?around=${linkedId}`)).toHaveLength(1)
  })

  test.each([
    ['a new connection', () => act(() => resyncGroupChats())],
    ['a retry', () => fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }))],
  ])('when its load has failed, after %s', async (_, recover) => {
    server.use(
      http.get('*/groups/3/messages', respondWithError(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'), {
        once: true,
      }),
    )
    openLink()
    await screen.findByRole('button', { name: 'Försök igen' })
    await recover()
    await expectLinked()
  })

  test('when its loaded messages are too far behind', async () => {
    const view = openLink()
    await expectLinked()
    view.unmount()
    postMessages(RESYNC_VERSIONS_MAX + 1)
    openLink()
    await expectLinked()
    await waitForRequest('since=')
    await waitFor(() => expect(requestsTo(`GET groups/3/messages?around=${linkedId}`)).toHaveLength(2))
    await expectLinked()
  })
})
