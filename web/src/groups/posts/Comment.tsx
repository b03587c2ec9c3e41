import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { type MouseEvent, memo, useEffect, useId, useRef, useState } from 'react'
import { focusRowOf } from '../../conversation/list/focus-row.ts'
import commentStyles from '../../conversation/messages/comments.module.css'
import { OutgoingState } from '../../conversation/messages/MessageState.tsx'
import { Reactions } from '../../conversation/messages/Reactions.tsx'
import type { OutgoingMessage } from '../../conversation/outbox/outbox.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { groupChatTexts } from '../chat/texts.ts'
import styles from './comments.module.css'
import { PostActions } from './PostActions.tsx'
import { PostAuthor } from './PostAuthor.tsx'
import { DeletedText, OutgoingText, PostText } from './PostText.tsx'
import postStyles from './post.module.css'
import { authorShape, type PostContext } from './post-context.ts'

type Props = { message: GroupMessage; comment: GroupComment; tabStop: boolean; context: PostContext }

/** Shows a stored comment. A comment of an ignored member is collapsed to one line. */
export const Comment = memo(function Comment({ message, comment, tabStop, context }: Props) {
  const t = useTexts(groupChatTexts)
  const [isExpanded, setExpanded] = useState(false)
  const { id, userName, profilePhotoUrl, deleted, reactions } = comment
  const lineId = useId()
  const [isActive, setActive] = useState(false)
  const activate = () => setActive(true)
  const item = useRef<HTMLLIElement>(null)
  const opened = context.openedComment?.id === id ? context.openedComment : null
  useEffect(() => {
    if (!opened) return
    item.current?.scrollIntoView?.({ block: 'center' })
    if (opened.focus) item.current?.focus({ preventScroll: true })
  }, [opened])
  const itemProps = { ref: item, 'aria-current': opened ? true : undefined, tabIndex: opened ? -1 : undefined } as const
  const expand = ({ currentTarget }: MouseEvent) => {
    focusRowOf(currentTarget)
    setExpanded(true)
  }
  if (comment.ignored && !isExpanded && !deleted) {
    return (
      <li {...itemProps} className={styles.collapsed}>
        {t('ignoredComment', { name: userName })}{' '}
        <button type="button" className="text-link" onClick={expand}>
          {t('showIgnored')}
        </button>
      </li>
    )
  }
  return (
    <li
      {...itemProps}
      className={classes(commentStyles.comment, postStyles.reactable, opened !== null && styles.opened)}
      data-comment={id}
      onPointerEnter={activate}
      onFocus={activate}
    >
      <Avatar name={userName || t('former')} shape={authorShape(comment)} photoUrl={profilePhotoUrl} size={32} />
      <div className={commentStyles.body} data-lifted>
        <PostAuthor {...comment} lineId={lineId} nameClassName={commentStyles.name} />
        {deleted ? (
          <DeletedText
            entry={comment}
            texts={{ deleted: t('commentDeleted'), removedByTeam: t('commentRemovedByTeam') }}
          />
        ) : (
          <PostText
            entry={comment}
            tabStop={tabStop}
            onPhoto={context.onPhoto}
            onQuote={(commentId) => context.onQuotedComment(message.id, commentId)}
          />
        )}
        {!deleted && (
          <Reactions
            id={id}
            reactions={reactions}
            tabStop
            onReact={(reaction) => context.onReact({ message, comment }, reaction)}
            className={postStyles.reactions}
          />
        )}
      </div>
      {!deleted && (
        <PostActions
          label={t('commentActions')}
          lineId={lineId}
          target={{ message, comment }}
          context={context}
          isActive={isActive}
          tabStop={tabStop}
        />
      )}
    </li>
  )
})

/** Shows one of the member's comments that the server has not stored yet. */
export function OutgoingComment({ item, me }: { item: OutgoingMessage; me: PostContext['me'] }) {
  return (
    <li className={commentStyles.comment}>
      <Avatar name={me.name} shape={me.shape} photoUrl={me.photoUrl} size={32} />
      <div className={commentStyles.body}>
        <p className={commentStyles.name}>{me.name}</p>
        <OutgoingText item={item} />
        <OutgoingState item={item} />
      </div>
    </li>
  )
}
