import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { EXPORT_LINK_LIFETIME_MS } from '@app/contract/limits'

/** The content of an archive's URL. `sessionHash` is the hash of the requesting session, in base64url. */
export type ExportLink = { exportId: string; sessionHash: string }

/** The parameters of an archive's URL: its id, the session's hash, the expiry in milliseconds and the signature. */
type UrlParameters = Record<'id' | 'v' | 'e' | 's', string>

const keysBySecret = new Map<string, Buffer>()

function deriveKey(secret: string): Buffer {
  const key = keysBySecret.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'exports', 32))
  keysBySecret.set(secret, key)
  return key
}

const createSignature = (secret: string, { exportId, sessionHash }: ExportLink, expiry: string): Buffer =>
  createHmac('sha256', deriveKey(secret)).update(`${exportId}?${sessionHash}&${expiry}`).digest()

/**
 * Creates the signed URL of an archive, valid for `EXPORT_LINK_LIFETIME_MS` but no longer than the requesting session.
 */
export function createExportUrl(secret: string, link: ExportLink, now: Date): string {
  const expiry = String(now.getTime() + EXPORT_LINK_LIFETIME_MS)
  const signature = createSignature(secret, link, expiry).toString('base64url')
  return `/media/export/${link.exportId}?v=${link.sessionHash}&e=${expiry}&s=${signature}`
}

/** Verifies the URL of an archive. Returns null if the signature is wrong or the URL has expired. */
export function parseExportUrl(secret: string, { id, v, e, s }: UrlParameters, now: Date): ExportLink | null {
  const link = { exportId: id, sessionHash: v }
  const expected = createSignature(secret, link, e)
  const actual = Buffer.from(s, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  return Number(e) > now.getTime() ? link : null
}
