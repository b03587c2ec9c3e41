import { useSessionState } from '../../lib/http/session.ts'
import type { OutgoingPhoto } from './outbox-db.ts'

/** A local preview of a photo that this page sends, shown until the server's version is loaded. */
type PhotoPreview = { url: string; ratio: number }

const previews = new Map<string, PhotoPreview>()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  for (const { url } of previews.values()) URL.revokeObjectURL(url)
  previews.clear()
})

/** Returns the preview of a message's photo by the message's client id; creates it if the photo to send is given. */
export function findOrCreatePhotoPreview(clientId: string, photo?: OutgoingPhoto): PhotoPreview | null {
  const existing = previews.get(clientId)
  if (existing || !photo) return existing ?? null
  const url = URL.createObjectURL(new Blob([photo.bytes], { type: 'image/jpeg' }))
  const preview = { url, ratio: photo.width / photo.height }
  previews.set(clientId, preview)
  return preview
}
