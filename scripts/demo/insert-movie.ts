import { randomUUID } from 'node:crypto'
import type { DatabaseTransaction } from '@app/server/db/database'
import type { PhotoStore } from '@app/server/photos/photo-store'
import { DEMO_ENTRIES, type DemoEntry } from './data/movie.ts'
import type { GetId } from './insert-members.ts'
import { createMediaId, insertPictures } from './insert-photos.ts'
import { ago } from './member.ts'
import { DEMO_MEMBERS } from './members.ts'
import { createRandom, shuffle } from './random.ts'

const SEED = 77
const MIRA = 'Mira'

/** Picks the given number of other members, no admins; Mira only if `likedByMira` is set. */
function pickFans({ author, likes, likedByMira }: DemoEntry, random: () => number): string[] {
  const others = DEMO_MEMBERS.filter(({ admin }) => !admin)
    .map(({ userName }) => userName)
    .filter((name) => name !== author && name !== MIRA)
  const names = shuffle(random, others)
  return (likedByMira ? [MIRA, ...names] : names).slice(0, likes)
}

/** Inserts photos in the feed with their likes, oldest first, so that ids ascend with time. */
export async function insertMovie(tx: DatabaseTransaction, store: PhotoStore, idOf: GetId, now: Date): Promise<void> {
  const random = createRandom(SEED)
  const entries = DEMO_ENTRIES.toReversed().map((entry, index) => ({
    entry,
    userName: entry.author,
    mediaId: createMediaId(),
    picture: { ...entry.picture, persons: 0, seed: SEED + index },
  }))
  await insertPictures(tx, store, { kind: 'MOVIE', pictures: entries, idOf, now })
  for (const { entry, mediaId } of entries) {
    const fans = pickFans(entry, random)
    const publishedAt = ago(now, entry.age)
    const { id: entryId } = await tx
      .insertInto('movie_entries')
      .values({
        ...{ authorId: idOf(entry.author), clientId: randomUUID(), mediaId, publishedAt },
        ...{ message: entry.message, altText: entry.altText, zoom: entry.zoom ?? 0, offsetX: 0, offsetY: 0 },
        likes: fans.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const likes = fans.map((name) => ({ entryId, memberId: idOf(name), stands: true, likedAt: publishedAt }))
    await tx.insertInto('movie_likes').values(likes).execute()
  }
}
