import type { Id } from '@app/contract/base'
import type { Key, Kind } from '../conversation/kinds.ts'
import { textsNow } from '../lib/texts.ts'
import { groupSendingTexts } from './chat-sending-texts.ts'
import { postComment, postMessage, postPhoto } from './group-chat-api.ts'
import { findConversation, useGroupChats } from './group-chat-state.ts'

export const keyOfGroup = (groupId: Id): Key => `group:${groupId}`
export const keyOfComments = (groupId: Id, messageId: Id): Key => `group:${groupId}/${messageId}`

/** The group, and for a comment the message that it stands below. */
const partsOf = (place: string): [groupId: Id, messageId: Id | undefined] => {
  const [groupId = '', messageId] = place.split('/')
  return [groupId, messageId]
}

function entriesOf(place: string): readonly { mine: boolean; clientId: string }[] | undefined {
  const [groupId, messageId] = partsOf(place)
  const messages = findConversation(groupId)?.messages
  return messageId ? messages?.find(({ id }) => id === messageId)?.comments : messages
}

/** Messages of groups and the comments on them as conversations that are written in; what shows them is loaded later. */
export const groupKind: Kind = {
  send: (place, message) => {
    const [groupId, messageId] = partsOf(place)
    return messageId ? postComment(groupId, messageId, message) : postMessage(groupId, message)
  },
  sendPhoto: (place, file, options) => postPhoto(partsOf(place)[0], file, options),
  refresh: async (place) => {
    const { catchUp } = await import('./group-chat-loads.ts')
    await catchUp(partsOf(place)[0])
  },
  awaits: (place, clientId) => entriesOf(place)?.every((entry) => !entry.mine || entry.clientId !== clientId) ?? false,
  onArrival: (run) =>
    useGroupChats.subscribe(({ conversations }, before) => {
      if (conversations !== before.conversations) run()
    }),
  gone: () => textsNow(groupSendingTexts)('notSent'),
}
