import type { Id } from '@app/contract/base'
import type { Group, GroupComment, GroupMessage } from '@app/contract/groups'
import { Trash } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { compareIds } from '../../conversation/ids.ts'
import { Announcer } from '../../conversation/list/Announcer.tsx'
import { ConversationList } from '../../conversation/list/ConversationList.tsx'
import { focusRowOf } from '../../conversation/list/focus-row.ts'
import { UnreadDivider } from '../../conversation/list/UnreadDivider.tsx'
import { type MessageTarget, useRowTarget } from '../../conversation/list/use-row-target.ts'
import { useStableRows } from '../../conversation/list/use-stable-rows.ts'
import { useUnreadLine } from '../../conversation/list/use-unread-line.ts'
import { ConversationPhotoViewer } from '../../conversation/messages/ConversationPhotoViewer.tsx'
import { DeleteDialog } from '../../conversation/messages/DeleteDialog.tsx'
import { extrasTexts } from '../../conversation/messages/extras-texts.ts'
import { LongPress } from '../../conversation/messages/LongPress.tsx'
import { useOutgoingBelow } from '../../conversation/outbox/outbox.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Post } from '../posts/Post.tsx'
import type { ActionTarget, PostContext } from '../posts/post-context.ts'
import { useMe } from '../posts/use-me.ts'
import { deleteComment, deletePost, reactToPost } from './actions.ts'
import { GroupChatMenu } from './GroupChatMenu.tsx'
import { loadNewer, loadNewest, loadOlder, markRead } from './loads.ts'
import { createGroupRows, type GroupRow } from './rows.ts'
import { groupKey } from './sending.ts'
import { startCommentReply } from './start-reply.ts'
import type { GroupConversation } from './state.ts'
import { groupChatTexts } from './texts.ts'

type PostOrComment = GroupMessage | GroupComment

const nameOf = ({ userName }: PostOrComment): string => userName

/** Lists posts and comments in the order in which they were written. */
const listEntries = (messages: readonly GroupMessage[]): PostOrComment[] =>
  messages
    .flatMap((message): PostOrComment[] => [message, ...message.comments])
    .sort((one, other) => compareIds(one.id, other.id))

/** Finds a post, or a comment and its post; null if the entry is not loaded. */
function findTarget(messages: readonly GroupMessage[], { id }: PostOrComment): ActionTarget | null {
  for (const message of messages) {
    if (message.id === id) return { message, comment: null }
    const comment = message.comments.find((groupComment) => groupComment.id === id)
    if (comment) return { message, comment }
  }
  return null
}

type Menu = { target: ActionTarget; anchor: RefObject<HTMLElement | null>; isPressed: boolean }

type Props = {
  group: Group
  conversation: GroupConversation
  linkedId: Id | null
  /** The message that a quote or a link opens. */
  target: MessageTarget | null
  onTarget: (target: MessageTarget | null) => void
  /** The comment that a quote or a link opens. */
  openedComment: MessageTarget | null
  onQuotedComment: PostContext['onQuotedComment']
  onReply: (message: GroupMessage) => void
  editedId: Id | null
  onEdit: (messageId: Id | null) => void
  onLeave: () => void
  isAtEnd: RefObject<() => boolean>
}

