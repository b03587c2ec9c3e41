import { OLDEST_CLIENT_VERSION } from '@app/contract/product'

const VERSION = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/

const partsOf = (version: string): number[] | undefined => VERSION.exec(version)?.slice(1).map(Number)

/** Whether a client that says this of itself has to load itself anew. One that says nothing readable need not. */
export function isOutdated(header: string | string[] | undefined, oldest = OLDEST_CLIENT_VERSION): boolean {
  const [client, supported] = [partsOf(String(header)), partsOf(oldest)]
  if (!client || !supported) return false
  const place = client.findIndex((part, index) => part !== supported[index])
  return place >= 0 && (client[place] ?? 0) < (supported[place] ?? 0)
}
