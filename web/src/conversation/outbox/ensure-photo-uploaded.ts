import { UNSENT_PHOTO_LIFETIME_MS } from '@app/contract/limits'
import { requireAdapter } from '../adapters.ts'
import { markUploaded, type OutgoingMessage, useOutbox } from './outbox.ts'
import type { OutgoingPhoto } from './outbox-db.ts'
import { useUploadProgress } from './upload-progress.ts'

const controllers = new Map<string, AbortController>()

function setPercent(clientId: string, percent: number | null): void {
  const percents = new Map(useUploadProgress.getState().percents)
  if (percent === null) percents.delete(clientId)
  else percents.set(clientId, percent)
  useUploadProgress.setState({ percents })
}

/** Aborts uploads of messages that were discarded here or in another tab. */
function abortDiscarded(): void {
  const { items } = useOutbox.getState()
  for (const [clientId, controller] of controllers) {
    if (!items.some((item) => item.clientId === clientId)) controller.abort()
  }
}

useOutbox.subscribe(abortDiscarded)

/**
 * Returns whether the upload is younger than half of the time for which the server keeps it without a message: an older
 * one may be deleted before its message is sent.
 */
const isFresh = ({ uploadedAt }: OutgoingPhoto): boolean => Date.now() - uploadedAt < UNSENT_PHOTO_LIFETIME_MS / 2

/** Returns the URL of a message's photo on the server; uploads it first if needed. */
export async function ensurePhotoUploaded(item: OutgoingMessage, photo: OutgoingPhoto): Promise<string> {
  const { clientId, conversation } = item
  if (photo.url && isFresh(photo)) return photo.url
  const controller = new AbortController()
  controllers.set(clientId, controller)
  setPercent(clientId, 0)
  try {
    // The message may have been discarded while this module was being imported.
    abortDiscarded()
    controller.signal.throwIfAborted()
    const { adapter, path } = requireAdapter(conversation)
    const { photoUrl } = await adapter.sendPhoto(path, new Blob([photo.bytes], { type: 'image/jpeg' }), {
      signal: controller.signal,
      onPercent: (percent) => setPercent(clientId, percent),
    })
    controller.signal.throwIfAborted()
    markUploaded(item, photoUrl)
    return photoUrl
  } finally {
    controllers.delete(clientId)
    setPercent(clientId, null)
  }
}
