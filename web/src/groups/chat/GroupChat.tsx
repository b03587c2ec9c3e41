import type { Id } from '@app/contract/base'
import type { Group, GroupMessage } from '@app/contract/groups'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Composer } from '../../conversation/composer/Composer.tsx'
import { emptyConversation } from '../../conversation/conversation.ts'
import { type MessageTarget, useLinkedTarget } from '../../conversation/list/use-row-target.ts'
import { useOutgoing } from '../../conversation/outbox/outbox.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { useRestartAfterCatchUp } from '../../conversation/use-restart-after-catch-up.ts'
import { showErrorToast, showToast } from '../../lib/feedback/toasts.ts'
import { FIND } from '../../lib/navigation/message-search.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { RestrictedNote } from '../../ui/feedback/RestrictedNote.tsx'
import { useGroup } from '../store.ts'
import { GroupPosts } from './GroupPosts.tsx'
import { GroupWelcome } from './GroupWelcome.tsx'
import styles from './group-chat.module.css'
import { isBehind, openAround, openGroupChat, reopenGroupChat, requireComment, trackVisibleGroupChat } from './loads.ts'
import { groupKey } from './sending.ts'
import { startReply } from './start-reply.ts'
import { findConversation, useGroupChats } from './state.ts'
import { groupChatTexts } from './texts.ts'

/** Arrow up edits a message only if it is among this many last ones; a list at its end renders at least as many. */
const EDITABLE_MAX = 40

const SKELETON_WIDTHS = ['46%', '62%', '38%', '54%']

const PostsSkeleton = () => (
  <div className={styles.skeleton}>
    {SKELETON_WIDTHS.map((width) => (
      <div key={width} className={styles.skeletonPost}>
        <Skeleton width="2.5rem" height="2.5rem" radius="50%" />
        <div className={styles.skeletonText}>
          <Skeleton width="8.75rem" height="1.0625rem" />
          <Skeleton width={width} />
        </div>
      </div>
    ))}
  </div>
)

/** The ids of the post and of the comment on it that the URL names. */
type Link = { linkedId: Id | null; linkedCommentId: Id | null }

async function openLink(groupId: Id, { linkedId, linkedCommentId }: Link): Promise<boolean> {
  if (linkedId === null) return openGroupChat(groupId)
  const isFound = await openAround(groupId, linkedId)
  return isFound && linkedCommentId !== null ? requireComment(groupId, linkedId, linkedCommentId) : isFound
}

/**
 * Loads the posts to show: around the linked post, or the newest or unread ones. Returns whether that has
 * finished.
 */
function useOpenedChat(groupId: Id, { linkedId, linkedCommentId }: Link): boolean {
  const t = useTexts(groupChatTexts)
  const [finishedKey, setFinishedKey] = useState<string | null>(null)
  const requestKey = `${groupId} ${linkedId} ${linkedCommentId}`
  useEffect(() => {
    let isCurrent = true
    void openLink(groupId, { linkedId, linkedCommentId })
      .then((isFound) => isCurrent && !isFound && linkedId !== null && showToast({ text: t('noSuchMessage') }))
      .catch(() => undefined)
      .finally(() => isCurrent && setFinishedKey(requestKey))
    return () => {
      isCurrent = false
    }
  }, [groupId, linkedId, linkedCommentId, requestKey, t])
  useEffect(() => trackVisibleGroupChat(groupId), [groupId])
  return finishedKey === requestKey
}

/** Returns the post to scroll to, at first the linked one, and a function that opens another one. */
function useMessageTarget(groupId: Id, linkedId: Id | null) {
  const t = useTexts(groupChatTexts)
  const [target, setTarget] = useLinkedTarget(linkedId)
  const openMessage = useCallback(
    (next: MessageTarget | null) => {
      setTarget(next)
      if (!next || findConversation(groupId)?.messages.some(({ id }) => id === next.id)) return
      void openAround(groupId, next.id).then((isFound) => isFound || showToast({ text: t('noSuchMessage') }))
    },
    [groupId, setTarget, t],
  )
  return { target, openMessage }
}

/**
 * Returns the comment to scroll to, at first the linked one, and a function that opens a quoted one. A linked comment
 * takes the focus unless the member is reading a list of hits beside it.
 */
