import type { ReactNode } from 'react'
import { PhotoViewer } from '../ui/PhotoViewer.tsx'
import type { Entry } from './conversation.ts'
import { copyOf } from './photo-copies.ts'
import { keyOfMessage } from './rows.ts'

type Props<Message extends Entry> = {
  messages: readonly Message[]
  shown: string | null
  altOf: (message: Message) => string
  toolsOf: (message: Message) => ReactNode
  onShow: (key: string | null) => void
}

/** The photos of a conversation large, one after the other. */
export function Viewer<Message extends Entry>({ messages, shown, altOf, toolsOf, onShow }: Props<Message>) {
  const carriers = messages.filter(({ photo, deleted }) => photo && !deleted)
  const carrier = carriers.find((message) => keyOfMessage(message) === shown)
  return (
    <PhotoViewer
      photos={carriers.flatMap((message) =>
        message.photo
          ? {
              key: keyOfMessage(message),
              photo: message.photo,
              alt: altOf(message),
              caption: message.message,
              preview: copyOf(message.clientId)?.url ?? null,
            }
          : [],
      )}
      shown={shown}
      onShow={onShow}
      onClose={() => onShow(null)}
      tools={carrier && toolsOf(carrier)}
    />
  )
}
