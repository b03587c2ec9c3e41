import type { GroupComment } from '@app/contract/groups'
import type { ComponentProps } from 'react'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import { MessagePhoto } from '../../conversation/messages/MessagePhoto.tsx'
import { MessageQuote } from '../../conversation/messages/MessageQuote.tsx'
import { MessageText } from '../../conversation/messages/MessageText.tsx'
import { RemovedByTeam } from '../../conversation/messages/RemovedByTeam.tsx'
import type { OutgoingMessage } from '../../conversation/outbox/outbox.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './post.module.css'

type Props = {
  entry: Pick<GroupComment, 'id' | 'mine' | 'clientId' | 'userName' | 'message' | 'photo' | 'replyTo'>
  /** The id of the text. */
  textId?: string
  tabStop: boolean
  onPhoto: (key: string) => void
  onQuote: (messageId: string) => void
}

/** Shows the text and photo of a post or a comment, below the one that it replies to. */
export function PostText({ entry, textId, tabStop, onPhoto, onQuote }: Props) {
  const tPhoto = useTexts(photoTexts)
  const { mine, userName, message, replyTo } = entry
  return (
    <>
      {replyTo && <PostQuote quote={replyTo} tabStop={tabStop} onOpen={onQuote} />}
      {message && (
        <div className={styles.text}>
          <MessageText id={textId} text={message} />
        </div>
      )}
      {entry.photo && (
        <MessagePhoto
          photo={entry.photo}
          clientId={entry.clientId}
          item={null}
          alt={mine ? tPhoto('mine') : tPhoto('from', { name: userName })}
          onOpen={() => onPhoto(keyOfMessage(entry))}
        />
      )}
    </>
  )
}

const PostQuote = (props: ComponentProps<typeof MessageQuote>) => (
  <div className={styles.quote}>
    <MessageQuote {...props} />
  </div>
)

/** Shows the text and photo of an outgoing post or comment. */
export function OutgoingText({ item, textId }: { item: OutgoingMessage; textId?: string | undefined }) {
  const tPhoto = useTexts(photoTexts)
  return (
    <>
      {item.replyTo && <PostQuote quote={item.replyTo} tabStop={false} onOpen={() => undefined} />}
      {item.text && (
        <div className={styles.text}>
          <MessageText id={textId} text={item.text} />
        </div>
      )}
      {item.photo && (
        <MessagePhoto
          photo={item.stored?.photo ?? null}
          clientId={item.clientId}
          item={item}
          alt={tPhoto('mine')}
          onOpen={() => undefined}
        />
      )}
    </>
  )
}

type DeletedTextProps = {
  entry: Pick<GroupComment, 'id' | 'removedByTeam'>
  /** Set for comments. */
  texts?: { deleted: string; removedByTeam: string }
}

/** Shows the placeholder for a deleted post or comment. */
export function DeletedText({ entry: { id, removedByTeam }, texts }: DeletedTextProps) {
  const t = useTexts(conversationTexts)
  return (
    <p className={styles.deleted}>
      {removedByTeam ? (
        <RemovedByTeam kind="GROUP_MESSAGE" id={id} {...(texts && { text: texts.removedByTeam })} />
      ) : (
        (texts?.deleted ?? t('message.deleted'))
      )}
    </p>
  )
}