function useCommentTarget(groupId: Id, linkedCommentId: Id | null) {
  const t = useTexts(groupChatTexts)
  const [params] = useSearchParams()
  const [openedComment, setOpenedComment] = useLinkedTarget(linkedCommentId, !params.has(FIND))
  const onQuotedComment = useCallback(
    (messageId: Id, commentId: Id) =>
      void requireComment(groupId, messageId, commentId)
        .then((isFound) =>
          isFound ? setOpenedComment({ id: commentId, focus: true }) : showToast({ text: t('noSuchMessage') }),
        )
        .catch(showErrorToast),
    [groupId, setOpenedComment, t],
  )
  return { openedComment, onQuotedComment }
}

function MemberChat({ group, linkedId, linkedCommentId }: { group: Group } & Link) {
  const t = useTexts(groupChatTexts)
  const tPhoto = useTexts(photoTexts)
  const { groupId, groupName } = group
  const field = useRef<HTMLTextAreaElement>(null)
  const isAtEnd = useRef<() => boolean>(() => false)
  const [editedId, setEditedId] = useState<Id | null>(null)
  const { target, openMessage } = useMessageTarget(groupId, linkedId)
  const { openedComment, onQuotedComment } = useCommentTarget(groupId, linkedCommentId)
  const onReply = useCallback(
    (message: GroupMessage) => {
      startReply(groupId, message)
      field.current?.focus()
    },
    [groupId],
  )
  const hasOpened = useOpenedChat(groupId, { linkedId, linkedCommentId })
  const loadable = useGroupChats(({ conversations }) => conversations.get(groupId))
  const isOutdated = useGroupChats(() => isBehind(groupId))
  const focusMessageField = useCallback(() => field.current?.focus(), [])
  const retry = useCallback(() => void reopenGroupChat(groupId), [groupId])
  const editLastPost = () => {
    const lastMessages = findConversation(groupId)?.messages.slice(-EDITABLE_MAX) ?? []
    const lastOwnMessage = lastMessages.findLast(({ mine, message, deleted }) => mine && message !== null && !deleted)
    if (lastOwnMessage) setEditedId(lastOwnMessage.id)
  }
  const conversation = loadable?.data
  const isLinkedLoaded = linkedId === null || conversation?.messages.some(({ id }) => id === linkedId)
  // Loaded posts show immediately, unless the linked post is not among them.
  const loadedConversation = conversation && (hasOpened || isLinkedLoaded) ? conversation : null
  const restartCount = useRestartAfterCatchUp(
    { isShown: loadedConversation !== null, isBehind: isOutdated, hasUnread: group.newMessages > 0 },
    isAtEnd,
  )
  const hasOutgoing = useOutgoing(groupKey(groupId)).length > 0
  const shownConversation = loadedConversation ?? (hasOutgoing ? emptyConversation : null)
  return (
    <section className={styles.chat} aria-label={t('messages', { name: groupName })}>
      <GroupWelcome group={group} />
      {!loadedConversation && loadable?.state === 'failed' && (
        <Failed title={t('failed')} text={t('failedText')} retry={retry} />
      )}
      {!loadedConversation && loadable?.state !== 'failed' && (
        <div className={styles.loading}>
          <Loading text={t('loading')}>
            <PostsSkeleton />
          </Loading>
        </div>
      )}
      {shownConversation && (
        <GroupPosts
          key={`${shownConversation.rangeId} ${linkedId} ${restartCount}`}
          group={group}
          conversation={shownConversation}
          linkedId={linkedCommentId === null ? linkedId : null}
          openedComment={openedComment}
          onQuotedComment={onQuotedComment}
          target={target}
          onTarget={openMessage}
          onReply={onReply}
          editedId={editedId}
          onEdit={setEditedId}
          onLeave={focusMessageField}
          isAtEnd={isAtEnd}
        />
      )}
      <RestrictedNote action="write" />
      <Composer
        conversationKey={groupKey(groupId)}
        field={field}
        label={t('write')}
        placeholder={t('write')}
        photoTitle={tPhoto('title', { name: groupName })}
        messages={conversation?.messages ?? []}
        onUp={editLastPost}
      />
    </section>
  )
}

/** Shows a group's posts and the message field. The URL may contain the ids of a post and of a comment on it. */
export function GroupChat({ groupId }: { groupId: Id }) {
  const [params] = useSearchParams()
  const group = useGroup(groupId)
  return (
    group && (
      <MemberChat
        key={groupId}
        group={group}
        linkedId={params.get('message')}
        linkedCommentId={params.get('comment')}
      />
    )
  )
}
