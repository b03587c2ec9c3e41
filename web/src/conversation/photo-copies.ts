import { useSessionState } from '../lib/session.ts'
import type { OutgoingPhoto } from './outbox-db.ts'

/** A photo that this page has sent or is about to: shown until the server's own has come. */
type Copy = { url: string; ratio: number }

const copies = new Map<string, Copy>()

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId === before.session?.sessionId) return
  for (const { url } of copies.values()) URL.revokeObjectURL(url)
  copies.clear()
})

/** The copy of a message's photo, by the id that its sender gave it. */
export function copyOf(clientId: string, photo?: OutgoingPhoto): Copy | null {
  const known = copies.get(clientId)
  if (known || !photo) return known ?? null
  const url = URL.createObjectURL(new Blob([photo.bytes], { type: 'image/jpeg' }))
  const copy = { url, ratio: photo.width / photo.height }
  copies.set(clientId, copy)
  return copy
}
