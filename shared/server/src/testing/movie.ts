import { randomUUID } from 'node:crypto'
import type { Ctx } from '../context.ts'
import { aPhoto } from './photos.ts'

type EntryOptions = {
  message?: string
  state?: 'PROCESSING' | 'READY' | 'FAILED'
  crop?: { zoom: number; offsetX: number; offsetY: number }
  createdAt?: Date
}

export type TestEntry = { id: string; mediaId: string }

const UNCROPPED = { zoom: 0, offsetX: 0, offsetY: 0 }

/** Creates a film entry with its picture, by default a rendered one. */
export async function anEntry(
  ctx: Pick<Ctx, 'db' | 'photos'>,
  author: { id: string },
  { message = 'Sista kvällen på berget', state = 'READY', crop = UNCROPPED, createdAt = new Date() }: EntryOptions = {},
): Promise<TestEntry> {
  const mediaId = await aPhoto(ctx, author, { movie: true, state, createdAt })
  const { id } = await ctx.db
    .insertInto('movie_entries')
    .values({
      ...{ authorId: author.id, clientId: randomUUID(), mediaId, message, altText: '', ...crop },
      publishedAt: createdAt.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, mediaId }
}
