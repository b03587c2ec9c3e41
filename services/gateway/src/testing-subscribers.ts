import { randomInt } from 'node:crypto'
import type { PushOf, PushType } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { memberChannel, parsePush, type WirePush } from '@app/server/pushes'
import { createBlockingRedis } from '@app/server/redis'
import { afterTest, asOwner } from '@app/server/testing'
import type { TestMember } from '@app/server/testing-members'
import { sql } from 'kysely'

/** Answers what a hub hears that serves a member; members that are made from here on are nobody else's in Redis. */
export async function createTestSubscribers({ db, config }: Pick<Ctx, 'db' | 'config'>) {
  // All test files share one Redis, whose channels are named after members.
  await asOwner(db, sql`alter table members alter column id restart with ${sql.lit(randomInt(1e6, 2 ** 47))}`)
  return async (member: TestMember) => {
    const redis = createBlockingRedis(config.redisUrl)
    afterTest(async () => redis.disconnect())
    await redis.connect()
    const received: WirePush[] = []
    redis.on('message', (_channel, text: string) => received.push(parsePush(text)))
    await redis.subscribe(memberChannel(member.id))
    const listReceived = <Type extends PushType>(type: Type) =>
      received.map(({ push }) => push).filter((push): push is PushOf<Type> => push.type === type)
    return { listReceived, wire: received }
  }
}
