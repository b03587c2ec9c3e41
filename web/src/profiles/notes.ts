import { create } from 'zustand'
import { ApiError } from '../lib/http/api-error.ts'
import { mapData } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { postNotes } from './api.ts'
import { updateOpenedProfile } from './store.ts'

/** The delay between the last keystroke and the request that saves the note. */
const SAVE_DELAY_MS = 800

/** A note as typed, and the state of its save. */
type Note = { text: string; state: 'waiting' | 'saving' | 'saved' | 'failed'; problem?: string }

/** The notes that the viewer has edited since login, with their save state, by the user name of the other member. */
export const useNotes = create<{ notes: ReadonlyMap<string, Note> }>(() => ({ notes: new Map() }))

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useNotes.setState({ notes: new Map() })
})

const findNote = (name: string): Note | undefined => useNotes.getState().notes.get(name)
const setNote = (name: string, note: Note): void =>
  useNotes.setState(({ notes }) => ({ notes: new Map(notes).set(name, note) }))

const saveTimers = new Map<string, ReturnType<typeof setTimeout>>()

/** Saves a note, one request at a time; changes during a request are saved after it. */
export async function saveNote(name: string): Promise<void> {
  clearTimeout(saveTimers.get(name))
  const note = findNote(name)
  if (!note || note.state === 'saving' || note.state === 'saved') return
  setNote(name, { text: note.text, state: 'saving' })
  try {
    await postNotes(name, note.text)
    updateOpenedProfile(name, (member) =>
      mapData(member, (response) => ({
        ...response,
        profile: { ...response.profile, profileNotes: note.text || null },
      })),
    )
    applySaveResult(name, note.text, { text: note.text, state: 'saved' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    applySaveResult(name, note.text, {
      text: note.text,
      state: 'failed',
      problem: error.fields[0]?.message ?? error.message,
    })
  }
}

/** Stores the result of a save, or saves again if the text has changed since the request. */
function applySaveResult(name: string, sentText: string, result: Note): void {
  const current = findNote(name)
  if (current?.text === sentText) setNote(name, result)
  else if (current) {
    setNote(name, { text: current.text, state: 'waiting' })
    void saveNote(name)
  }
}

/** Changes the text of a note, and schedules its save. */
export function changeNote(name: string, text: string): void {
  const isSaving = findNote(name)?.state === 'saving'
  setNote(name, { text, state: isSaving ? 'saving' : 'waiting' })
  clearTimeout(saveTimers.get(name))
  if (!isSaving)
    saveTimers.set(
      name,
      setTimeout(() => void saveNote(name), SAVE_DELAY_MS),
    )
}