/** Shows the posts of a group, with their menu, the photo viewer and the delete dialog. */
export function GroupPosts({ group, conversation, target, editedId, isAtEnd, ...props }: Props) {
  const { linkedId, openedComment, onTarget, onQuotedComment, onReply, onEdit, onLeave } = props
  const t = useTexts(groupChatTexts)
  const tExtras = useTexts(extrasTexts)
  const tPhoto = useTexts(photoTexts)
  const { groupId, groupName } = group
  const { messages, hasOlder, hasNewer } = conversation
  const isAdmin = group.role === 'ADMIN'
  const [shownPhotoKey, setShownPhotoKey] = useState<string | null>(null)
  const [menu, setMenu] = useState<Menu | null>(null)
  const [targetToDelete, setTargetToDelete] = useState<ActionTarget | null>(null)

  const outgoing = useOutgoingBelow(groupKey(groupId), hasNewer)
  const unread = useUnreadLine(group, conversation, isAtEnd)
  const rows = useStableRows(
    useMemo(() => createGroupRows({ messages, outgoing, unread }), [messages, outgoing, unread]),
  )
  const rowTarget = useRowTarget(target, messages)
  const onTargetLeft = useCallback(() => onTarget(null), [onTarget])
  const entries = useMemo(() => listEntries(messages), [messages])
  const announcedConversation = useMemo(
    () => ({ messages: entries.filter(({ ignored }) => !ignored), hasNewer }),
    [entries, hasNewer],
  )

  const fetchOlder = useCallback(() => loadOlder(groupId), [groupId])
  const fetchNewer = useCallback(() => loadNewer(groupId), [groupId])
  const fetchNewest = useCallback(() => loadNewest(groupId), [groupId])
  const onRead = useCallback((id: Id) => markRead(groupId, id), [groupId])
  const onActions = useCallback(
    (entry: ActionTarget, anchor: HTMLElement, isPressed: boolean) =>
      setMenu({ target: entry, anchor: { current: anchor }, isPressed }),
    [],
  )
  const onRowActions = useCallback(
    (row: GroupRow, anchor: HTMLElement, isPressed = false) => {
      if (row.kind !== 'message') return
      const comment = row.message.comments.find(({ id }) => id === anchor.dataset.comment) ?? null
      if (!(comment ?? row.message).deleted) onActions({ message: row.message, comment }, anchor, isPressed)
    },
    [onActions],
  )
  const onPress = (element: HTMLElement, key: string) => {
    const row = rows.find((other) => other.key === key)
    if (row) onRowActions(row, element, true)
  }
  const onEdited = useCallback(() => {
    onEdit(null)
    onLeave()
  }, [onEdit, onLeave])

  const isEditedEntryDeleted = editedId !== null && entries.some(({ id, deleted }) => id === editedId && deleted)
  useEffect(() => {
    if (isEditedEntryDeleted) onEdited()
  }, [isEditedEntryDeleted, onEdited])

  const me = useMe(useMemo(() => entries.findLast(({ mine }) => mine)?.profilePhotoUrl ?? null, [entries]))
  const context = useMemo<PostContext>(
    () => ({
      groupId,
      me,
      linkedId,
      openedComment,
      editedId,
      onEdited,
      onCommentEdited: () => onEdit(null),
      onActions,
      onReact: ({ message, comment }, reaction) =>
        void reactToPost({ groupId, messageId: message.id, commentId: comment?.id ?? null }, reaction),
      onReply: ({ message, comment }) => {
        if (comment) startCommentReply(groupId, message, comment)
        else onReply(message)
      },
      onQuote: (id) => onTarget({ id, focus: true }),
      onQuotedComment,
      onPhoto: setShownPhotoKey,
    }),
    [groupId, me, linkedId, openedComment, editedId, onEdit, onEdited, onActions, onReply, onTarget, onQuotedComment],
  )

  const onDelete = (target: ActionTarget | null) => {
    focusRowOf(document.activeElement)
    setTargetToDelete(target)
  }
  const deleteTarget = async () => {
    if (targetToDelete?.comment) await deleteComment(groupId, targetToDelete.message.id, targetToDelete.comment.id)
    else if (targetToDelete) await deletePost(groupId, targetToDelete.message.id)
  }
  const renderTools = (entry: PostOrComment) =>
    (entry.mine || isAdmin) && (
      <IconButton icon={Trash} label={tExtras('delete')} onClick={() => onDelete(findTarget(messages, entry))} />
    )

  if (rows.length === 0 && !hasOlder && !hasNewer) {
    return (
      <EmptyState
        title={t('empty')}
        action={
          <Button variant="tinted" onClick={onLeave}>
            {t('writeFirst')}
          </Button>
        }
      >
        {t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <ConversationList
      conversationKey={groupKey(groupId)}
      label={t('messages', { name: groupName })}
      conversation={conversation}
      rows={rows}
      unread={unread}
      lastUnconfirmedId={outgoing.findLast(({ state }) => state !== 'sent')?.clientId}
      target={rowTarget}
      onTargetLeft={onTargetLeft}
      isAtEnd={isAtEnd}
      fetchOlder={fetchOlder}
      fetchNewer={fetchNewer}
      fetchNewest={fetchNewest}
      onRead={onRead}
      onActions={onRowActions}
      onLeave={onLeave}
      renderRow={(row, tabStop, handlers) =>
        row.kind === 'unread' ? (
          <UnreadDivider count={row.count} />
        ) : (
          <Post row={row} tabStop={tabStop} context={context} handlers={handlers} />
        )
      }
    >
      <LongPress onPress={onPress} />
      <Announcer conversation={announcedConversation} nameOf={nameOf} />
      {menu && (
        <GroupChatMenu
          {...menu}
          groupId={groupId}
          context={context}
          isAdmin={isAdmin}
          onClose={() => setMenu(null)}
          onPhoto={setShownPhotoKey}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
      <ConversationPhotoViewer
        messages={entries}
        shownKey={shownPhotoKey}
        altOf={({ mine, userName }) => (mine ? tPhoto('mine') : tPhoto('from', { name: userName }))}
        renderTools={renderTools}
        onShow={setShownPhotoKey}
      />
      <DeleteDialog open={targetToDelete !== null} onDelete={deleteTarget} onClose={() => setTargetToDelete(null)}>
        {t('deleteText')}
      </DeleteDialog>
    </ConversationList>
  )
}
