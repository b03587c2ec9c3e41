import { type MouseEvent, memo, type ReactNode, useCallback, useId, useState } from 'react'
import type { RowHandlers } from '../../conversation/list/ConversationList.tsx'
import { focusRowOf } from '../../conversation/list/focus-row.ts'
import { extrasTexts } from '../../conversation/messages/extras-texts.ts'
import { OutgoingState } from '../../conversation/messages/MessageState.tsx'
import { Reactions } from '../../conversation/messages/Reactions.tsx'
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

type StoredProps = { row: PostRow; tabStop: boolean; context: PostContext }

const textIdOf = (lineId: string): string => `${lineId}-text`

function PostBody({ row, textId, tabStop, context }: StoredProps & { textId: string }) {
  const { message } = row
  if (message.deleted) return <DeletedText entry={message} />
  if (context.editedId === message.id) {
    return <PostEditor groupId={context.groupId} message={message} onDone={context.onEdited} />
  }
  return (
    <>
      <PostText entry={message} textId={textId} tabStop={tabStop} onPhoto={context.onPhoto} onQuote={context.onQuote} />
      {message.eventMinimalInfo && <PostEvent event={message.eventMinimalInfo} />}
    </>
  )
}

type StoredPostProps = StoredProps & { lineId: string; handlers: RowHandlers; isActive: boolean }

/** Shows the line that replaces a post of an ignored member until it is expanded. */
function IgnoredPost({ name, lineId, onOpen }: { name: string; lineId: string; onOpen: () => void }) {
  const t = useTexts(groupChatTexts)
  const open = ({ currentTarget }: MouseEvent) => {
    focusRowOf(currentTarget)
    onOpen()
  }
  return (
    <p className={styles.collapsed}>
      <span id={lineId}>{t('ignored', { name })}</span>{' '}
      <button type="button" className="text-link" onClick={open}>
        {t('showIgnored')}
      </button>
    </p>
  )
}

function StoredPost({ row, lineId, tabStop, context, handlers, isActive }: StoredPostProps) {
  const t = useTexts(groupChatTexts)
  const tExtras = useTexts(extrasTexts)
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
        <IgnoredPost name={userName} lineId={lineId} onOpen={() => setExpanded(true)} />
      </div>
    )
  }
  return (
    <>
      <Avatar name={userName || t('former')} shape={authorShape(message)} photoUrl={profilePhotoUrl} size={40} />
      {!deleted && (
        <PostActions
          label={tExtras('actions')}
          lineId={lineId}
          target={{ message, comment: null }}
          context={context}
          isActive={isActive}
          tabStop={tabStop}
          isOpenedByEnter
        />
      )}
      <div className={styles.column}>
        <div ref={observe} data-lifted>
          <PostAuthor {...message} lineId={lineId} />
          <PostBody row={row} textId={textIdOf(lineId)} tabStop={tabStop} context={context} />
        </div>
        {!deleted && (
          <Reactions
            id={message.id}
            reactions={message.reactions}
            tabStop={tabStop}
            onReact={(reaction) => context.onReact({ message, comment: null }, reaction)}
          />
        )}
        <Comments message={message} tabStop={tabStop} context={context} />
      </div>
    </>
  )
}

type OutgoingPostProps = Pick<OutgoingRow, 'item'> & Pick<PostContext, 'me'> & { lineId?: string }

/** Shows one of the member's posts or comments from the outbox. */
export function OutgoingPost({ item, me, lineId }: OutgoingPostProps): ReactNode {
  const isSending = item.state === 'queued' || item.state === 'sending'
  return (
    <>
      <Avatar name={me.name} shape={me.shape} photoUrl={me.photoUrl} size={40} />
      <div className={classes(styles.column, isSending && styles.sending)}>
        <p id={lineId} className={styles.author}>
          <span className={styles.name}>{me.name}</span>
        </p>
        <OutgoingText item={item} textId={lineId && textIdOf(lineId)} />
        <OutgoingState item={item} />
      </div>
    </>
  )
}

/**
 * Shows one post of a group, stored or outgoing. Both render the same element, so that it keeps the focus when the
 * server confirms it.
 */
export const Post = memo(function Post({ row, tabStop, context, handlers }: Props) {
  const lineId = useId()
  const [isActive, setActive] = useState(false)
  const activate = () => setActive(true)
  const isLinked = row.kind === 'message' && row.message.id === context.linkedId
  return (
    <article
      className={classes(styles.post, styles.reactable, isLinked && styles.linked)}
      aria-labelledby={lineId}
      aria-describedby={textIdOf(lineId)}
      aria-current={isLinked || undefined}
      tabIndex={tabStop ? 0 : -1}
      data-key={row.key}
      onPointerEnter={activate}
      onFocus={() => {
        activate()
        handlers.onFocus(row.key)
      }}
      onKeyDown={(event) => handlers.onKey(event, row.key)}
    >
      {row.kind === 'message' ? (
        <StoredPost
          row={row}
          lineId={lineId}
          tabStop={tabStop}
          context={context}
          handlers={handlers}
          isActive={isActive}
        />
      ) : (
        <OutgoingPost item={row.item} me={context.me} lineId={lineId} />
      )}
    </article>
  )
})
