import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import type { Reaction } from '@app/contract/reactions'
import { react } from '../conversation/messages/pending-reactions.ts'
import { withOwnReaction } from '../conversation/reactions.ts'
import { toTombstone } from '../conversation/tombstone.ts'
import { isConnected } from '../lib/realtime/hub-connection.ts'
import { withLoadedMessage } from './apply.ts'
import { catchUp } from './loads.ts'
import { postEdit, postMessageDeletion, postReaction } from './message-api.ts'
import { useChats } from './store.ts'

/** Applies the response to a change of a message, unless the message has been deleted meanwhile. */
async function applyChange(chatId: Id, messageId: Id, change: (message: ChatMessage) => ChatMessage): Promise<void> {
  useChats.setState((state) =>
    withLoadedMessage(state, chatId, messageId, (message) => (message.deleted ? message : change(message))),
  )
  // Pushes bring the new version to every device; without them the client has to request it.
  if (!isConnected()) await catchUp(chatId).catch(() => undefined)
}

export async function editMessage(chatId: Id, messageId: Id, text: string): Promise<void> {
  const { message, editTime } = await postEdit(chatId, messageId, text)
  await applyChange(chatId, messageId, (current) => ({
    ...current,
    message,
    ...(editTime ? { editTime } : {}),
  }))
}

export async function deleteMessage(chatId: Id, messageId: Id): Promise<void> {
  await postMessageDeletion(chatId, messageId)
  await applyChange(chatId, messageId, toTombstone)
}

export const reactToMessage = (chatId: Id, messageId: Id, reaction: Reaction | null): Promise<void> =>
  react({
    id: messageId,
    reaction,
    send: async (chosen) => {
      await postReaction(chatId, messageId, chosen)
      await applyChange(chatId, messageId, (message) => ({
        ...message,
        reactions: withOwnReaction(message.reactions, chosen),
      }))
    },
  })
