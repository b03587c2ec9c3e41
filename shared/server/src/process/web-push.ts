import { createECDH, hkdfSync } from 'node:crypto'

/** The key pair that identifies this installation to push services (VAPID), in base64url. */
export type PushKey = {
  /** The uncompressed point, as browsers expect it. */
  publicKey: string
  privateKey: string
}

/** Derives the key pair from a secret. */
export function derivePushKey(secret: string): PushKey {
  const privateKey = Buffer.from(hkdfSync('sha256', secret, '', 'web-push', 32))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

const HOST = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/
/** Only for tests and development: a push service on this machine. */
const LOCAL_HOST = /^localhost:\d{1,5}$/

/**
 * Parses `WEB_PUSH_HOSTS`: host names of push services, with `*.` for any subdomain. Returns undefined for anything else,
 * such as an IP address or a name with a port. Only outside production, accepts `localhost` with a port.
 */
export function parsePushHosts(text: string, { production }: { production: boolean }): string[] | undefined {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  const isAllowed = (host: string) => HOST.test(host) || (!production && LOCAL_HOST.test(host))
  return hosts.every(isAllowed) ? hosts : undefined
}

/**
 * Returns whether notifications may be sent to this URL, which a member's browser supplied: it must use HTTPS and name
 * an allowed host, without credentials, and with a port only if the allowed host has one.
 */
export function isPushServiceUrl(text: string, hosts: string[]): boolean {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  return hosts.some((host) =>
    host.startsWith('*.') ? url.host.endsWith(host.slice(1)) && url.host.length > host.length - 1 : url.host === host,
  )
}
