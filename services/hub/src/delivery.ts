import type { Push, PushOf, PushType } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { EVERYBODY_CHANNEL, memberChannel, parsePush, type WirePush } from '@app/server/delivery/pushes'
import { type HubSocket, iterateSockets, type Sockets, TEAM_ROOM } from './sockets.ts'

/** Side effects of the hub itself after it has delivered a push to a member. */
export type Effects = { [Type in PushType]?: (memberId: string, push: PushOf<Type>) => void }

function tryParse(text: string): WirePush | null {
  try {
    return parsePush(text)
  } catch {
    return null
  }
}

function runEffect<Type extends PushType>(effects: Effects, memberId: string, push: PushOf<Type>): void {
  const effect: Effects[Type] = effects[push.type as Type]
  effect?.(memberId, push)
}

const parseMemberId = (room: string): string => room.slice(memberChannel('').length)

/** Returns a parser that caches its last result: a push to many members arrives once for each of them, in a row. */
function createCachingParser(): (raw: string) => (WirePush & { text: string }) | null {
  let lastResult: { raw: string; envelope: (WirePush & { text: string }) | null } = { raw: '', envelope: null }
  return (raw) => {
    if (raw !== lastResult.raw) {
      const envelope = tryParse(raw)
      lastResult = { raw, envelope: envelope && { ...envelope, text: JSON.stringify(envelope.push) } }
    }
    return lastResult.envelope
  }
}

/**
 * Delivers pushes from a member's channel to the member's sockets on this hub, with picture URLs signed for that
 * member, and pushes from the common channel to all sockets. Records each delivery.
 */
export function createDelivery(
  io: Sockets,
  { log, links, now }: Pick<Ctx, 'log' | 'links' | 'now'>,
  recordDelivery: (envelope: WirePush) => void,
  effects: Effects,
): (room: string, text: string) => void {
  const parseCached = createCachingParser()
  return (room, raw) => {
    const envelope = parseCached(raw)
    if (!envelope) {
      log.warn({ bytes: raw.length }, 'dropped a push that does not match the contract')
      return
    }
    const requestIdArgument = envelope.requestId === undefined ? [] : [envelope.requestId]
    log.debug({ push: envelope.push.type, reqId: envelope.requestId }, 'delivering a push')
    if (room === EVERYBODY_CHANNEL) {
      io.emit(envelope.push.type, envelope.push, ...requestIdArgument)
      return recordDelivery(envelope)
    }
    const signPushFor = ({ data: { memberId, registeredAt } }: HubSocket): Push => {
      const signed = links.sign(envelope.text, { id: memberId, registeredAt }, now())
      return signed === envelope.text ? envelope.push : (JSON.parse(signed) as Push)
    }
    // A signed picture URL is valid for one account, and the team has several accounts.
    if (room === TEAM_ROOM)
      for (const socket of iterateSockets(io, room))
        socket.emit(envelope.push.type, signPushFor(socket), ...requestIdArgument)
    else {
      const [socket] = iterateSockets(io, room)
      io.to(room).emit(envelope.push.type, socket ? signPushFor(socket) : envelope.push, ...requestIdArgument)
    }
    recordDelivery(envelope)
    runEffect(effects, parseMemberId(room), envelope.push)
  }
}
