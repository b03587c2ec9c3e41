import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { MEDIA_LINK_LIFETIME_MS } from '@app/contract/limits'
import type { MediaSize } from '@app/contract/media'
import { type Identity, identityText } from '../accounts/identity.ts'
import type { Signer } from './sign-pictures.ts'

/** The content of a picture's verified URL; `expiresAt` in epoch milliseconds. */
export type MediaLink = { mediaId: string; size: MediaSize; viewerId: string; viewerTag: string; expiresAt: number }

export type MediaLinks = {
  /** Creates a signer for one viewer. It computes one signature per picture, which the variants share. */
  createSigner: (viewer: Identity, now: Date) => Signer
  /**
   * Verifies the parts of a URL: its path and its query. Returns null if this installation did not sign it, or if it
   * was altered or has expired.
   */
  verify: (urlParts: { id: string; variant: string; v: string; e: string; s: string }, now: Date) => MediaLink | null
  /** Returns whether a URL was signed for this member, and not for an earlier one with the same id. */
  isIssuedTo: (link: MediaLink, viewer: Identity) => boolean
}

const SECOND_MS = 1_000
const HALF_LIFETIME_MS = MEDIA_LINK_LIFETIME_MS / 2

/** The lengths of the two parts of the parameter `s`: the signature, and the tag that identifies the viewer. */
const SIGNATURE_BYTES = 16
const TAG_BYTES = 6

const REFERENCE = /^media:([\w-]{22}\/\d{1,3})\/(small|medium|large)$/
const VARIANT = /^(\d{1,3})-(small|medium|large)\.webp$/

/**
 * Returns the expiry of a URL in epoch seconds. It is the same for all URLs signed within the same half hour of the
 * clock, so that browsers can cache pictures.
 */
const computeExpirySeconds = (now: Date): number =>
  ((Math.floor(now.getTime() / HALF_LIFETIME_MS) + 2) * HALF_LIFETIME_MS) / SECOND_MS

export function createMediaLinks(secret: string): MediaLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'media-links', 32))
  const computeDigest = (text: string, bytes: number): Buffer =>
    createHmac('sha256', key).update(text).digest().subarray(0, bytes)
  const computeSignature = (path: string, viewerId: string, expiry: string, tag: Buffer): Buffer =>
    Buffer.concat([computeDigest(`${path}?${viewerId}&${expiry}&${tag.toString('hex')}`, SIGNATURE_BYTES), tag])
  const computeViewerTag = (viewer: Identity): Buffer => computeDigest(identityText(viewer), TAG_BYTES)

  return {
    createSigner(viewer, now) {
      const expiry = String(computeExpirySeconds(now))
      let tag: Buffer | undefined
      const queries = new Map<string, string>()
      const createQuery = (path: string): string => {
        tag ??= computeViewerTag(viewer)
        const signature = computeSignature(path, viewer.id, expiry, tag).toString('base64url')
        const query = `?v=${viewer.id}&e=${expiry}&s=${signature}`
        queries.set(path, query)
        return query
      }
      return (reference) => {
        const [, rendering, size] = REFERENCE.exec(String(reference)) ?? []
        if (!rendering) throw new Error('a picture to sign has no valid media reference')
        const path = `/media/${rendering}`
        return `${path}-${size}.webp${queries.get(path) ?? createQuery(path)}`
      }
    },

    verify({ id, variant, v, e, s }, now) {
      const [, rotation, size] = VARIANT.exec(variant) ?? []
      if (!size || !/^\d{1,12}$/.test(e)) return null
      const provided = Buffer.from(s, 'base64url')
      const tag = provided.subarray(SIGNATURE_BYTES)
      const expected = computeSignature(`/media/${id}/${rotation}`, v, e, tag)
      if (tag.length !== TAG_BYTES) return null
      if (provided.length !== expected.length || !timingSafeEqual(provided, expected)) return null
      const expiresAt = Number(e) * SECOND_MS
      if (expiresAt <= now.getTime()) return null
      return { mediaId: id, size: size as MediaSize, viewerId: v, viewerTag: tag.toString('hex'), expiresAt }
    },

    isIssuedTo: ({ viewerTag }, viewer) => viewerTag === computeViewerTag(viewer).toString('hex'),
  }
}
