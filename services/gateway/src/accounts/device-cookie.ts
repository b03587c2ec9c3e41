import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { emailKey } from '@app/contract/text/emails'
import type { Config } from '@app/server/process/config'
import { API_PREFIX } from '../http/api.ts'

/** The longest lifetime that browsers allow for a cookie. */
const COOKIE_LIFETIME_SECONDS = 400 * 24 * 60 * 60

const keysBySecret = new Map<string, Buffer>()

function computeDigest(secret: string, text: string): Buffer {
  const key = keysBySecret.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'device-cookies', 32))
  keysBySecret.set(secret, key)
  return createHmac('sha256', key).update(text).digest()
}

/** Returns the name of the cookie for one account, because several accounts may log in from the same browser. */
const getCookieName = (secret: string, addressKey: string): string =>
  `device-${computeDigest(secret, `name ${addressKey}`).subarray(0, 6).toString('base64url')}`

const signBrowserId = (secret: string, addressKey: string, browserId: string): Buffer =>
  computeDigest(secret, `device ${addressKey} ${browserId}`)

/**
 * Creates the Set-Cookie header for the cookie that a browser keeps after a login, even across a logout: a random id,
 * signed for this account. It authorizes nothing: it gives the browser's login attempts a limit of their own, and marks
 * the browser as known, so that its next login causes no email about a new device.
 */
export function createDeviceCookie({ sessionSecret, publicUrl }: Config, email: string): string {
  const addressKey = emailKey(email)
  const browserId = randomBytes(16).toString('base64url')
  const value = `${browserId}.${signBrowserId(sessionSecret, addressKey, browserId).toString('base64url')}`
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const path = `${API_PREFIX}/members`
  const attributes = `Max-Age=${COOKIE_LIFETIME_SECONDS}; Path=${path}; HttpOnly; SameSite=Strict${secure}`
  return `${getCookieName(sessionSecret, addressKey)}=${value}; ${attributes}`
}

/** Returns the id of a browser that has logged in to this account before, or null for any other. */
export function findKnownBrowserId(
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  cookies: string | undefined,
  email: string,
): string | null {
  const addressKey = emailKey(email)
  const prefix = `${getCookieName(sessionSecret, addressKey)}=`
  const value = cookies?.split('; ').find((cookie) => cookie.startsWith(prefix))
  const [browserId = '', signature = ''] = value?.slice(prefix.length).split('.') ?? []
  const actual = Buffer.from(signature, 'base64url')
  const expected = signBrowserId(sessionSecret, addressKey, browserId)
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? browserId : null
}
