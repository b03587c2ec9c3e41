import type { ReactNode } from 'react'
import { PhotoViewer } from '../../ui/photos/PhotoViewer.tsx'
import type { Entry } from '../conversation.ts'
import { keyOfMessage } from '../list/rows.ts'
import { getPhotoPreview } from '../outbox/photo-previews.ts'

type Props<Message extends Entry> = {
  messages: readonly Message[]
  shown: string | null
  altOf: (message: Message) => string
  toolsOf: (message: Message) => ReactNode
  onShow: (key: string | null) => void
}

/** Shows the photos of a conversation in full size, one after the other. */
export function Viewer<Message extends Entry>({ messages, shown, altOf, toolsOf, onShow }: Props<Message>) {
  const photoMessages = messages.filter(({ photo, deleted }) => photo && !deleted)
  const photoMessage = photoMessages.find((message) => keyOfMessage(message) === shown)
  return (
    <PhotoViewer
      photos={photoMessages.flatMap((message) =>
        message.photo
          ? {
              key: keyOfMessage(message),
              photo: message.photo,
              alt: altOf(message),
              caption: message.message,
              preview: getPhotoPreview(message.clientId)?.url ?? null,
            }
          : [],
      )}
      shown={shown}
      onShow={onShow}
      onClose={() => onShow(null)}
      tools={photoMessage && toolsOf(photoMessage)}
    />
  )
}
