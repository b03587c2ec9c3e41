import type { PushOf, PushType } from '@app/contract/pushes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { setUpConversationDevice } from '../../conversation/conversation-testing.ts'
import { startWriting } from '../../conversation/writing.ts'
import { renderInApp } from '../../testing.tsx'
import { onGroupCount } from '../count.ts'
import { onChanged, onComment, onEvent, onMessage, onMessageChanged, onReaction } from '../pushes.ts'
import { withGroup } from '../state.ts'
import { useGroups } from '../store.ts'
import { FakeGroupChat } from './fake-group-chat.ts'
import { GroupChat } from './GroupChat.tsx'
import { groupAdapter } from './sending.ts'
import './reading.ts'

const HANDLERS = {
  'group:message': onMessage,
  'group:message-changed': onMessageChanged,
  'group:comment': onComment,
  'group:reaction': onReaction,
  'group:changed': onChanged,
  'event:changed': onEvent,
  'group:count': onGroupCount,
} satisfies { [Type in PushType]?: (push: PushOf<Type>) => void }

/** The server of the current test. */
export let fake: FakeGroupChat

/** Sets up each test with a logged-in member and a fake server with an empty group. */
export const setUpGroupChat = (): void =>
  setUpConversationDevice({
    modules: () => [import('./loads.ts')],
    serve: () => {
      fake = new FakeGroupChat()
      fake.serve()
      return () => undefined
    },
    start: () => startWriting('42', { group: groupAdapter }),
  })

/** Starts to pass the fake server's pushes to the page. */
export const startPushes = (): void => {
  fake.onPush = (push) => act(() => HANDLERS[push.type as keyof typeof HANDLERS]?.(push as never))
}

/** Renders the chat of the group, waits for its messages, and starts the pushes. */
export async function openGroup(url = '/groups?id=3') {
  useGroups.setState((state) => withGroup(state, fake.group))
  const view = renderInApp(<GroupChat groupId="3" />, url)
  await screen.findByRole('log')
  startPushes()
  return view
}

export const log = () => screen.getByRole('log')
export const posts = () => within(log()).getAllByRole('article')
export const findPost = (text: string) => posts().find(({ textContent }) => textContent?.includes(text)) as HTMLElement
export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Skriv till gruppen' })
export const commentField = (text: string) =>
  within(findPost(text)).getByRole<HTMLTextAreaElement>('textbox', { name: /^Skriv en kommentar/ })
export const requestsTo = (prefix: string) => fake.requests.filter((request) => request.startsWith(prefix))
export const postMessages = (count: number) => {
  for (let n = 1; n <= count; n += 1) fake.post('Vinterparet', `nummer ${n}.`)
}
export const markAllRead = () => {
  fake.group = { ...fake.group, newMessages: 0, myLastRead: fake.stored.at(-1)?.message.id ?? null }
}

/** Opens the menu of a post or a comment, and chooses an action in it. */
export async function chooseAction(
  user: Awaited<ReturnType<typeof openGroup>>['user'],
  container: HTMLElement,
  action: string,
) {
  await user.click(within(container).getAllByRole('button', { name: /^Fler val/ })[0] as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

/** Confirms a deletion, and waits until the dialog, which hides the chat from queries by role, has closed. */
export async function confirmDeletion(user: Awaited<ReturnType<typeof openGroup>>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}
