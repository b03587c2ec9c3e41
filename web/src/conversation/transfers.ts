import { UNSENT_PHOTO_LIFETIME } from '@app/contract/limits'
import { create } from 'zustand'
import { requireAdapter } from './adapters.ts'
import { markUploaded, type Outgoing, useOutbox } from './outbox.ts'
import type { OutgoingPhoto } from './outbox-db.ts'

/** How far the photos that this tab is sending have come, by the id of their message. */
export const useTransfers = create<{ percents: ReadonlyMap<string, number> }>(() => ({ percents: new Map() }))

const running = new Map<string, AbortController>()

function setPercent(clientId: string, percent: number | null): void {
  const percents = new Map(useTransfers.getState().percents)
  if (percent === null) percents.delete(clientId)
  else percents.set(clientId, percent)
  useTransfers.setState({ percents })
}

// Taken back, here or in another tab: there is nothing to send any more.
useOutbox.subscribe(({ items }) => {
  for (const [clientId, controller] of running) {
    if (!items.some((item) => item.clientId === clientId)) controller.abort()
  }
})

/** Half of the time that the server waits for the message: what is older may be gone when it comes. */
const isFresh = ({ uploadedAt }: OutgoingPhoto): boolean => Date.now() - uploadedAt < UNSENT_PHOTO_LIFETIME / 2

/** Where the photo of a message lies on the server; sends it there first if that has not been done. */
export async function ensurePhotoUploaded(item: Outgoing): Promise<string | null> {
  const { clientId, conversation, photo } = item
  if (!photo) return null
  if (photo.url && isFresh(photo)) return photo.url
  const controller = new AbortController()
  running.set(clientId, controller)
  setPercent(clientId, 0)
  try {
    const { adapter, path } = requireAdapter(conversation)
    const { photoUrl } = await adapter.sendPhoto(path, new Blob([photo.bytes], { type: 'image/jpeg' }), {
      signal: controller.signal,
      onPercent: (percent) => setPercent(clientId, percent),
    })
    controller.signal.throwIfAborted()
    markUploaded(item, photoUrl)
    return photoUrl
  } finally {
    running.delete(clientId)
    setPercent(clientId, null)
  }
}
