import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
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
  // Node converts a key that is not a KeyObject again for each signature, which takes several times as long as signing.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'media-links', 32)))
  // As text, because Node allocates memory outside of its heap for each digest that it returns as a buffer.
  const computeDigest = (text: string): string => createHmac('sha256', key).update(text).digest('binary')
  const computeViewerTag = (viewer: Identity): Buffer =>
    Buffer.from(computeDigest(identityText(viewer)), 'latin1').subarray(0, TAG_BYTES)
  /** Returns a function that computes the parameter `s`. It reuses one buffer, so copy the result to keep it. */
  const createSignatures = (viewerId: string, expiry: string, tag: Buffer): ((path: string) => Buffer) => {
    const signature = Buffer.concat([Buffer.alloc(SIGNATURE_BYTES), tag])
    const suffix = `?${viewerId}&${expiry}&${tag.toString('hex')}`
    return (path) => {
      signature.write(computeDigest(path + suffix), 0, SIGNATURE_BYTES, 'latin1')
      return signature
    }
  }

  return {
    createSigner(viewer, now) {
      const expiry = String(computeExpirySeconds(now))
      let computeSignature: ReturnType<typeof createSignatures> | undefined
      const queries = new Map<string, string>()
      const createQuery = (rendering: string): string => {
        computeSignature ??= createSignatures(viewer.id, expiry, computeViewerTag(viewer))
        const signature = computeSignature(`/media/${rendering}`).toString('base64url')
        const query = `?v=${viewer.id}&e=${expiry}&s=${signature}`
        queries.set(rendering, query)
        return query
      }
      return (reference) => {
        const [, rendering, size] = REFERENCE.exec(String(reference)) ?? []
        if (!rendering) throw new Error('a picture to sign has no valid media reference')
        return `/media/${rendering}-${size}.webp${queries.get(rendering) ?? createQuery(rendering)}`
      }
    },

    verify({ id, variant, v, e, s }, now) {
      const [, rotation, size] = VARIANT.exec(variant) ?? []
      if (!size || !/^\d{1,12}$/.test(e)) return null
      const provided = Buffer.from(s, 'base64url')
      const tag = provided.subarray(SIGNATURE_BYTES)
      const expected = createSignatures(v, e, tag)(`/media/${id}/${rotation}`)
      if (tag.length !== TAG_BYTES) return null
      if (provided.length !== expected.length || !timingSafeEqual(provided, expected)) return null
      const expiresAt = Number(e) * SECOND_MS
      if (expiresAt <= now.getTime()) return null
      return { mediaId: id, size: size as MediaSize, viewerId: v, viewerTag: tag.toString('hex'), expiresAt }
    },

    isIssuedTo: ({ viewerTag }, viewer) => viewerTag === computeViewerTag(viewer).toString('hex'),
  }
}
