import type { Id } from '@app/contract/base'
import type { MouseEvent } from 'react'
import commentStyles from '../conversation/messages/comments.module.css'
import { MessageText } from '../conversation/messages/MessageText.tsx'
import { conversationTexts } from '../conversation/texts.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Avatar, type AvatarShape } from '../ui/photos/Avatar.tsx'
import styles from './comments.module.css'
import { discardComment, type PendingComment, sendCommentAgain } from './comments.ts'

/** The member as shown beside their own comments. */
export type Me = { name: string; shape: AvatarShape; photoUrl: string | null }

export const MyPicture = ({ me }: { me: Me }) => (
  <Avatar name={me.name} shape={me.shape} photoUrl={me.photoUrl} size={32} />
)

/** Moves the focus to the input, because the pressed button is removed. */
const focusField = ({ currentTarget }: MouseEvent): void =>
  currentTarget.closest('[data-talk]')?.querySelector('textarea')?.focus()

type Props = { of: Id; me: Me; waiting: PendingComment }

function Unsent({ of, waiting }: Omit<Props, 'me'>) {
  const t = useTexts(conversationTexts)
  return (
    <p className={styles.failed} role="alert">
      {t('message.failed')}{' '}
      <button
        type="button"
        className="text-link"
        onClick={(event) => {
          focusField(event)
          void sendCommentAgain(of, waiting)
        }}
      >
        {t('message.retry')}
      </button>{' '}
      <button
        type="button"
        className="text-link"
        onClick={(event) => {
          focusField(event)
          discardComment(of, waiting.clientId)
        }}
      >
        {t('message.discard')}
      </button>
    </p>
  )
}

/** Shows a comment of the member that is sending or has failed. */
export function OutgoingComment({ of, me, waiting }: Props) {
  const t = useTexts(conversationTexts)
  return (
    <li className={commentStyles.comment}>
      <MyPicture me={me} />
      <div className={commentStyles.said}>
        <p className={commentStyles.name}>{me.name}</p>
        <div className={waiting.failed ? undefined : styles.sending}>
          <MessageText text={waiting.message} />
        </div>
        {waiting.failed ? <Unsent of={of} waiting={waiting} /> : <p className={styles.time}>{t('message.sending')}</p>}
      </div>
    </li>
  )
}
