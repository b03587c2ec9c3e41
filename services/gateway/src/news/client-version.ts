import { OLDEST_CLIENT_VERSION } from '@app/contract/product'

const VERSION_PATTERN = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/

const parseVersion = (version: string): number[] | undefined => VERSION_PATTERN.exec(version)?.slice(1).map(Number)

/** Returns whether a client with this version header has to reload; false if the version is missing or unreadable. */
export function isOutdated(header: string | string[] | undefined, oldest = OLDEST_CLIENT_VERSION): boolean {
  const [client, supported] = [parseVersion(String(header)), parseVersion(oldest)]
  if (!client || !supported) return false
  const firstDifference = client.findIndex((part, index) => part !== supported[index])
  return firstDifference >= 0 && (client[firstDifference] ?? 0) < (supported[firstDifference] ?? 0)
}
