import { randomInt } from 'node:crypto'
import type { PushType, UnsignedPushOf } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { memberChannel, parsePush, type WirePush } from '@app/server/delivery/pushes'
import { createBlockingRedis } from '@app/server/redis/connections'
import { afterTest, asOwner } from '@app/server/testing/context'
import type { TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'

/**
 * Returns a function that subscribes to a member's pushes as a hub does. Must run before the test creates members,
 * whose ids it makes unique among all test files.
 */
export async function setUpTestSubscribers({ db, config }: Pick<Ctx, 'db' | 'config'>) {
  // All test files share one Redis, whose channels are named after member ids.
  await asOwner(db, sql`alter table members alter column id restart with ${sql.lit(randomInt(1e6, 2 ** 47))}`)
  return async (member: TestMember) => {
    const redis = createBlockingRedis(config.redisUrl)
    afterTest(async () => redis.disconnect())
    await redis.connect()
    const receivedPushes: WirePush[] = []
    redis.on('message', (_channel, text: string) => receivedPushes.push(parsePush(text)))
    await redis.subscribe(memberChannel(member.id))
    const listReceived = <Type extends PushType>(type: Type) =>
      receivedPushes.map(({ push }) => push).filter((push): push is UnsignedPushOf<Type> => push.type === type)
    return { listReceived, receivedPushes }
  }
}
