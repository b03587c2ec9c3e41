import { loadAll } from '../../chats/loads.ts'
import { listOf } from '../../chats/state.ts'
import { useChats } from '../../chats/store.ts'
import { useGroupCount } from '../../groups/count.ts'
import { loadGroups, useGroups } from '../../groups/store.ts'
import { groupUrl } from '../../groups/urls.ts'
import { findSubject } from '../../notifications/shown.ts'
import type { Subject } from '../../notifications/tags.ts'
import { CHATS, INVITES } from '../chats/chats-urls.ts'

const listChats = () => [...useChats.getState().known.values()].flatMap(({ chat }) => (chat ? [chat] : []))

/**
 * Lists the subjects whose notifications can be closed: conversations that have no unread messages or are removed, and
 * answered invites. Returns `EVERYTHING` if no message and no invite is waiting.
 */
export function listRead(): Subject[] | 'EVERYTHING' {
  const { count, known } = useChats.getState()
  const groupCount = useGroupCount.getState()
  if (count && count.chats + count.invites + groupCount.groups === 0) return 'EVERYTHING'
  const chats = listChats()
  const removed = [...known].flatMap(([id, { chat }]) => (chat ? [] : [id]))
  const read = chats.filter(({ newMessages, state }) => newMessages === 0 && state !== 'INVITED')
  return [
    ...[...read.map(({ chatId }) => chatId), ...removed].map((id): Subject => ({ kind: 'CHAT', id })),
    ...[...chats.filter((chat) => listOf(chat) !== 'invites').map(({ chatId }) => chatId), ...removed].map(
      (id): Subject => ({ kind: 'INVITE', id }),
    ),
    ...[...useGroups.getState().groups.values()]
      .filter(({ newMessages }) => newMessages === 0)
      .map(({ groupId }): Subject => ({ kind: 'GROUP', id: groupId })),
  ]
}

/** Returns the URL that a notification opens: its chat, its group, the invites, or by default the list of chats. */
export async function findTarget(tag: string): Promise<string> {
  if (useChats.getState().lists.chats.data === undefined) await loadAll()
  if (useGroupCount.getState().groups > 0) await loadGroups('mine')
  const chats = listChats().map(({ chatId }) => chatId)
  const subject = await findSubject(tag, [
    ...chats.flatMap((id): Subject[] => [
      { kind: 'CHAT', id },
      { kind: 'INVITE', id },
    ]),
    ...[...useGroups.getState().groups.keys()].map((id): Subject => ({ kind: 'GROUP', id })),
  ])
  if (subject?.kind === 'CHAT') return `${CHATS}?id=${subject.id}`
  if (subject?.kind === 'INVITE') return INVITES
  return subject?.kind === 'GROUP' ? groupUrl(subject.id, 'chat') : CHATS
}
