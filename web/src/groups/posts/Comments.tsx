import type { GroupMessage } from '@app/contract/groups'
import { type MouseEvent, useRef, useState } from 'react'
import { Composer } from '../../conversation/composer/Composer.tsx'
import { EditForm } from '../../conversation/composer/EditForm.tsx'
import { focusRowOf } from '../../conversation/list/focus-row.ts'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import commentStyles from '../../conversation/messages/comments.module.css'
import { useOutgoing } from '../../conversation/outbox/outbox.ts'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { editComment } from '../chat/actions.ts'
import { loadComments } from '../chat/loads.ts'
import { commentsKey } from '../chat/sending.ts'
import { groupChatTexts } from '../chat/texts.ts'
import { Comment, OutgoingComment } from './Comment.tsx'
import styles from './comments.module.css'
import type { PostContext } from './post-context.ts'

/** The number of newest comments that are shown before the member expands the list. */
const SHOWN_AT_FIRST = 3

type Props = { message: GroupMessage; tabStop: boolean; context: PostContext }

/** Shows the comments on a post, and the field to write one. */
export function Comments({ message, tabStop, context }: Props) {
  const t = useTexts(groupChatTexts)
  const field = useRef<HTMLTextAreaElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const { groupId, me, editedId, onCommentEdited } = context
  const { comments, commentCount, userName, deleted } = message
  const openedIndex = comments.findIndex(({ id }) => id === context.openedComment?.id)
  if (!showsAll && openedIndex >= 0 && openedIndex < comments.length - SHOWN_AT_FIRST) setShowsAll(true)
  const key = commentsKey(groupId, message.id)
  const confirmedIds = new Set(comments.flatMap(({ mine, clientId }) => (mine ? clientId : [])))
  const outgoing = useOutgoing(key).filter(({ clientId }) => !confirmedIds.has(clientId))
  const edited = comments.find(({ id, deleted }) => id === editedId && !deleted)
  const lead = <Avatar name={me.name} shape={me.shape} photoUrl={me.photoUrl} size={32} />
  const shownComments = showsAll ? comments : comments.slice(-SHOWN_AT_FIRST)
  const shownCount = shownComments.filter((comment) => !comment.deleted).length

  function stopEditing(): void {
    focusRowOf(field.current)
    onCommentEdited()
  }

  function showAll({ currentTarget }: MouseEvent): void {
    focusRowOf(currentTarget)
    setShowsAll(true)
    const loadedCount = comments.filter((comment) => !comment.deleted).length
    if (loadedCount < commentCount) void loadComments(groupId, message.id).catch(showErrorToast)
  }

  return (
    <div className={styles.comments}>
      {shownCount < commentCount && (
        <button type="button" className={commentStyles.more} onClick={showAll}>
          {t('allComments', { count: commentCount })}
        </button>
      )}
      {(shownComments.length > 0 || outgoing.length > 0) && (
        <ul className={commentStyles.list} aria-label={t('comments')}>
          {shownComments.map((comment) => (
            <Comment
              key={keyOfMessage(comment)}
              message={message}
              comment={comment}
              tabStop={tabStop}
              context={context}
            />
          ))}
          {outgoing.map((item) => (
            <OutgoingComment key={item.clientId} item={item} me={me} />
          ))}
        </ul>
      )}
      {!deleted && edited && (
        <EditForm
          key={edited.id}
          field={field}
          original={edited.message ?? ''}
          save={(text) => editComment(groupId, message.id, edited.id, text)}
          onDone={stopEditing}
          lead={lead}
        />
      )}
      {!deleted && !edited && (
        <Composer
          conversationKey={key}
          field={field}
          label={t('commentOn', { name: userName || t('former') })}
          placeholder={t('comment')}
          photoTitle={t('commentOn', { name: userName || t('former') })}
          messages={comments}
          lead={lead}
        />
      )}
    </div>
  )
}
