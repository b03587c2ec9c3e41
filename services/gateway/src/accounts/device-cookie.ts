import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { emailKey } from '@app/contract/text/emails'
import type { Config } from '@app/server/process/config'
import { API } from '../http/api.ts'

/** The longest lifetime that browsers allow for a cookie. */
const COOKIE_LIFETIME_SECONDS = 400 * 24 * 60 * 60

const keys = new Map<string, Buffer>()

function computeDigest(secret: string, text: string): Buffer {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'device-cookies', 32))
  keys.set(secret, key)
  return createHmac('sha256', key).update(text).digest()
}

/** Returns the cookie's name: there is one cookie for each account that this browser logs in to. */
const cookieNameFor = (secret: string, account: string): string =>
  `device-${computeDigest(secret, `name ${account}`).subarray(0, 6).toString('base64url')}`

const signDevice = (secret: string, account: string, device: string): Buffer =>
  computeDigest(secret, `device ${account} ${device}`)

/**
 * Creates the cookie that a browser keeps after a login, even across a logout: a random id, signed for this account. It
 * authorizes nothing; it only gives the browser's attempts a limit of their own.
 */
export function createDeviceCookie({ sessionSecret, publicUrl }: Config, email: string): string {
  const account = emailKey(email)
  const device = randomBytes(16).toString('base64url')
  const value = `${device}.${signDevice(sessionSecret, account, device).toString('base64url')}`
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const attributes = `Max-Age=${COOKIE_LIFETIME_SECONDS}; Path=${API}/members; HttpOnly; SameSite=Strict${secure}`
  return `${cookieNameFor(sessionSecret, account)}=${value}; ${attributes}`
}

/** Returns the id of a browser that has logged in to this account before, null for any other. */
export function findKnownDevice({ sessionSecret }: Config, cookies: string | undefined, email: string): string | null {
  const account = emailKey(email)
  const prefix = `${cookieNameFor(sessionSecret, account)}=`
  const value = cookies?.split('; ').find((cookie) => cookie.startsWith(prefix))
  const [device = '', signature = ''] = value?.slice(prefix.length).split('.') ?? []
  const actual = Buffer.from(signature, 'base64url')
  const expected = signDevice(sessionSecret, account, device)
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? device : null
}
