import { TypingFrame } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { publish } from '@app/server/delivery/pushes'
import { createKeyedQueue } from '@app/server/keyed-queue'
import { findTypingPartner } from '@app/server/policies/presence'
import type { HubSocket } from './sockets.ts'

export type Typing = { onFrame: (this: HubSocket, frame: unknown) => void; onDisconnect: (socket: HubSocket) => void }

/** Publishes typing to the chat partner's channel, so that every hub delivers it. */
export function createTyping({ db, redis, log }: Pick<Ctx, 'db' | 'redis' | 'log'>): Typing {
  /** The chats in which the member of each socket types, by socket id. */
  const typingChats = new Map<string, Set<string>>()
  const runInOrder = createKeyedQueue()
  const enqueue = (socketId: string, work: () => Promise<void>): void =>
    void runInOrder(socketId, work).catch((error: unknown) => log.warn({ err: error }, 'failed to publish typing'))

  async function publishTyping({ id, data }: HubSocket, chatId: string, typing: boolean): Promise<void> {
    const partnerId = await findTypingPartner(db, chatId, data.partyId)
    if (!partnerId) return
    const chats = typingChats.get(id) ?? new Set()
    if (typing) typingChats.set(id, chats.add(chatId))
    else if (chats.delete(chatId) && chats.size === 0) typingChats.delete(id)
    await publish(redis, [{ to: [partnerId], push: { type: 'typing', chatId, typing } }])
  }

  return {
    onFrame(frame) {
      const parsed = TypingFrame.safeParse(frame)
      if (!parsed.success) return
      const { chatId, typing } = parsed.data
      enqueue(this.id, () => publishTyping(this, chatId, typing))
    },
    /** Ends the typing indicators of a socket that disconnected while its member typed. */
    onDisconnect(socket) {
      enqueue(socket.id, async () => {
        const chatIds = typingChats.get(socket.id) ?? []
        typingChats.delete(socket.id)
        for (const chatId of chatIds) enqueue(socket.id, () => publishTyping(socket, chatId, false))
      })
    },
  }
}
