import type { GroupComment } from '@app/contract/groups'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import { MessagePhoto } from '../../conversation/messages/MessagePhoto.tsx'
import { MessageText } from '../../conversation/messages/MessageText.tsx'
import type { Outgoing } from '../../conversation/outbox/outbox.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './post.module.css'

type Props = {
  written: Pick<GroupComment, 'id' | 'mine' | 'clientId' | 'userName' | 'message' | 'photo'>
  onPhoto: (key: string) => void
}

/** Shows the text and photo of a message or a comment. */
export function PostText({ written, onPhoto }: Props) {
  const photo = useTexts(photoTexts)
  const { mine, userName, message } = written
  return (
    <>
      {message && (
        <div className={styles.words}>
          <MessageText text={message} />
        </div>
      )}
      {written.photo && (
        <MessagePhoto
          photo={written.photo}
          clientId={written.clientId}
          item={null}
          alt={mine ? photo('mine') : photo('from', { name: userName })}
          onOpen={() => onPhoto(keyOfMessage(written))}
        />
      )}
    </>
  )
}

/** Shows the text and photo of an outgoing message or comment. */
export function OutgoingText({ item }: { item: Outgoing }) {
  const photo = useTexts(photoTexts)
  return (
    <>
      {item.text && (
        <div className={styles.words}>
          <MessageText text={item.text} />
        </div>
      )}
      {item.photo && (
        <MessagePhoto
          photo={item.stored?.photo ?? null}
          clientId={item.clientId}
          item={item}
          alt={photo('mine')}
          onOpen={() => undefined}
        />
      )}
    </>
  )
}

/** The placeholder for a deleted message or comment. */
export function Removed({ text }: { text?: string }) {
  const t = useTexts(conversationTexts)
  return <p className={styles.removed}>{text ?? t('message.deleted')}</p>
}
