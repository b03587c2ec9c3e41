import type { Id } from '@app/contract/base'
import type { MouseEvent } from 'react'
import commentStyles from '../conversation/messages/comments.module.css'
import { MessageText } from '../conversation/messages/MessageText.tsx'
import { rejectionTexts } from '../conversation/messages/rejection-texts.ts'
import { conversationTexts } from '../conversation/texts.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Avatar, type AvatarShape } from '../ui/photos/Avatar.tsx'
import styles from './comments.module.css'
import { discardComment, type PendingComment, resendComment } from './comments.ts'

/** The member as shown beside their own comments. */
export type CommentAuthor = { name: string; shape: AvatarShape; photoUrl: string | null }

export const OwnAvatar = ({ author }: { author: CommentAuthor }) => (
  <Avatar name={author.name} shape={author.shape} photoUrl={author.photoUrl} size={32} />
)

/** Moves the focus to the input, because the pressed button is removed. */
const focusField = ({ currentTarget }: MouseEvent): void =>
  currentTarget.closest('[data-comments]')?.querySelector('textarea')?.focus()

type Props = { newsId: Id; author: CommentAuthor; pending: PendingComment }

function UnsentActions({ newsId, pending }: Omit<Props, 'author'>) {
  const t = useTexts(rejectionTexts)
  return (
    <p className={styles.failed} role="alert">
      {t('failed')}{' '}
      <button
        type="button"
        className="text-link"
        onClick={(event) => {
          focusField(event)
          void resendComment(newsId, pending)
        }}
      >
        {t('retry')}
      </button>{' '}
      <button
        type="button"
        className="text-link"
        onClick={(event) => {
          focusField(event)
          discardComment(newsId, pending.clientId)
        }}
      >
        {t('discard')}
      </button>
    </p>
  )
}

/** Shows a comment of the member that is sending or has failed. */
export function OutgoingComment({ newsId, author, pending }: Props) {
  const t = useTexts(conversationTexts)
  return (
    <li className={commentStyles.comment}>
      <OwnAvatar author={author} />
      <div className={commentStyles.body}>
        <p className={commentStyles.name}>{author.name}</p>
        <div className={pending.failed ? undefined : styles.sending}>
          <MessageText text={pending.message} />
        </div>
        {pending.failed ? (
          <UnsentActions newsId={newsId} pending={pending} />
        ) : (
          <p className={styles.time}>{t('message.sending')}</p>
        )}
      </div>
    </li>
  )
}
