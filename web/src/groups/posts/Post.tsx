import { type MouseEvent, memo, type ReactNode, useCallback, useState } from 'react'
import type { RowHandlers } from '../../conversation/list/ConversationList.tsx'
import { focusRowOf } from '../../conversation/list/focus-row.ts'
import { OutgoingState } from '../../conversation/messages/MessageState.tsx'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import type { OutgoingRow, PostRow } from '../chat/rows.ts'
import { groupChatTexts } from '../chat/texts.ts'
import { Comments } from './Comments.tsx'
import { PostActions } from './PostActions.tsx'
import { PostAuthor } from './PostAuthor.tsx'
import { PostEditor } from './PostEditor.tsx'
import { PostEvent } from './PostEvent.tsx'
import { DeletedText, OutgoingText, PostText } from './PostText.tsx'
import styles from './post.module.css'
import { authorShape, type PostContext } from './post-context.ts'

type Props = { row: PostRow | OutgoingRow; tabStop: boolean; context: PostContext; handlers: RowHandlers }

function PostBody({ row, context }: { row: PostRow; context: PostContext }) {
  const { message } = row
  if (message.deleted) return <DeletedText entry={message} />
  if (context.editedId === message.id) {
    return <PostEditor groupId={context.groupId} message={message} onDone={context.onEdited} />
  }
  return (
    <>
      <PostText entry={message} onPhoto={context.onPhoto} />
      {message.eventMinimalInfo && <PostEvent event={message.eventMinimalInfo} />}
    </>
  )
}

/** Shows the line that replaces a message of an ignored member until it is expanded. */
function IgnoredPost({ name, onOpen }: { name: string; onOpen: () => void }) {
  const t = useTexts(groupChatTexts)
  const open = ({ currentTarget }: MouseEvent) => {
    focusRowOf(currentTarget)
    onOpen()
  }
  return (
    <p className={styles.collapsed}>
      {t('ignored', { name })}{' '}
      <button type="button" className="text-link" onClick={open}>
        {t('showIgnored')}
      </button>
    </p>
  )
}

function StoredPost({ row, context, handlers }: { row: PostRow; context: PostContext; handlers: RowHandlers }) {
  const t = useTexts(groupChatTexts)
  const tConversation = useTexts(conversationTexts)
  const { message } = row
  const { userName, profilePhotoUrl, deleted } = message
  const [isExpanded, setExpanded] = useState(false)
  const { watch } = handlers
  const observedId = message.mine ? null : message.id
  const observe = useCallback(
    (element: HTMLElement | null) => (element && observedId ? watch(element, observedId) : undefined),
    [watch, observedId],
  )
  if (message.ignored && !deleted && !isExpanded) {
    return (
      <div ref={observe}>
        <IgnoredPost name={userName} onOpen={() => setExpanded(true)} />
      </div>
    )
  }
  return (
    <>
      <Avatar name={userName || t('former')} shape={authorShape(message)} photoUrl={profilePhotoUrl} size={40} />
      {!deleted && (
        <PostActions
          label={tConversation('message.actions')}
          isOpenedByEnter
          onOpen={(anchor) => context.onActions({ message, comment: null }, anchor)}
        />
      )}
      <div className={styles.column}>
        <div ref={observe}>
          <PostAuthor {...message} />
          <PostBody row={row} context={context} />
        </div>
        <Comments message={message} context={context} />
      </div>
    </>
  )
}

/** Shows one of the member's messages or comments from the outbox. */
export function OutgoingPost({ item, me }: Pick<OutgoingRow, 'item'> & Pick<PostContext, 'me'>): ReactNode {
  const isSending = item.state === 'queued' || item.state === 'sending'
  return (
    <>
      <Avatar name={me.name} shape={me.shape} photoUrl={me.photoUrl} size={40} />
      <div className={classes(styles.column, isSending && styles.sending)}>
        <p className={styles.author}>
          <span className={styles.name}>{me.name}</span>
        </p>
        <OutgoingText item={item} />
        <OutgoingState item={item} />
      </div>
    </>
  )
}

/**
 * Shows one message of a group, stored or outgoing. Both render the same element, so that it keeps the focus when the
 * server confirms it.
 */
export const Post = memo(function Post({ row, tabStop, context, handlers }: Props) {
  const isLinked = row.kind === 'message' && row.message.id === context.linkedId
  return (
    <article
      className={classes(styles.post, isLinked && styles.linked)}
      aria-current={isLinked || undefined}
      tabIndex={tabStop ? 0 : -1}
      data-key={row.key}
      onFocus={() => handlers.onFocus(row.key)}
      onKeyDown={(event) => handlers.onKey(event, row.key)}
    >
      {row.kind === 'message' ? (
        <StoredPost row={row} context={context} handlers={handlers} />
      ) : (
        <OutgoingPost item={row.item} me={context.me} />
      )}
    </article>
  )
})
