import { useSessionState } from '../../lib/http/session.ts'
import { useOutbox } from './outbox.ts'
import type { OutgoingPhoto } from './outbox-db.ts'

/** A local preview of a photo that this page sends, shown until the server has processed the photo. */
type PhotoPreview = { url: string; ratio: number }

const previews = new Map<string, PhotoPreview>()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  for (const clientId of [...previews.keys()]) releasePhotoPreview(clientId)
})

// The preview of a sent photo stays for its message, that of a discarded one does not.
useOutbox.subscribe(({ items }, previous) => {
  for (const { clientId, state } of previews.size > 0 ? previous.items : [])
    if (state !== 'sent' && !items.some((item) => item.clientId === clientId)) releasePhotoPreview(clientId)
})

/** Frees the memory of a message's preview, if there is one. An image that shows it stays. */
export function releasePhotoPreview(clientId: string): void {
  const preview = previews.get(clientId)
  if (!preview) return
  URL.revokeObjectURL(preview.url)
  previews.delete(clientId)
}

/** Returns the preview of a message's photo by the message's client id; creates it if the photo to send is given. */
export function findOrCreatePhotoPreview(clientId: string, photo?: OutgoingPhoto): PhotoPreview | null {
  const existing = previews.get(clientId)
  if (existing || !photo) return existing ?? null
  const url = URL.createObjectURL(new Blob([photo.bytes], { type: 'image/jpeg' }))
  const preview = { url, ratio: photo.width / photo.height }
  previews.set(clientId, preview)
  return preview
}
