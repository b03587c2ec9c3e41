import type { Id } from '@app/contract/base'
import type { NewsItem } from '@app/contract/news'
import { useCallback, useEffect, useRef } from 'react'
import commentStyles from '../conversation/messages/comments.module.css'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { RestrictedNote } from '../ui/feedback/RestrictedNote.tsx'
import { CommentForm } from './CommentForm.tsx'
import styles from './comments.module.css'
import { loadComments, loadOlderComments, useThread } from './comments.ts'
import { NewsComment } from './NewsComment.tsx'
import { type CommentAuthor, OutgoingComment } from './OutgoingComment.tsx'
import { newsTexts } from './texts.ts'

function CommentList({ item: { id, title, commentCount }, author }: { item: NewsItem; author: CommentAuthor }) {
  const t = useTexts(newsTexts)
  const { stored, unsent } = useThread(id)
  const list = useRef<HTMLUListElement>(null)
  const olderButton = useRef<HTMLButtonElement>(null)
  const retry = useCallback(() => void loadComments(id), [id])
  if (!stored.data && stored.state === 'failed')
    return <Failed title={t('talk.failed')} error={stored.error} retry={retry} />
  if (!stored.data) {
    return (
      <Loading text={t('talk.loading')}>
        <Skeleton width="60%" height={`${Math.min(commentCount, 3) * 2.75}rem`} radius="var(--radius-row)" />
      </Loading>
    )
  }
  const { comments, hasOlder } = stored.data
  /** Moves the focus to the list when loading the last page removes the button. */
  const showOlder = async (before: Id) => {
    await loadOlderComments(id, before)
    if (!olderButton.current) list.current?.focus()
  }
  const oldest = comments[0]?.id
  return (
    <>
      {hasOlder && oldest && (
        <button
          ref={olderButton}
          type="button"
          className={commentStyles.more}
          onClick={() => void showOlder(oldest).catch(showErrorToast)}
        >
          {t('talk.older')}
        </button>
      )}
      {comments.length + unsent.length > 0 && (
        <ul ref={list} className={commentStyles.list} aria-label={t('talk.list', { title })} tabIndex={-1}>
          {comments.map((comment) => (
            <NewsComment key={comment.id} newsId={id} comment={comment} />
          ))}
          {unsent.map((pending) => (
            <OutgoingComment key={pending.clientId} newsId={id} author={author} pending={pending} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Shows the comments of a news item, and the form to add one. */
export function NewsComments({ item, author }: { item: NewsItem; author: CommentAuthor }) {
  const { id } = item
  useEffect(() => void loadComments(id), [id])
  useEffect(() => onBrokenUrls(() => void loadComments(id)), [id])
  return (
    <div className={styles.comments} data-comments>
      <CommentList item={item} author={author} />
      <RestrictedNote action="write" />
      <CommentForm item={item} author={author} />
    </div>
  )
}
