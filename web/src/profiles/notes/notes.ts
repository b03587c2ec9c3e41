import { useEffect } from 'react'
import { create } from 'zustand'
import { useConnectivity } from '../../lib/device/online.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { errorTexts } from '../../lib/http/error-texts.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../../lib/http/loadable.ts'
import { saveBeforeLogOut } from '../../lib/http/log-out.ts'
import { getSession, useSessionState } from '../../lib/http/session.ts'
import { getTexts } from '../../lib/text/texts.ts'
import { getNotes, postNotes } from '../api.ts'
import { updateOpenedProfile } from '../store.ts'

/** The delay between the last keystroke and the request that saves the note. */
const SAVE_DELAY_MS = 800

/** A note as typed, and the state of its save; `offline` notes are saved once the server can be reached again. */
type Note = { text: string; state: 'waiting' | 'saving' | 'saved' | 'failed' | 'offline'; problem?: string }

/** The notes that the viewer has edited since login, with their save state, by the user name of the other member. */
export const useNotes = create<{ notes: ReadonlyMap<string, Note> }>(() => ({ notes: new Map() }))

/** The stored notes about members whose profile is not open, by their user name; empty without a note. */
const useStoredNotes = create<{ notes: ReadonlyMap<string, Loadable<string>> }>(() => ({ notes: new Map() }))

const saveTimers = new Map<string, ReturnType<typeof setTimeout>>()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  for (const timer of saveTimers.values()) clearTimeout(timer)
  saveTimers.clear()
  useNotes.setState({ notes: new Map() })
  useStoredNotes.setState({ notes: new Map() })
})

useConnectivity.subscribe(({ online }, previous) => {
  if (!online || previous.online) return
  for (const [name, { state }] of useNotes.getState().notes) if (state === 'offline') void saveNote(name)
})

const findNote = (name: string): Note | undefined => useNotes.getState().notes.get(name)
const setNote = (name: string, note: Note): void =>
  useNotes.setState(({ notes }) => ({ notes: new Map(notes).set(name, note) }))

const storedNoteOf = (name: string): Loadable<string> => useStoredNotes.getState().notes.get(name) ?? notStarted
const setStoredNote = (name: string, note: Loadable<string>): void =>
  useStoredNotes.setState(({ notes }) => ({ notes: new Map(notes).set(name, note) }))

/** Returns whether the member who sent a request is still logged in: its result must not reach the next member. */
const isCurrentSession = (sessionId: string | undefined): boolean => getSession()?.sessionId === sessionId

/** Loads the note about a member. */
export async function loadNote(name: string): Promise<void> {
  const sessionId = getSession()?.sessionId
  setStoredNote(name, loading(storedNoteOf(name)))
  const note = await getNotes(name).then(
    ({ notes }) => loaded(notes ?? ''),
    (error: unknown) => failed(storedNoteOf(name), error),
  )
  if (isCurrentSession(sessionId)) setStoredNote(name, note)
}

/** Returns the stored note about a member; loads it when it is first shown in a session. */
export function useStoredNote(name: string): Loadable<string> {
  useEffect(() => {
    const { state } = storedNoteOf(name)
    if (state !== 'loading' && state !== 'loaded') void loadNote(name)
  }, [name])
  return useStoredNotes(({ notes }) => notes.get(name)) ?? notStarted
}

/** Saves a note as soon as its field or the page is hidden. */
export function useSaveNoteOnLeave(name: string): void {
  useEffect(() => {
    const save = () => void saveNow(name)
    const onHide = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', onHide)
    // Some browsers do not report that a page that is left is hidden.
    window.addEventListener('pagehide', save)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [name])
}

/** The text of each note in the last request that has not ended, and the end of that request. */
const pendingSaves = new Map<string, { text: string; sent: Promise<void> }>()

/** Sends a note; the request outlives the page. */
async function sendNote(name: string, text: string): Promise<void> {
  const pending = { text, sent: postNotes(name, text) }
  pendingSaves.set(name, pending)
  await pending.sent.finally(() => {
    if (pendingSaves.get(name) === pending) pendingSaves.delete(name)
  })
}

/** Saves a note without waiting for a request with an earlier text, because the page or the session is about to end. */
async function saveNow(name: string): Promise<void> {
  const note = findNote(name)
  const pending = pendingSaves.get(name)
  if (note?.state === 'saving' && pending && pending.text !== note.text)
    await sendNote(name, note.text).catch(() => undefined)
  else await saveNote(name)
}

saveBeforeLogOut(async () => {
  await Promise.all([...useNotes.getState().notes.keys()].map(saveNow))
  await Promise.allSettled([...pendingSaves.values()].map(({ sent }) => sent))
})

/** Saves a note, one request at a time; changes during a request are saved after it. */
export async function saveNote(name: string): Promise<void> {
  clearTimeout(saveTimers.get(name))
  const note = findNote(name)
  if (!note || note.state === 'saving' || note.state === 'saved') return
  const sessionId = getSession()?.sessionId
  setNote(name, { text: note.text, state: 'saving' })
  try {
    await sendNote(name, note.text)
    if (!isCurrentSession(sessionId)) return
    updateOpenedProfile(name, (member) =>
      mapData(member, (response) => ({
        ...response,
        profile: { ...response.profile, profileNotes: note.text || null },
      })),
    )
    setStoredNote(name, loaded(note.text))
    applySaveResult(name, note.text, { text: note.text, state: 'saved' })
  } catch (error) {
    if (isCurrentSession(sessionId)) applySaveResult(name, note.text, toUnsaved(note, error))
    if (!(error instanceof ApiError)) throw error
  }
}

/** Returns the state of a note after the error of its save. */
function toUnsaved({ text }: Note, error: unknown): Note {
  if (!(error instanceof ApiError)) return { text, state: 'failed', problem: getTexts(errorTexts)('UNEXPECTED') }
  if (error.code === 'NETWORK' && !useConnectivity.getState().online) return { text, state: 'offline' }
  return { text, state: 'failed', problem: error.fields[0]?.message ?? error.message }
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
