import 'fake-indexeddb/auto'
import type { ChatStatus } from '@app/contract/chats'
import type { SearchHit } from '@app/contract/profiles'
import type { Push } from '@app/contract/pushes'
import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { FakeChats } from '../chats/fake-chats.ts'
import { fakeGateway } from '../chats/fake-gateway.ts'
import { loadAll } from '../chats/loads.ts'
import { startChats } from '../chats/member.ts'
import { forgetReadMarks } from '../chats/reads.ts'
import { chatKind } from '../chats/sending.ts'
import {
  onChatChanged,
  onChatCount,
  onChatMessage,
  onChatMessageDeleted,
  onChatPhotoReady,
  onChatRead,
  onInviteNew,
} from '../chats/store.ts'
import { setPage, stubObservers } from '../conversation/fake-browser.ts'
import { removeFromDevice, startWriting } from '../conversation/member.ts'
import { setLink } from '../lib/link.ts'
import { setOnline } from '../lib/online.ts'
import { startSession } from '../lib/session.ts'
import { mira, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { ChatsPage } from './ChatsPage.tsx'

const HANDLERS: { [Type in Push['type']]?: (push: never) => void } = {
  'chat:message': onChatMessage,
  'chat:message-deleted': onChatMessageDeleted,
  'chat:read': onChatRead,
  'chat:changed': onChatChanged,
  'chat:count': onChatCount,
  'invite:new': onInviteNew,
  'invite:answered': onChatChanged,
  'photo:ready': onChatPhotoReady,
}

/** The server of the running test, what was asked of it, and what the hub was told. */
export const world = { chats: new FakeChats(), asked: [] as string[], told: [] as unknown[] }

let stop: () => void = () => undefined

function start(): () => void {
  const stops = [startChats(), startWriting('42', { chat: chatKind })]
  return () => {
    for (const each of stops) each()
  }
}

/** The same member on the same device, after a reload. */
export function reload(): void {
  cleanup()
  stop()
  stop = start()
}

/** What the gateway knows besides chats: who is found by name, and how I stand to them. */
export function knows(more: { hits: readonly SearchHit[]; statuses: Record<string, ChatStatus> }): void {
  world.asked = fakeGateway(world.chats, more)
}

/** Each test has a member of its own, logged in, with a link that stands. */
export function chatsDevice(): void {
  freshDevice()
  // What the page loads when it is first needed is there already, however slow the machine.
  beforeAll(async () => {
    await Promise.all([
      import('../ui/DialogBody.tsx'),
      import('../ui/MarkdownBody.tsx'),
      import('../ui/MenuPopover.tsx'),
    ])
  }, 60_000)
  beforeEach(() => {
    stubObservers()
    setPage({ focused: true, visible: true })
    startSession(mira)
    world.chats = new FakeChats(Date.now() - 3 * 60 * 60_000)
    world.asked = fakeGateway(world.chats)
    world.told = []
    setLink((frame, ...what) => world.told.push([frame, ...what]))
    stop = start()
  })
  afterEach(() => {
    cleanup()
    stop()
    removeFromDevice('42')
    forgetReadMarks()
    setLink(null)
    setOnline(true)
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** From here on the server tells this page what happens, as through its socket. */
function connect({ chats }: typeof world): void {
  chats.onPush = (push) =>
    act(() => {
      HANDLERS[push.type]?.(push as never)
      onChatCount({ type: 'chat:count', count: chats.count() })
    })
}

export async function openChats(address = '/chats') {
  const view = show(<ChatsPage />, address)
  await act(async () => {
    await loadAll()
  })
  connect(world)
  return view
}

export async function openChat(chatId: string) {
  const view = await openChats(`/chats?id=${chatId}`)
  await screen.findByRole('log')
  return view
}

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Meddelande till/ })
export const log = () => screen.getByRole('log')
export const bubbles = () => within(log()).getAllByRole('article')
export const words = () => bubbles().map(({ textContent }) => textContent?.replace(/^(Du|Linn): /, ''))
export const rowOf = (name: string) =>
  within(screen.getByRole('tabpanel')).getByRole('link', { name: new RegExp(name) })
export const tab = (name: RegExp) => screen.getByRole('tab', { name })
export const posts = (path: string) => world.asked.filter((call) => call === `POST ${path}`)
