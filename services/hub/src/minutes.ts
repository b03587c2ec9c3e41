import { setTimeout } from 'node:timers/promises'
import type { Ctx } from '@app/server/context'
import { LAG_EDGES, minuteOf, noteLags, noteMembers, placeOfLag } from '@app/server/operations/minutes'
import { every, type Pace } from './presence/presence.ts'
import { inBatches } from './presence/state.ts'
import { membersIn, type Sockets } from './sockets.ts'

/** A hub that stops waits so long for a slow Redis, and its members with it. */
const STOP_LIMIT = 1_000

export type Minutes = {
  /** A push has been handed to its sockets, so many milliseconds after its commit. */
  onPush: (lag: number) => void
  stop: () => Promise<void>
}

const noLags = (): number[] => LAG_EDGES.map(() => 0)

/**
 * Notes for the operator who is connected here, and how long pushes took: together every few seconds, and about the minute
 * in which it notes them. What Redis does not take is lost.
 */
export function createMinutes({ redis, log, now }: Ctx, io: Sockets, pace: Pace): Minutes {
  let lags = noLags()

  async function note(): Promise<void> {
    const minute = minuteOf(now())
    const noted = lags
    lags = noLags()
    await noteLags(redis, minute, noted)
    await noteMembers(redis, minute, [])
    await inBatches(membersIn(io), (memberIds) => noteMembers(redis, minute, memberIds))
  }
  const noteOrLose = (): Promise<void> =>
    note().catch((error: unknown) => log.debug({ err: error }, 'a part of a minute was lost'))
  const timer = every(pace.note, noteOrLose)

  return {
    onPush(lag) {
      const place = placeOfLag(lag)
      lags[place] = (lags[place] ?? 0) + 1
    },
    async stop() {
      clearInterval(timer)
      await Promise.race([noteOrLose(), setTimeout(STOP_LIMIT, undefined, { ref: false })])
    },
  }
}
