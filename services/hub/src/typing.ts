import { TypingFrame } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { findTypingPartner } from '@app/server/policies/presence'
import { publish } from '@app/server/pushes'
import type { HubSocket } from './sockets.ts'
import { createTurns } from './turns.ts'

export type Typing = { onFrame: (this: HubSocket, frame: unknown) => void; onGone: (socket: HubSocket) => void }

/** Tells a chat's other member that this one types: over the member's channel, so that every hub carries it. */
export function createTyping({ db, redis, log }: Pick<Ctx, 'db' | 'redis' | 'log'>): Typing {
  const typingIn = new Map<string, Set<string>>()
  const inTurn = createTurns((error) => log.warn({ err: error }, 'typing could not be told'))

  async function tell({ id, data }: HubSocket, chatId: string, typing: boolean): Promise<void> {
    const partnerId = await findTypingPartner(db, chatId, data.partyId)
    if (!partnerId) return
    const chats = typingIn.get(id) ?? new Set()
    if (typing) typingIn.set(id, chats.add(chatId))
    else if (chats.delete(chatId) && chats.size === 0) typingIn.delete(id)
    await publish(redis, [{ to: [partnerId], push: { type: 'typing', chatId, typing } }])
  }

  return {
    onFrame(frame) {
      const parsed = TypingFrame.safeParse(frame)
      if (!parsed.success) return
      const { chatId, typing } = parsed.data
      inTurn(this.id, () => tell(this, chatId, typing))
    },
    /** A tab closed in the middle of a word leaves nobody typing. */
    onGone(socket) {
      inTurn(socket.id, async () => {
        for (const chatId of [...(typingIn.get(socket.id) ?? [])]) await tell(socket, chatId, false)
        typingIn.delete(socket.id)
      })
    },
  }
}
