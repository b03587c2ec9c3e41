import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import type { Picture } from '@app/contract/media'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { withPhotoChanged } from '../apply.ts'
import { postRotation } from '../message-api.ts'
import { useChats } from '../store.ts'

const NEXT_ROTATION = { 0: 90, 90: 180, 180: 270, 270: 0 } as const
const PREVIOUS_ROTATION = { 0: 270, 90: 0, 180: 90, 270: 180 } as const

const rotateBy =
  (rotations: typeof NEXT_ROTATION | typeof PREVIOUS_ROTATION) =>
  (photo: Picture): Picture => ({
    ...photo,
    rotation: rotations[photo.rotation],
  })

/**
 * Rotates the member's own photo clockwise for both members: optimistically here, then on the server, which pushes the
 * result. The request names the rotation, so that a second attempt after a lost response changes nothing.
 */
export async function rotatePhoto(chatId: Id, { id, photo }: ChatMessage): Promise<void> {
  if (!photo) return
  const change = (update: (photo: Picture) => Picture) =>
    useChats.setState((state) => withPhotoChanged(state, chatId, id, update))
  change(rotateBy(NEXT_ROTATION))
  await postRotation(chatId, photo.id, NEXT_ROTATION[photo.rotation]).catch((error: unknown) => {
    change(rotateBy(PREVIOUS_ROTATION))
    showErrorToast(error)
  })
}
