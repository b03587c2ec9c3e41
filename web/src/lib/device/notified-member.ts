import { create } from 'zustand'
import { readStored, writeStored } from './stored.ts'

const KEY = 'salong.notifications'

/** The key of the member whose notifications this device shows; null if it shows none. */
export const useNotifiedMember = create<{ memberKey: string | null }>(() => ({ memberKey: readStored(KEY) }))

export function setNotifiedMember(memberKey: string | null): void {
  writeStored(KEY, memberKey)
  useNotifiedMember.setState({ memberKey })
}
