import { EverybodyPush, Push, type PushType, type UnsignedPush, type UnsignedPushOf } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { EVERYBODY_CHANNEL, memberChannel, parsePush, type WirePush } from '@app/server/delivery/pushes'
import { signPictures } from '@app/server/photos/sign-pictures'
import { type HubSocket, iterateSockets, type Sockets, TEAM_ROOM } from './sockets.ts'

/** Functions that the hub runs after it has delivered a push to a member, by push type. */
export type Effects = { [Type in PushType]?: (memberId: string, push: UnsignedPushOf<Type>) => void }

function tryParse(raw: string): WirePush | null {
  try {
    return parsePush(raw)
  } catch {
    return null
  }
}

function runEffect<Type extends PushType>(effects: Effects, memberId: string, push: UnsignedPushOf<Type>): void {
  const effect: Effects[Type] = effects[push.type as Type]
  effect?.(memberId, push)
}

const parseMemberId = (room: string): string => room.slice(memberChannel('').length)

/** Returns a parser that caches its last result: a push to many members arrives once for each of them, in a row. */
function createCachingParser(): (raw: string) => WirePush | null {
  let lastResult: { raw: string; envelope: WirePush | null } = { raw: '', envelope: null }
  return (raw) => {
    if (raw !== lastResult.raw) lastResult = { raw, envelope: tryParse(raw) }
    return lastResult.envelope
  }
}

const isEverybodyPush = (push: UnsignedPush): push is EverybodyPush => EverybodyPush.safeParse(push).success

/**
 * Returns a function that delivers a push from a member's channel to the member's sockets on this hub, with picture
 * URLs signed for that member, and a push from the common channel to all sockets. Records each delivery.
 */
export function createDelivery(
  io: Sockets,
  { log, links, now }: Pick<Ctx, 'log' | 'links' | 'now'>,
  recordDelivery: (envelope: WirePush) => void,
  effects: Effects,
): (room: string, raw: string) => void {
  const parseCached = createCachingParser()
  const drop = (raw: string): void => log.warn({ bytes: raw.length }, 'dropped a push that does not match the contract')

  function trySign(push: UnsignedPush, { data: { accountId, registeredAt } }: HubSocket): Push | null {
    try {
      return signPictures(Push, push, links.createSigner({ id: accountId, registeredAt }, now()))
    } catch (error) {
      log.error({ err: error, push: push.type }, 'failed to sign the pictures of a push')
      return null
    }
  }

  /** Emits a push to the sockets of a room; returns false if its pictures cannot be signed. */
  function emitToRoom(room: string, push: UnsignedPush, requestIdArgument: [string?]): boolean {
    for (const socket of iterateSockets(io, room)) {
      const signedPush = trySign(push, socket)
      if (!signedPush) return false
      // A signed picture URL is valid for one account, and the team has several accounts.
      if (room !== TEAM_ROOM) {
        io.to(room).emit(push.type, signedPush, ...requestIdArgument)
        return true
      }
      socket.emit(push.type, signedPush, ...requestIdArgument)
    }
    return true
  }

  return (room, raw) => {
    const envelope = parseCached(raw)
    if (!envelope) return drop(raw)
    const { push, requestId } = envelope
    const requestIdArgument: [string?] = requestId === undefined ? [] : [requestId]
    log.debug({ push: push.type, reqId: requestId }, 'delivering a push')
    if (room === EVERYBODY_CHANNEL) {
      if (!isEverybodyPush(push)) return drop(raw)
      io.emit(push.type, push, ...requestIdArgument)
      return recordDelivery(envelope)
    }
    if (!emitToRoom(room, push, requestIdArgument)) return drop(raw)
    recordDelivery(envelope)
    runEffect(effects, parseMemberId(room), push)
  }
}
