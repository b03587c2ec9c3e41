import type { Id } from '@app/contract/base'
import type { Group } from '@app/contract/groups'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Composer } from '../../conversation/composer/Composer.tsx'
import { emptyConversation } from '../../conversation/conversation.ts'
import { useOutgoing } from '../../conversation/outbox/outbox.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { useCatchUp } from '../../conversation/use-catch-up.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { useGroup } from '../store.ts'
import { GroupPosts } from './GroupPosts.tsx'
import styles from './group-chat.module.css'
import { isBehind, openAround, openGroupChat, reopenGroupChat, trackVisibleGroupChat } from './loads.ts'
import { groupKey } from './sending.ts'
import { findConversation, useGroupChats } from './state.ts'
import { groupChatTexts } from './texts.ts'

/** Arrow up in the empty field edits the last own message among this many at the end, which are surely rendered. */
const WITHIN_REACH = 40

const WIDTHS = ['46%', '62%', '38%', '54%']

const PostsSkeleton = () => (
  <div className={styles.skeleton}>
    {WIDTHS.map((width) => (
      <div key={width} className={styles.skeletonPost}>
        <Skeleton width="2.5rem" height="2.5rem" radius="50%" />
        <div className={styles.skeletonWords}>
          <Skeleton width="8.75rem" height="1.0625rem" />
          <Skeleton width={width} />
        </div>
      </div>
    ))}
  </div>
)

/**
 * Loads the messages to show: around the linked message, or the newest or unread ones. Returns whether that has
 * finished.
 */
function useOpening(groupId: Id, linked: string | null): boolean {
  const t = useTexts(groupChatTexts)
  const [requestedId, setRequestedId] = useState<string | null>(null)
  const wanted = `${groupId} ${linked}`
  useEffect(() => {
    let current = true
    const opening = linked === null ? openGroupChat(groupId) : openAround(groupId, linked)
    void opening
      .then((isFound) => current && !isFound && linked !== null && showToast({ text: t('noSuchMessage') }))
      .catch(() => undefined)
      .finally(() => current && setRequestedId(wanted))
    return () => {
      current = false
    }
  }, [groupId, linked, wanted, t])
  useEffect(() => trackVisibleGroupChat(groupId), [groupId])
  return requestedId === wanted
}

function MemberChat({ group, linked }: { group: Group; linked: Id | null }) {
  const t = useTexts(groupChatTexts)
  const photo = useTexts(photoTexts)
  const { groupId, groupName } = group
  const field = useRef<HTMLTextAreaElement>(null)
  const atEnd = useRef<() => boolean>(() => false)
  const [editing, setEditing] = useState<Id | null>(null)
  const requestedId = useOpening(groupId, linked)
  const list = useGroupChats(({ conversations }) => conversations.get(groupId))
  const behind = useGroupChats(() => isBehind(groupId))
  const toField = useCallback(() => field.current?.focus(), [])
  const retry = useCallback(() => void reopenGroupChat(groupId), [groupId])
  const editLast = () => {
    const near = findConversation(groupId)?.messages.slice(-WITHIN_REACH) ?? []
    const last = near.findLast(({ mine, message, deleted }) => mine && message !== null && !deleted)
    if (last) setEditing(last.id)
  }
  const conversation = list?.data
  const hasLinked = linked === null || conversation?.messages.some(({ id }) => id === linked)
  // Loaded messages show at once, unless the linked message is not among them.
  const loaded = conversation && (requestedId || hasLinked) ? conversation : null
  const restarts = useCatchUp({ shown: loaded !== null, behind, unread: group.newMessages > 0 }, atEnd)
  const writing = useOutgoing(groupKey(groupId)).length > 0
  const shown = loaded ?? (writing ? emptyConversation : null)
  return (
    <section className={styles.chat} aria-label={t('messages', { name: groupName })}>
      {!loaded && list?.state === 'failed' && <Failed title={t('failed')} text={t('failedText')} retry={retry} />}
      {!loaded && list?.state !== 'failed' && (
        <div className={styles.waiting}>
          <Loading text={t('loading')}>
            <PostsSkeleton />
          </Loading>
        </div>
      )}
      {shown && (
        <GroupPosts
          key={`${shown.rangeId} ${linked} ${restarts}`}
          group={group}
          conversation={shown}
          linked={linked}
          editing={editing}
          onEdit={setEditing}
          onLeave={toField}
          atEnd={atEnd}
        />
      )}
      <Composer
        of={groupKey(groupId)}
        field={field}
        label={t('write')}
        placeholder={t('write')}
        photoTitle={photo('title', { name: groupName })}
        onUp={editLast}
      />
    </section>
  )
}

/** A group's messages and the message field. The address may contain the id of one message. */
export function GroupChat({ groupId }: { groupId: Id }) {
  const [params] = useSearchParams()
  const group = useGroup(groupId)
  return group && <MemberChat key={groupId} group={group} linked={params.get('message')} />
}
