import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { EXPORT_LINK_LIFETIME } from '@app/contract/limits'

/** `sessionHash` is that of the requesting session, in base64url. */
export type ExportLink = { exportId: string; sessionHash: string }

type UrlParts = Record<'id' | 'v' | 'e' | 's', string>

const keys = new Map<string, Buffer>()

function deriveKey(secret: string): Buffer {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'exports', 32))
  keys.set(secret, key)
  return key
}

const createSignature = (secret: string, { exportId, sessionHash }: ExportLink, expiry: string): Buffer =>
  createHmac('sha256', deriveKey(secret)).update(`${exportId}?${sessionHash}&${expiry}`).digest()

/** Creates the signed URL of an archive: valid for a limited time, and no longer than the requesting session. */
export function createExportUrl(secret: string, link: ExportLink, now: Date): string {
  const expiry = String(now.getTime() + EXPORT_LINK_LIFETIME)
  const signature = createSignature(secret, link, expiry).toString('base64url')
  return `/media/export/${link.exportId}?v=${link.sessionHash}&e=${expiry}&s=${signature}`
}

/** Verifies an export's URL. Returns null if it was not issued by this service, was changed, or has expired. */
export function parseExportUrl(secret: string, { id, v, e, s }: UrlParts, now: Date): ExportLink | null {
  const link = { exportId: id, sessionHash: v }
  const expected = createSignature(secret, link, e)
  const actual = Buffer.from(s, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  return Number(e) > now.getTime() ? link : null
}
