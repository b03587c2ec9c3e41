import type { Readable } from 'node:stream'
import type { Ctx } from '@app/server/context'
import { runNamed } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import type { MediaLink } from '@app/server/photos/media-links'
import { variantKey } from '@app/server/photos/photo-store'
import { selectVisiblePicture, type VisiblePicture } from '@app/server/policies/photos'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'

/** The parameters of a media URL; `v` is the viewer, `e` the expiry and `s` the signature. */
type UrlParts = Record<'id' | 'variant' | 'v' | 'e' | 's', string>

/** The time for which a browser may cache a picture: short, since the picture can become hidden from the viewer. */
const CACHE_SECONDS = 60

/** Returns false if a parameter is missing or repeated; a repeated one is parsed as a list. */
const isUrlParts = (parts: Record<string, unknown>): parts is UrlParts =>
  [parts.id, parts.variant, parts.v, parts.e, parts.s].every((part) => typeof part === 'string')

function parseLink({ links, now }: Ctx, { params, query }: FastifyRequest): MediaLink | null {
  const parts = { ...(query as object), ...(params as object) }
  return isUrlParts(parts) ? links.verify(parts, now()) : null
}

async function findVisiblePicture({ pool, db, links }: Ctx, link: MediaLink): Promise<VisiblePicture | undefined> {
  const { mediaId, viewerId } = link
  const [picture] = await runNamed(pool, 'open-picture', selectVisiblePicture(mediaId, viewerId).compile(db))
  return picture && links.isIssuedTo(link, { id: viewerId, registeredAt: picture.viewerRegisteredAt })
    ? picture
    : undefined
}

/**
 * Sends the picture in its current rotation. The rotation in the URL only prevents browsers from showing an outdated
 * picture from their cache.
 */
async function sendPicture(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<Readable | undefined> {
  const link = parseLink(ctx, request)
  const picture = link && (await findVisiblePicture(ctx, link))
  if (!picture) throw new AppError('NOT_FOUND')
  const etag = `"${link.mediaId}-${picture.drawnRotation}-${link.size}"`
  const headers = { 'cache-control': `private, max-age=${CACHE_SECONDS}`, etag }
  if (request.headers['if-none-match'] === etag) return void (await reply.code(304).headers(headers).send())
  const file = await ctx.photos.open(variantKey(link.mediaId, picture.drawnRotation, link.size))
  if (!file) throw new AppError('NOT_FOUND')
  reply.headers({ ...headers, 'content-type': 'image/webp' })
  return file
}

/**
 * Serves pictures under signed URLs that name the viewer, the picture and the expiry, because a browser cannot send a
 * session token with an image request. Every rejected URL gets the same response.
 */
export function registerMedia(app: App, ctx: Ctx): void {
  app.get('/media/:id/:variant', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return (await sendPicture(ctx, request, reply)) ?? reply
  })
}
