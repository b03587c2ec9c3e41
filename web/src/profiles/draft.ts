import { create } from 'zustand'
import { readStored, writeStored } from '../lib/device/stored.ts'
import type { Changes } from './values.ts'

type Draft = { memberKey: string | null; changes: Changes }

/** The unsaved changes to the member's own profile. The device stores them, and all its tabs share them. */
export const useDraft = create<Draft>(() => ({ memberKey: null, changes: {} }))

export const hasUnsavedChanges = (): boolean => Object.keys(useDraft.getState().changes).length > 0

const storageKey = (memberKey: string): string => `salong.profile-draft.${memberKey}`

function parse(storedChanges: string | null): Changes {
  try {
    return (JSON.parse(storedChanges ?? '{}') as Changes | null) ?? {}
  } catch {
    return {}
  }
}

export function setChanges(changes: Changes): void {
  const { memberKey } = useDraft.getState()
  useDraft.setState({ changes })
  if (memberKey !== null)
    writeStored(storageKey(memberKey), Object.keys(changes).length > 0 ? JSON.stringify(changes) : null)
}

/** Loads the draft after login. Returns a function that clears it from this page, but not from the device. */
export function openDraft(memberKey: string): () => void {
  useDraft.setState({ memberKey, changes: parse(readStored(storageKey(memberKey))) })
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey(memberKey) || key === null) useDraft.setState({ changes: parse(newValue) })
  }
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener('storage', onStorage)
    useDraft.setState({ memberKey: null, changes: {} })
  }
}

export const deleteDraft = (memberKey: string): void => writeStored(storageKey(memberKey), null)
