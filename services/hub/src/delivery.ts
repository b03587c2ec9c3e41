import type { Push, PushOf, PushType } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { EVERYBODY_CHANNEL, memberChannel, type OnTheWire, readFromWire } from '@app/server/pushes'
import { type HubSocket, type Sockets, socketsIn, TEAM_ROOM } from './sockets.ts'

/** What the hub itself does after it has handed a push to a member. */
export type Effects = { [Type in PushType]?: (memberId: string, push: PushOf<Type>) => void }

function parse(text: string): OnTheWire | null {
  try {
    return readFromWire(text)
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
function createReader(): (sent: string) => (OnTheWire & { text: string }) | null {
  let last: { sent: string; told: (OnTheWire & { text: string }) | null } = { sent: '', told: null }
  return (sent) => {
    if (sent !== last.sent) {
      const told = parse(sent)
      last = { sent, told: told && { ...told, text: JSON.stringify(told.push) } }
    }
    return last.told
  }
}

/**
 * Hands what Redis says on a member's channel to the member's sockets here, with addresses of pictures that are theirs, and
 * what it says to everybody to all of them. Each is noted then.
 */
export function createDelivery(
  io: Sockets,
  { log, links, now }: Pick<Ctx, 'log' | 'links' | 'now'>,
  note: (told: OnTheWire) => void,
  effects: Effects,
): (room: string, text: string) => void {
  const read = createReader()
  return (room, sent) => {
    const told = read(sent)
    if (!told) {
      log.warn({ bytes: sent.length }, 'a push that the contract does not know was dropped')
      return
    }
    const id = told.requestId === undefined ? [] : [told.requestId]
    log.debug({ push: told.push.type, reqId: told.requestId }, 'handed on')
    if (room === EVERYBODY_CHANNEL) {
      io.emit(told.push.type, told.push, ...id)
      return note(told)
    }
    const signedFor = ({ data: { memberId, registeredAt } }: HubSocket): Push => {
      const signed = links.sign(told.text, { id: memberId, registeredAt }, now())
      return signed === told.text ? told.push : (JSON.parse(signed) as Push)
    }
    // An address of a picture is good for one account, and the team has many.
    if (room === TEAM_ROOM)
      for (const socket of socketsIn(io, room)) socket.emit(told.push.type, signedFor(socket), ...id)
    else {
      const [socket] = socketsIn(io, room)
      io.to(room).emit(told.push.type, socket ? signedFor(socket) : told.push, ...id)
    }
    note(told)
    runEffect(effects, memberOf(room), told.push)
  }
}
