import type { Event } from '@app/contract/events'
import { PAGE_DEFAULT } from '@app/contract/limits'
import { SEVERAL } from '@app/contract/notifications'
import { loadAll } from '../../chats/loads.ts'
import { listOf } from '../../chats/state.ts'
import { useChats } from '../../chats/store.ts'
import { getEvents } from '../../events/api.ts'
import { eventUrl } from '../../events/urls.ts'
import { useGroupCount } from '../../groups/count.ts'
import { loadGroups, useGroups } from '../../groups/store.ts'
import { groupUrl } from '../../groups/urls.ts'
import { closeAllExcept, closeRead, findSubject } from '../../notifications/shown.ts'
import type { Subject } from '../../notifications/tags.ts'
import { CHATS, INVITES } from '../chats/chats-urls.ts'

const listChats = () => [...useChats.getState().known.values()].flatMap(({ chat }) => (chat ? [chat] : []))

/** Returns whether no message and no invite is waiting; false until both counts are loaded. */
function isEverythingRead(): boolean {
  const { count } = useChats.getState()
  const { groups, isLoaded } = useGroupCount.getState()
  return count !== null && isLoaded && count.chats + count.invites + groups === 0
}

/**
 * Lists the subjects whose notifications can be closed: conversations that have no unread messages or are removed, and
 * answered invites.
 */
function listRead(): Subject[] {
  const { known } = useChats.getState()
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

/** Loads the upcoming events that the member has answered, and those of all their groups. Throws if a request fails. */
async function loadOwnEvents(): Promise<Event[]> {
  const events: Event[] = []
  for (let after: string | undefined; ; ) {
    const page = await getEvents('mine', 'coming', after)
    events.push(...page)
    after = page.at(-1)?.id
    if (page.length < PAGE_DEFAULT) return events
  }
}

const toSeat = ({ id }: Event): Subject => ({ kind: 'SEAT', id })

/** Lists the member's seats. No count includes seats, so a seat's notification stays until the member opens the event. */
const loadSeats = async (): Promise<Subject[]> =>
  (await loadOwnEvents()).filter(({ sessionResponse }) => sessionResponse === 'YES').map(toSeat)

/** Closes the notifications about subjects that the member has read on any device. */
export const closeAllRead = (): Promise<void> =>
  isEverythingRead() ? closeAllExcept(loadSeats) : closeRead(listRead())

/** Closes the notification about a seat at an event, which the member has opened. */
export const closeSeatNotification = (id: string): Promise<void> => closeRead([{ kind: 'SEAT', id }])

async function listConversations(): Promise<Subject[]> {
  if (useChats.getState().lists.chats.data === undefined) await loadAll()
  return listChats().flatMap(({ chatId: id }): Subject[] => [
    { kind: 'CHAT', id },
    { kind: 'INVITE', id },
  ])
}

async function listGroups(): Promise<Subject[]> {
  await loadGroups('mine')
  return [...useGroups.getState().groups.keys()].map((id): Subject => ({ kind: 'GROUP', id }))
}

/** Functions that list the subjects that a notification may be about, the most frequent kinds first. */
const SUBJECT_LOADERS: (() => Promise<Subject[]>)[] = [
  async () => [SEVERAL, ...(await listConversations())],
  listGroups,
  async () => (await loadOwnEvents().catch(() => [])).map(toSeat),
]

function urlOf(subject: Subject): string {
  if (subject === SEVERAL) return CHATS
  const { kind, id } = subject
  if (kind === 'INVITE') return INVITES
  if (kind === 'SEAT') return eventUrl(id)
  return kind === 'GROUP' ? groupUrl(id, 'chat') : `${CHATS}?id=${id}`
}

/**
 * Returns the URL that a notification opens: its chat, its group, its event, the invites, or by default the list of
 * chats.
 */
export async function findTarget(tag: string): Promise<string> {
  for (const loadSubjects of SUBJECT_LOADERS) {
    const subject = await findSubject(tag, await loadSubjects())
    if (subject) return urlOf(subject)
  }
  return CHATS
}
