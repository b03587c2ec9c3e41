import { Event } from '@app/contract/events'
import { Block } from '@app/contract/members/blocks'
import { MemberResponse } from '@app/contract/members/members'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { anAd } from '../../ads/fake-ads.ts'
import { useAds } from '../../ads/store.ts'
import { aBlock } from '../../blocks/fake-blocks.ts'
import { FakeChats } from '../../chats/fakes/fake-chats.ts'
import { fakeGateway } from '../../chats/fakes/fake-gateway.ts'
import { loadAll } from '../../chats/loads.ts'
import { chatKey } from '../../chats/sending.ts'
import { startChats } from '../../chats/start-chats.ts'
import { findChat } from '../../chats/state.ts'
import { onChatChanged, useChats } from '../../chats/store.ts'
import { setDraft, useDrafts } from '../../conversation/composer/drafts.ts'
import { setUpConversationDevice } from '../../conversation/conversation-testing.ts'
import { enqueue, useOutbox } from '../../conversation/outbox/outbox.ts'
import { startWriting } from '../../conversation/writing.ts'
import { anEvent, aParticipant } from '../../events/fake-events.ts'
import { useEvents } from '../../events/store.ts'
import { aGroup, aGroupMember, anInvite } from '../../groups/fake-groups.ts'
import { withGroup } from '../../groups/state.ts'
import { useGroups } from '../../groups/store.ts'
import { setBlocking } from '../../lib/blocking/request-block.ts'
import { setOnline } from '../../lib/device/online.ts'
import { loaded } from '../../lib/http/loadable.ts'
import { anEntry } from '../../movie/fake-movie.ts'
import { useMovie } from '../../movie/store.ts'
import { useProfiles } from '../../profiles/store.ts'
import { onGet, respondWith } from '../../testing.tsx'
import { otherResponse } from '../../testing-members.ts'
import { removeMissedBlocks } from './missed-blocks.ts'
import { onBlockChanged } from './remove-member.ts'

const NAME = 'Jakob-83'
const ALL_ADS = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
let chats: FakeChats

setUpConversationDevice({
  serve: () => {
    chats = new FakeChats()
    fakeGateway(chats)
    return () => undefined
  },
  start: () => {
    const cleanups = [startChats(), startWriting('42', {} as never)]
    return () => {
      for (const cleanUp of cleanups) cleanUp()
    }
  },
})

beforeEach(() => {
  onGet('events/5', respondWith(Event, anEvent({ id: '5', coming: 0 })))
})

test('a block on any device removes the data of the blocked member from this page', {
  tags: 'blocks.page-pushes',
}, async () => {
  const chatId = chats.open(NAME)
  chats.open('Linn')
  await loadAll()
  setOnline(false)
  setDraft(chatKey(chatId), 'Halvfärdigt')
  enqueue(chatKey(chatId), 'Inte skickat')
  useProfiles.setState({ opened: { name: NAME, member: loaded(otherResponse({ userName: NAME })) } })
  useGroups.setState((state) => ({
    ...withGroup(state, aGroup()),
    members: new Map([['3', loaded({ members: [aGroupMember(NAME), aGroupMember('Linn')], hasMore: false })]]),
    invites: loaded([anInvite()]),
  }))
  useEvents.setState({
    events: new Map([
      ['5', anEvent({ id: '5' })],
      ['6', anEvent({ id: '6', authorUserName: NAME })],
    ]),
    participants: new Map([
      ['5', loaded({ participants: [aParticipant(NAME), aParticipant('Linn')], hasMore: false })],
    ]),
  })
  useAds.setState({
    list: loaded({ ads: [anAd({ userName: NAME }), anAd({ id: '8' })], hasMore: false, filter: ALL_ADS }),
  })
  useMovie.setState({
    feed: loaded({ entries: [anEntry('9', { userName: NAME }), anEntry('8', { userName: 'Linn' })], hasMore: false }),
  })
  onGet('blocks', respondWith(z.array(Block), [aBlock({ userName: NAME, chatId })]))

  // After the push about the chat, which comes first, this page no longer knows whose chat it was.
  onChatChanged({ type: 'chat:changed', chatId, chat: null })
  onBlockChanged({ type: 'block:changed', userName: NAME, blocked: true })
  await vi.waitFor(() => expect(useOutbox.getState().items).toEqual([]))
  expect(useDrafts.getState().texts.size).toBe(0)
  expect(useProfiles.getState().opened?.member).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } })
  expect(
    useGroups
      .getState()
      .members.get('3')
      ?.data?.members.map(({ userName }) => userName),
  ).toEqual(['Linn'])
  expect(useGroups.getState().invites.data).toEqual([])
  expect([...useEvents.getState().events.keys()]).toEqual(['5'])
  expect(
    useEvents
      .getState()
      .participants.get('5')
      ?.data?.participants.map(({ userName }) => userName),
  ).toEqual(['Linn'])
  await vi.waitFor(() => expect(useEvents.getState().events.get('5')?.coming).toBe(0))
  expect(useAds.getState().list.data?.ads.map(({ id }) => id)).toEqual(['8'])
  expect(useMovie.getState().feed.data?.entries.map(({ userName }) => userName)).toEqual(['Linn'])
})

test('the check for missed blocks removes members who were blocked after the page was loaded, and no others', {
  tags: 'blocks.page-pushes',
}, async () => {
  const listAuthors = () => useAds.getState().list.data?.ads.map(({ userName }) => userName)
  useAds.setState({
    list: loaded({
      ads: [anAd({ userName: NAME }), anAd({ id: '8', userName: 'Linn' })],
      hasMore: false,
      filter: ALL_ADS,
    }),
  })
  const earlier = aBlock({ id: '78', userName: 'Linn', blockedAt: '2026-01-01T12:00:00.000Z' })
  onGet('blocks', respondWith(z.array(Block), [aBlock({ userName: NAME, chatId: null }), earlier]))
  await removeMissedBlocks()
  expect(listAuthors()).toEqual(['Linn'])
})

test('the page that blocks removes the chat itself, so that its row can fade out', {
  tags: 'blocks.page-removal',
}, async () => {
  const chatId = chats.open(NAME)
  await loadAll()
  onGet('blocks', respondWith(z.array(Block), [aBlock({ userName: NAME, chatId })]))
  setBlocking(NAME)
  onChatChanged({ type: 'chat:changed', chatId, chat: null })
  expect(findChat(useChats.getState(), chatId)).not.toBeNull()
  onBlockChanged({ type: 'block:changed', userName: NAME, blocked: true })
  await vi.waitFor(() => expect(findChat(useChats.getState(), chatId)).toBeNull())
  setBlocking(null)
})

test('ending a block on another device brings back the chat and the open profile', {
  tags: 'blocks.page-pushes',
}, async () => {
  const chatId = chats.open(NAME)
  await loadAll()
  onGet('blocks', respondWith(z.array(Block), []))
  onGet('members/username/:name', respondWith(MemberResponse, otherResponse({ userName: NAME })))
  useProfiles.setState({ opened: { name: NAME, member: loaded(otherResponse({ userName: NAME })) } })
  onBlockChanged({ type: 'block:changed', userName: NAME, blocked: true })
  await vi.waitFor(() => expect(findChat(useChats.getState(), chatId)).toBeNull())
  onBlockChanged({ type: 'block:changed', userName: NAME, blocked: false })
  await vi.waitFor(() => expect(findChat(useChats.getState(), chatId)).not.toBeNull())
  await vi.waitFor(() => expect(useProfiles.getState().opened?.member.state).toBe('loaded'))
})
