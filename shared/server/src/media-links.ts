import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { MEDIA_LINK_LIFETIME } from '@app/contract/limits'
import { MEDIA_SIZES, type MediaSize } from '@app/contract/media'

/** What an address of a picture says, once its signature has been found right. */
export type MediaLink = { mediaId: string; size: MediaSize; viewerId: string; expiresAt: number }

export type MediaLinks = {
  /** A JSON text with the pictures' addresses in it signed for one viewer. */
  sign: (json: string, viewerId: string, now: Date) => string
  /** Null for an address that we have not signed, that was changed, or that has ended. */
  verify: (address: { id: string; variant: string; v: string; e: string; s: string }, now: Date) => MediaLink | null
}

const SECOND = 1_000
const HALF = MEDIA_LINK_LIFETIME / 2

/**
 * A value that names a picture, under a key of ours for addresses. What members write cannot look like it: quotes inside
 * of a text are escaped.
 */
const REFERENCE = /("(?:(?:\w*U|u)rl|image)":")media:([\w-]{22})\/(\d{1,3})\/(\w{5,6})"/g
const VARIANT = /^(\d{1,3})-(small|medium|large)\.webp$/

/** The same for all who ask within one half hour, so that browsers keep what they have fetched. */
const expiryAt = (now: Date): number => ((Math.floor(now.getTime() / HALF) + 2) * HALF) / SECOND

export function createMediaLinks(secret: string): MediaLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'media-links', 32))
  const signatureOf = (path: string, viewerId: string, expiry: string): Buffer =>
    createHmac('sha256', key).update(`${path}?${viewerId}&${expiry}`).digest().subarray(0, 16)

  return {
    sign(json, viewerId, now) {
      if (!json.includes('":"media:')) return json
      const expiry = String(expiryAt(now))
      // One list often names a picture more than once.
      const signed = new Map<string, string>()
      return json.replace(REFERENCE, (_, field, id, revision, size) => {
        const path = `/media/${id}/${revision}-${size}.webp`
        const signature = signed.get(path) ?? signatureOf(path, viewerId, expiry).toString('base64url')
        signed.set(path, signature)
        return `${field}${path}?v=${viewerId}&e=${expiry}&s=${signature}"`
      })
    },

    verify({ id, variant, v, e, s }, now) {
      const size = VARIANT.exec(variant)?.[2]
      if (!size || !(size in MEDIA_SIZES) || !/^\d{1,12}$/.test(e)) return null
      const expected = signatureOf(`/media/${id}/${variant}`, v, e)
      const given = Buffer.from(s, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const expiresAt = Number(e) * SECOND
      return expiresAt > now.getTime() ? { mediaId: id, size: size as MediaSize, viewerId: v, expiresAt } : null
    },
  }
}
