import { Push, type PushOf, type PushType } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { memberChannel } from '@app/server/pushes'
import type { Sockets } from './sockets.ts'

/** What the hub itself does after it has handed a push to a member. */
export type Effects = { [Type in PushType]?: (memberId: string, push: PushOf<Type>) => void }

function parsePush(text: string): Push | null {
  try {
    return Push.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function runEffect<Type extends PushType>(effects: Effects, memberId: string, push: PushOf<Type>): void {
  const effect: Effects[Type] = effects[push.type as Type]
  effect?.(memberId, push)
}

const memberOf = (room: string): string => room.slice(memberChannel('').length)

/** Hands what Redis says on a member's channel to the member's sockets here, with addresses of pictures that are theirs. */
export const createDelivery =
  (io: Sockets, { log, links, now }: Pick<Ctx, 'log' | 'links' | 'now'>, effects: Effects) =>
  (room: string, text: string): void => {
    const push = parsePush(links.sign(text, memberOf(room), now()))
    if (!push) {
      log.warn({ bytes: text.length }, 'a push that the contract does not know was dropped')
      return
    }
    io.to(room).emit(push.type, push)
    runEffect(effects, memberOf(room), push)
  }
