import type { ReactNode } from 'react'
import { PhotoViewer } from '../../ui/photos/PhotoViewer.tsx'
import type { Entry } from '../conversation.ts'
import { keyOfMessage } from '../list/rows.ts'
import { findOrCreatePhotoPreview } from '../outbox/photo-previews.ts'

type Props<Message extends Entry> = {
  messages: readonly Message[]
  /** The row key of the message whose photo is visible; null while the viewer is closed. */
  shownKey: string | null
  altOf: (message: Message) => string
  renderTools: (message: Message) => ReactNode
  onShow: (key: string | null) => void
}

/** Shows the photos of a conversation in full size, one after the other. */
export function ConversationPhotoViewer<Message extends Entry>({
  messages,
  shownKey,
  altOf,
  renderTools,
  onShow,
}: Props<Message>) {
  const photoMessages = messages.filter(({ photo, deleted }) => photo && !deleted)
  const photoMessage = photoMessages.find((message) => keyOfMessage(message) === shownKey)
  return (
    <PhotoViewer
      photos={photoMessages.flatMap((message) =>
        message.photo
          ? {
              key: keyOfMessage(message),
              photo: message.photo,
              alt: altOf(message),
              caption: message.message,
              preview: findOrCreatePhotoPreview(message.clientId)?.url ?? null,
            }
          : [],
      )}
      shownKey={shownKey}
      onShow={onShow}
      onClose={() => onShow(null)}
      tools={photoMessage && renderTools(photoMessage)}
    />
  )
}
