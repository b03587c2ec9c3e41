import { Push, type PushOf, type PushType } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { EVERYBODY_CHANNEL, memberChannel } from '@app/server/pushes'
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

/** What many members are told comes once for each of them, one after the other: it is read once. */
function createReader(): (text: string) => { push: Push; text: string } | null {
  let last: { text: string; read: Push | null; written: string } = { text: '', read: null, written: '' }
  return (text) => {
    if (text !== last.text) {
      const read = parsePush(text)
      last = { text, read, written: JSON.stringify(read) }
    }
    return last.read && { push: last.read, text: last.written }
  }
}

/**
 * Hands what Redis says on a member's channel to the member's sockets here, with addresses of pictures that are theirs, and
 * what it says to everybody to all of them.
 */
export function createDelivery(
  io: Sockets,
  { log, links, now }: Pick<Ctx, 'log' | 'links' | 'now'>,
  effects: Effects,
): (room: string, text: string) => void {
  const read = createReader()
  return (room, sent) => {
    const told = read(sent)
    if (!told) {
      log.warn({ bytes: sent.length }, 'a push that the contract does not know was dropped')
      return
    }
    if (room === EVERYBODY_CHANNEL) return void io.emit(told.push.type, told.push)
    const signed = links.sign(told.text, memberOf(room), now())
    const push = signed === told.text ? told.push : (JSON.parse(signed) as Push)
    io.to(room).emit(push.type, push)
    runEffect(effects, memberOf(room), push)
  }
}
