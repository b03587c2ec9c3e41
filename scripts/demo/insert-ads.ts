import { randomUUID } from 'node:crypto'
import { adKindOf } from '@app/server/ads/kinds'
import type { DatabaseTransaction } from '@app/server/db/database'
import { DEMO_ADS } from './data/ads.ts'
import type { GetId } from './insert-members.ts'
import { ago } from './member.ts'

/** Inserts ads, oldest first, so that ids ascend with time. */
export async function insertAds(tx: DatabaseTransaction, idOf: GetId, now: Date): Promise<void> {
  for (const { author, age, title, content } of DEMO_ADS.toReversed()) {
    const authorId = idOf(author)
    await tx
      .insertInto('ads')
      .values({
        authorId,
        clientId: randomUUID(),
        title,
        content,
        kind: adKindOf(authorId),
        publishedAt: ago(now, age),
      })
      .execute()
  }
}
