import { create } from 'zustand'
import { readStored, writeStored } from '../lib/device/stored.ts'
import { useSessionState } from '../lib/http/session.ts'
import type { FirstPhotoAlbum } from './first-photo-album.ts'
import { draftKey } from './member-data.ts'
import type { WelcomeValues } from './values.ts'

/**
 * The unsaved input of the welcome; `photoId` is the photo that the member uploaded there, `shownId` the one whose
 * audience they chose, which may be older.
 */
export type WelcomeChanges = Partial<WelcomeValues> & { photoId?: string; shownId?: string; audience?: FirstPhotoAlbum }

type Draft = { memberKey: string | null; changes: WelcomeChanges }

export const useWelcomeDraft = create<Draft>(() => ({ memberKey: null, changes: {} }))

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useWelcomeDraft.setState({ memberKey: null, changes: {} })
})

function parse(storedChanges: string | null): WelcomeChanges {
  try {
    return (JSON.parse(storedChanges ?? '{}') as WelcomeChanges | null) ?? {}
  } catch {
    return {}
  }
}

/** Loads a member's draft from the device. It stays there until it is saved, or the member logs out. */
export function openWelcomeDraft(memberKey: string): void {
  if (useWelcomeDraft.getState().memberKey === memberKey) return
  useWelcomeDraft.setState({ memberKey, changes: parse(readStored(draftKey(memberKey))) })
}

/** Changes entries of the draft; undefined removes one. */
export function changeWelcomeDraft(change: { [Key in keyof WelcomeChanges]: WelcomeChanges[Key] | undefined }): void {
  const { memberKey, changes } = useWelcomeDraft.getState()
  const entries = Object.entries({ ...changes, ...change }).filter(([, value]) => value !== undefined)
  const next = Object.fromEntries(entries) as WelcomeChanges
  useWelcomeDraft.setState({ changes: next })
  if (memberKey !== null) writeStored(draftKey(memberKey), entries.length > 0 ? JSON.stringify(next) : null)
}
