import { newClientId } from '../http/client-id.ts'
import { readStored, writeStored } from './stored.ts'

const KEY = 'salong.device'

/** Returns the random key of this browser, by which an account recognizes a login from it. */
export function getDeviceKey(): string {
  const key = readStored(KEY) ?? newClientId()
  writeStored(KEY, key)
  return key
}
