import { randomInt } from 'node:crypto'
import type { PushOf, PushType } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { memberChannel, type OnTheWire, readFromWire } from '@app/server/pushes'
import { createWaitingRedis } from '@app/server/redis'
import { afterwards, asOwner } from '@app/server/testing'
import type { TestMember } from '@app/server/testing-members'
import { sql } from 'kysely'

/** Answers what a hub hears that serves a member; members that are made from here on are nobody else's in Redis. */
export async function earsOfThisFile({ db, config }: Pick<Ctx, 'db' | 'config'>) {
  // All test files share one Redis, whose channels are named after members.
  await asOwner(db, sql`alter table members alter column id restart with ${sql.lit(randomInt(1e6, 2 ** 47))}`)
  return async (member: TestMember) => {
    const redis = createWaitingRedis(config.redisUrl)
    afterwards(async () => redis.disconnect())
    await redis.connect()
    const wire: OnTheWire[] = []
    redis.on('message', (_channel, text: string) => wire.push(readFromWire(text)))
    await redis.subscribe(memberChannel(member.id))
    const heardOf = <Type extends PushType>(type: Type) =>
      wire.map(({ push }) => push).filter((push): push is PushOf<Type> => push.type === type)
    return { heardOf, wire }
  }
}
