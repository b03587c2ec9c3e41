import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { MEDIA_LINK_LIFETIME } from '@app/contract/limits'
import { MEDIA_SIZES, type MediaSize } from '@app/contract/media'
import { type Identity, identityText } from '../accounts/identity.ts'

/** The content of a picture's signed URL, after its signature was verified. */
export type MediaLink = { mediaId: string; size: MediaSize; viewerId: string; viewerTag: string; expiresAt: number }

export type MediaLinks = {
  /** Signs the URLs of pictures in a JSON text for one viewer. */
  sign: (json: string, viewer: Identity, now: Date) => string
  /** Returns null for a URL that this installation did not sign, that was altered, or that has expired. */
  verify: (address: { id: string; variant: string; v: string; e: string; s: string }, now: Date) => MediaLink | null
  /** Returns whether a URL was signed for this member, and not for an earlier one with the same id. */
  isIssuedTo: (link: MediaLink, viewer: Identity) => boolean
}

const SECOND = 1_000
const HALF_LIFETIME = MEDIA_LINK_LIFETIME / 2

/** The lengths in bytes of the two parts of `s`: the signature, and the tag of the viewer. */
const SIGNATURE = 16
const TAG = 6

/**
 * A reference to a picture as the value of a key for URLs. Texts of members cannot match, since quotes inside of a JSON
 * string are escaped.
 */
const REFERENCE = /("(?:(?:\w*U|u)rl|image)":")media:([\w-]{22})\/(\d{1,3})\/(\w{5,6})"/g
const VARIANT = /^(\d{1,3})-(small|medium|large)\.webp$/

/** Returns the same expiry for all requests within one half hour, so that browsers can cache pictures. */
const expiryAt = (now: Date): number => ((Math.floor(now.getTime() / HALF_LIFETIME) + 2) * HALF_LIFETIME) / SECOND

export function createMediaLinks(secret: string): MediaLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'media-links', 32))
  const digestOf = (text: string, bytes: number): Buffer =>
    createHmac('sha256', key).update(text).digest().subarray(0, bytes)
  const signatureOf = (path: string, viewerId: string, expiry: string, tag: Buffer): Buffer =>
    Buffer.concat([digestOf(`${path}?${viewerId}&${expiry}&${tag.toString('hex')}`, SIGNATURE), tag])
  const tagOf = (viewer: Identity): Buffer => digestOf(identityText(viewer), TAG)

  return {
    sign(json, viewer, now) {
      if (!json.includes('":"media:')) return json
      const expiry = String(expiryAt(now))
      const tag = tagOf(viewer)
      // A list often contains the same picture more than once.
      const signed = new Map<string, string>()
      return json.replace(REFERENCE, (_, field, id, revision, size) => {
        const path = `/media/${id}/${revision}-${size}.webp`
        const signature = signed.get(path) ?? signatureOf(path, viewer.id, expiry, tag).toString('base64url')
        signed.set(path, signature)
        return `${field}${path}?v=${viewer.id}&e=${expiry}&s=${signature}"`
      })
    },

    verify({ id, variant, v, e, s }, now) {
      const size = VARIANT.exec(variant)?.[2]
      if (!size || !(size in MEDIA_SIZES) || !/^\d{1,12}$/.test(e)) return null
      const provided = Buffer.from(s, 'base64url')
      const tag = provided.subarray(SIGNATURE)
      const expected = signatureOf(`/media/${id}/${variant}`, v, e, tag)
      if (tag.length !== TAG) return null
      if (provided.length !== expected.length || !timingSafeEqual(provided, expected)) return null
      const expiresAt = Number(e) * SECOND
      if (expiresAt <= now.getTime()) return null
      return { mediaId: id, size: size as MediaSize, viewerId: v, viewerTag: tag.toString('hex'), expiresAt }
    },

    isIssuedTo: ({ viewerTag }, viewer) => viewerTag === tagOf(viewer).toString('hex'),
  }
}
