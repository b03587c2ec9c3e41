import { create } from 'zustand'
import { ApiError } from '../lib/http/api-error.ts'
import { mapData } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { postNotes } from './api.ts'
import { changeOpened } from './store.ts'

/** How long after the last keystroke a note is saved. */
const SAVE_DELAY_MS = 800

type Note = { text: string; state: 'waiting' | 'saving' | 'saved' | 'failed'; problem?: string }

/** My notes about other members on this page, by user name, and their save state. */
export const useNotes = create<{ notes: ReadonlyMap<string, Note> }>(() => ({ notes: new Map() }))

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useNotes.setState({ notes: new Map() })
})

const noteOf = (name: string): Note | undefined => useNotes.getState().notes.get(name)
const setNote = (name: string, note: Note): void =>
  useNotes.setState(({ notes }) => ({ notes: new Map(notes).set(name, note) }))

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Saves a note, one request at a time; changes during a request are saved after it. */
export async function saveNote(name: string): Promise<void> {
  clearTimeout(timers.get(name))
  const note = noteOf(name)
  if (!note || note.state === 'saving' || note.state === 'saved') return
  setNote(name, { text: note.text, state: 'saving' })
  try {
    await postNotes(name, note.text)
    changeOpened(name, (member) =>
      mapData(member, (answer) => ({ ...answer, profile: { ...answer.profile, profileNotes: note.text || null } })),
    )
    applyOutcome(name, note.text, { text: note.text, state: 'saved' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    applyOutcome(name, note.text, {
      text: note.text,
      state: 'failed',
      problem: error.fields[0]?.message ?? error.message,
    })
  }
}

function applyOutcome(name: string, sent: string, outcome: Note): void {
  const now = noteOf(name)
  if (now?.text === sent) setNote(name, outcome)
  else if (now) {
    setNote(name, { text: now.text, state: 'waiting' })
    void saveNote(name)
  }
}

export function writeNote(name: string, text: string): void {
  const saving = noteOf(name)?.state === 'saving'
  setNote(name, { text, state: saving ? 'saving' : 'waiting' })
  clearTimeout(timers.get(name))
  if (!saving)
    timers.set(
      name,
      setTimeout(() => void saveNote(name), SAVE_DELAY_MS),
    )
}
