import type { Id } from '@app/contract/base'
import type { ConversationAdapter, ConversationKey } from '../../conversation/adapters.ts'
import { getTexts } from '../../lib/text/texts.ts'
import { postComment, postMessage, postPhoto } from './api.ts'
import { groupSendingTexts } from './sending-texts.ts'
import { findConversation, useGroupChats } from './state.ts'

export const groupKey = (groupId: Id): ConversationKey => `group:${groupId}`
export const commentsKey = (groupId: Id, messageId: Id): ConversationKey => `group:${groupId}/${messageId}`

/** Splits a path into the id of the group and, for comments, the id of the post. */
const parsePath = (path: string): [groupId: Id, messageId: Id | undefined] => {
  const [groupId = '', messageId] = path.split('/')
  return [groupId, messageId]
}

/** Returns the loaded posts of a group, or the loaded comments on a post. */
function findEntries(path: string): readonly { mine: boolean; clientId: string }[] | undefined {
  const [groupId, messageId] = parsePath(path)
  const messages = findConversation(groupId)?.messages
  return messageId ? messages?.find(({ id }) => id === messageId)?.comments : messages
}

/** The conversation adapter of posts and their comments. Imports the code that loads them only when needed. */
export const groupAdapter: ConversationAdapter = {
  send: (path, message) => {
    const [groupId, messageId] = parsePath(path)
    return messageId ? postComment(groupId, messageId, message) : postMessage(groupId, message)
  },
  sendPhoto: (path, file, options) => postPhoto(parsePath(path)[0], file, options),
  refresh: async (path) => {
    const { catchUp } = await import('./loads.ts')
    await catchUp(parsePath(path)[0])
  },
  isAwaiting: (path, clientId) =>
    findEntries(path)?.every((entry) => !entry.mine || entry.clientId !== clientId) ?? false,
  onArrival: (run) =>
    useGroupChats.subscribe(({ conversations }, previous) => {
      if (conversations !== previous.conversations) run()
    }),
  removedText: () => getTexts(groupSendingTexts)('notSent'),
}
