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
import { RemoveDialog } from '../../conversation/messages/RemoveDialog.tsx'
import { Viewer } from '../../conversation/messages/Viewer.tsx'
import { useOutgoingBelow } from '../../conversation/outbox/outbox.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Post } from '../posts/Post.tsx'
import type { PostContext, Target } from '../posts/post-context.ts'
import { useMe } from '../posts/use-me.ts'
import { removeComment, removePost } from './actions.ts'
import { GroupChatMenu } from './GroupChatMenu.tsx'
import { loadNewer, loadNewest, loadOlder, markRead } from './loads.ts'
import { type GroupRow, groupRowsOf } from './rows.ts'
import { groupKey } from './sending.ts'
import type { GroupConversation } from './state.ts'
import { groupChatTexts } from './texts.ts'

type PostOrComment = GroupMessage | GroupComment

const nameOf = ({ userName }: PostOrComment): string => userName

/** Returns messages and comments in the order in which they were written. */
const allOf = (messages: readonly GroupMessage[]): PostOrComment[] =>
  messages
    .flatMap((message): PostOrComment[] => [message, ...message.comments])
    .sort((one, other) => compareIds(one.id, other.id))

/** Returns the message or comment with this id as the target of its photo; null if it is not loaded. */
function targetOf(messages: readonly GroupMessage[], { id }: PostOrComment): Target | null {
  for (const message of messages) {
    if (message.id === id) return { message, comment: null }
    const comment = message.comments.find((each) => each.id === id)
    if (comment) return { message, comment }
  }
  return null
}

type Props = {
  group: Group
  conversation: GroupConversation
  linked: Id | null
  editing: Id | null
  onEdit: (messageId: Id | null) => void
  onLeave: () => void
  atEnd: RefObject<() => boolean>
}

export function GroupPosts({ group, conversation, linked, editing, onEdit, onLeave, atEnd }: Props) {
  const t = useTexts(groupChatTexts)
  const words = useTexts(conversationTexts)
  const photo = useTexts(photoTexts)
  const { groupId, groupName } = group
  const { messages, hasOlder, hasNewer } = conversation
  const admin = group.role === 'ADMIN'
  const [shownPhoto, setShownPhoto] = useState<string | null>(null)
  const [actionTarget, setActionTarget] = useState<{ target: Target; anchor: RefObject<HTMLElement | null> } | null>(
    null,
  )
  const [removing, setRemoving] = useState<Target | null>(null)

  const outgoing = useOutgoingBelow(groupKey(groupId), hasNewer)
  const unread = useUnreadLine(group, conversation, atEnd)
  const rows = useStableRows(useMemo(() => groupRowsOf({ messages, outgoing, unread }), [messages, outgoing, unread]))
  const linkedRow = messages.find(({ id }) => id === linked)
  const all = useMemo(() => allOf(messages), [messages])
  const announcedConversation = useMemo(
    () => ({ messages: all.filter(({ ignored }) => !ignored), hasNewer }),
    [all, hasNewer],
  )

  const older = useCallback(() => loadOlder(groupId), [groupId])
  const newer = useCallback(() => loadNewer(groupId), [groupId])
  const newest = useCallback(() => loadNewest(groupId), [groupId])
  const onRead = useCallback((id: Id) => markRead(groupId, id), [groupId])
  const onActions = useCallback(
    (target: Target, anchor: HTMLElement) => setActionTarget({ target, anchor: { current: anchor } }),
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

  const isEditedDeleted = editing !== null && messages.some(({ id, deleted }) => id === editing && deleted)
  useEffect(() => {
    if (isEditedDeleted) onEdited()
  }, [isEditedDeleted, onEdited])

  const me = useMe(useMemo(() => all.findLast(({ mine }) => mine)?.profilePhotoUrl ?? null, [all]))
  const context = useMemo<PostContext>(
    () => ({ groupId, me, linked, editing, onEdited, onActions, onPhoto: setShownPhoto }),
    [groupId, me, linked, editing, onEdited, onActions],
  )

  const onRemove = (target: Target | null) => {
    focusRowOf(document.activeElement)
    setRemoving(target)
  }
  const remove = async () => {
    if (removing?.comment) await removeComment(groupId, removing.message.id, removing.comment.id)
    else if (removing) await removePost(groupId, removing.message.id)
  }
  const toolsOf = (written: PostOrComment) =>
    (written.mine || admin) && (
      <IconButton icon={Trash} label={words('message.delete')} onClick={() => onRemove(targetOf(messages, written))} />
    )

  if (rows.length === 0 && !hasOlder && !hasNewer) return <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
  return (
    <ConversationList
      of={groupKey(groupId)}
      label={t('messages', { name: groupName })}
      conversation={conversation}
      rows={rows}
      unread={unread}
      lastWritten={outgoing.findLast(({ state }) => state !== 'sent')?.clientId}
      startAt={linkedRow && keyOfMessage(linkedRow)}
      atEnd={atEnd}
      older={older}
      newer={newer}
      newest={newest}
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
      {actionTarget && (
        <GroupChatMenu
          {...actionTarget}
          admin={admin}
          onClose={() => setActionTarget(null)}
          onPhoto={setShownPhoto}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      )}
      <Viewer
        messages={all}
        shown={shownPhoto}
        altOf={({ mine, userName }) => (mine ? photo('mine') : photo('from', { name: userName }))}
        toolsOf={toolsOf}
        onShow={setShownPhoto}
      />
      <RemoveDialog open={removing !== null} remove={remove} onClose={() => setRemoving(null)}>
        {t('deleteText')}
      </RemoveDialog>
    </ConversationList>
  )
}
