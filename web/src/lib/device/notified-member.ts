import { create } from 'zustand'
import { readStored, writeStored } from './stored.ts'

const KEY = 'salong.notifications'

/** The key of the member whose notifications this device shows; null if it shows none. */
export const useNotifyingMember = create<{ member: string | null }>(() => ({ member: readStored(KEY) }))

export function setNotifyingMember(member: string | null): void {
  writeStored(KEY, member)
  useNotifyingMember.setState({ member })
}
