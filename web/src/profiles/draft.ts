import { create } from 'zustand'
import { readStored, writeStored } from '../lib/device/stored.ts'
import type { Changes } from './values.ts'

type Draft = { member: string | null; changes: Changes }

/** The unsaved changes of the member's own profile; only on this device, and shared by all its tabs. */
export const useDraft = create<Draft>(() => ({ member: null, changes: {} }))

export const hasChanges = (): boolean => Object.keys(useDraft.getState().changes).length > 0

const keyOf = (member: string): string => `salong.profile-draft.${member}`

function parse(stored: string | null): Changes {
  try {
    return JSON.parse(stored ?? '{}') as Changes
  } catch {
    return {}
  }
}

export function setChanges(changes: Changes): void {
  const { member } = useDraft.getState()
  useDraft.setState({ changes })
  if (member !== null) writeStored(keyOf(member), Object.keys(changes).length > 0 ? JSON.stringify(changes) : null)
}

/** Loads the draft after login. Returns a function that clears it from this page, but not from the device. */
export function openDraft(member: string): () => void {
  useDraft.setState({ member, changes: parse(readStored(keyOf(member))) })
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(member) || key === null) useDraft.setState({ changes: parse(newValue) })
  }
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener('storage', onStorage)
    useDraft.setState({ member: null, changes: {} })
  }
}

export const removeDraftOf = (member: string): void => writeStored(keyOf(member), null)
