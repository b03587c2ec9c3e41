import type { Id } from '@app/contract/base'
import type { Group, GroupComment, GroupMessage } from '@app/contract/groups'
import { Trash } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { compareIds } from '../../conversation/ids.ts'
import { Announcer } from '../../conversation/list/Announcer.tsx'
import { ConversationList } from '../../conversation/list/ConversationList.tsx'
import { focusRowOf } from '../../conversation/list/focus-row.ts'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import { UnreadDivider } from '../../conversation/list/UnreadDivider.tsx'
import { useStableRows } from '../../conversation/list/use-stable-rows.ts'
import { useUnreadLine } from '../../conversation/list/use-unread-line.ts'
import { ConversationPhotoViewer } from '../../conversation/messages/ConversationPhotoViewer.tsx'
import { DeleteDialog } from '../../conversation/messages/DeleteDialog.tsx'
import { useOutgoingBelow } from '../../conversation/outbox/outbox.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Post } from '../posts/Post.tsx'
import type { ActionTarget, PostContext } from '../posts/post-context.ts'
import { useMe } from '../posts/use-me.ts'
import { deleteComment, deletePost } from './actions.ts'
import { GroupChatMenu } from './GroupChatMenu.tsx'
import { loadNewer, loadNewest, loadOlder, markRead } from './loads.ts'
import { createGroupRows, type GroupRow } from './rows.ts'
import { groupKey } from './sending.ts'
import type { GroupConversation } from './state.ts'
import { groupChatTexts } from './texts.ts'

type PostOrComment = GroupMessage | GroupComment

const nameOf = ({ userName }: PostOrComment): string => userName

/** Lists messages and comments in the order in which they were written. */
const listEntries = (messages: readonly GroupMessage[]): PostOrComment[] =>
  messages
    .flatMap((message): PostOrComment[] => [message, ...message.comments])
    .sort((one, other) => compareIds(one.id, other.id))

/** Finds a message, or a comment and its message; null if the entry is not loaded. */
function findTarget(messages: readonly GroupMessage[], { id }: PostOrComment): ActionTarget | null {
  for (const message of messages) {
    if (message.id === id) return { message, comment: null }
    const comment = message.comments.find((groupComment) => groupComment.id === id)
    if (comment) return { message, comment }
  }
  return null
}

type Props = {
  group: Group
  conversation: GroupConversation
  linkedId: Id | null
  editedId: Id | null
  onEdit: (messageId: Id | null) => void
  onLeave: () => void
  isAtEnd: RefObject<() => boolean>
}

/** Shows the messages of a group, with their menu, the photo viewer and the delete dialog. */
export function GroupPosts({ group, conversation, linkedId, editedId, onEdit, onLeave, isAtEnd }: Props) {
  const t = useTexts(groupChatTexts)
  const tConversation = useTexts(conversationTexts)
  const tPhoto = useTexts(photoTexts)
  const { groupId, groupName } = group
  const { messages, hasOlder, hasNewer } = conversation
  const isAdmin = group.role === 'ADMIN'
  const [shownPhotoKey, setShownPhotoKey] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ target: ActionTarget; anchor: RefObject<HTMLElement | null> } | null>(null)
  const [targetToDelete, setTargetToDelete] = useState<ActionTarget | null>(null)

  const outgoing = useOutgoingBelow(groupKey(groupId), hasNewer)
  const unread = useUnreadLine(group, conversation, isAtEnd)
  const rows = useStableRows(
    useMemo(() => createGroupRows({ messages, outgoing, unread }), [messages, outgoing, unread]),
  )
  const linkedMessage = messages.find(({ id }) => id === linkedId)
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
    (target: ActionTarget, anchor: HTMLElement) => setMenu({ target, anchor: { current: anchor } }),
    [],
  )
  const onRowActions = useCallback(
    (row: GroupRow, anchor: HTMLElement) => {
      if (row.kind === 'message' && !row.message.deleted) onActions({ message: row.message, comment: null }, anchor)
    },
    [onActions],
  )
  const onEdited = useCallback(() => {
    onEdit(null)
    onLeave()
  }, [onEdit, onLeave])

  const isEditedPostDeleted = editedId !== null && messages.some(({ id, deleted }) => id === editedId && deleted)
  useEffect(() => {
    if (isEditedPostDeleted) onEdited()
  }, [isEditedPostDeleted, onEdited])

  const me = useMe(useMemo(() => entries.findLast(({ mine }) => mine)?.profilePhotoUrl ?? null, [entries]))
  const context = useMemo<PostContext>(
    () => ({ groupId, me, linkedId, editedId, onEdited, onActions, onPhoto: setShownPhotoKey }),
    [groupId, me, linkedId, editedId, onEdited, onActions],
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
      <IconButton
        icon={Trash}
        label={tConversation('message.delete')}
        onClick={() => onDelete(findTarget(messages, entry))}
      />
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
      startAt={linkedMessage && keyOfMessage(linkedMessage)}
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
      <Announcer conversation={announcedConversation} nameOf={nameOf} />
      {menu && (
        <GroupChatMenu
          {...menu}
          groupId={groupId}
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
