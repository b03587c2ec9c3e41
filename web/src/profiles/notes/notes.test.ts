import { StoredNotes } from '@app/contract/members/profiles'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, onPost, respondEmpty, respondWith } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { nora } from '../../testing-next-member.ts'
import { changeNote, saveNote, useNotes, useStoredNote } from './notes.ts'

setUpFreshDevice()

/** Starts to save Mira's note about Linn. Returns a function that lets the save succeed. */
async function startSave() {
  let respond: (response: Response) => void = () => undefined
  const requests = onPost('profiles/:name/notes', () => new Promise<Response>((resolve) => (respond = resolve)))
  startSession(mira)
  changeNote('Linn', 'Gillar båtar')
  const saving = saveNote('Linn')
  await waitFor(() => expect(requests).toHaveLength(1))
  return async () => {
    respond(new Response(null, { status: 204 }))
    await saving
  }
}

test('a note that is saved while its writer logs out is not stored for the next member', async () => {
  const finish = await startSave()
  startSession(nora)
  await finish()
  onGet('profiles/:name/notes', respondWith(StoredNotes, { notes: 'Av Nora' }))
  const { result } = renderHook(() => useStoredNote('Linn'))
  await waitFor(() => expect(result.current.data).toBe('Av Nora'))
})

test("the save of a note does not mark the next member's note with the same text as saved", async () => {
  const finish = await startSave()
  startSession(nora)
  changeNote('Linn', 'Gillar båtar')
  await finish()
  expect(useNotes.getState().notes.get('Linn')).toEqual({ text: 'Gillar båtar', state: 'waiting' })
})

test('a note whose save ends with an unexpected error can be saved again', async () => {
  startSession(mira)
  changeNote('Linn', 'Gillar båtar')
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new DOMException('stopped', 'AbortError'))
  await expect(saveNote('Linn')).rejects.toMatchObject({ name: 'AbortError' })
  fetch.mockRestore()
  expect(useNotes.getState().notes.get('Linn')).toMatchObject({ text: 'Gillar båtar', state: 'failed' })
  onPost('profiles/:name/notes', respondEmpty)
  await saveNote('Linn')
  expect(useNotes.getState().notes.get('Linn')).toEqual({ text: 'Gillar båtar', state: 'saved' })
})
