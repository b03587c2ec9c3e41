import type { Id } from '@app/contract/base'
import type { NewsItem } from '@app/contract/news'
import { MessageCircle, Trash } from 'lucide-react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Loadable } from '../lib/http/loadable.ts'
import { useHasDuty } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { IconLink } from '../ui/buttons/IconLink.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import { NewsArticle } from './NewsArticle.tsx'
import { NewsComments } from './NewsComments.tsx'
import { NewsKiss } from './NewsKiss.tsx'
import styles from './news.module.css'
import type { CommentAuthor } from './OutgoingComment.tsx'
import { loadMoreNews, loadNews, openNews, useNews } from './store.ts'
import { newsTexts } from './texts.ts'
import { commentsUrl, deleteUrl, NEWS } from './urls.ts'
import { useNewsItem } from './use-item.ts'

const TITLE_WIDTHS = ['46%', '62%', '54%']

const NewsSkeletons = ({ titles }: { titles: readonly string[] }) =>
  titles.map((width) => (
    <div key={width} className={styles.skeleton}>
      <Skeleton width={width} height="1.625rem" />
      <Skeleton />
      <Skeleton width="80%" />
      <Skeleton width="8.125rem" height="2.75rem" radius="var(--radius-control)" />
    </div>
  ))

/** Shows the loading or error state of a news item that is fetched on its own. */
export function NewsItemFallback({ id, item }: { id: Id; item: Loadable<NewsItem | null> }) {
  const t = useTexts(newsTexts)
  const retry = useCallback(() => void openNews(id), [id])
  if (item.state === 'failed') return <Failed title={t('failed')} error={item.error} retry={retry} />
  return (
    <Loading text={t('loading')}>
      <NewsSkeletons titles={TITLE_WIDTHS.slice(0, 1)} />
    </Loading>
  )
}

type ItemProps = { item: NewsItem; author: CommentAuthor; open: boolean }

function Item({ item, author, open }: ItemProps) {
  const t = useTexts(newsTexts)
  const navigate = useNavigate()
  const mayPublish = useHasDuty('PUBLISH')
  const { id, title, commentCount } = item
  return (
    <NewsArticle {...item}>
      <div className={styles.actions}>
        <NewsKiss item={item} />
        <Button
          variant="quiet"
          icon={MessageCircle}
          aria-expanded={open}
          onClick={() => void navigate(open ? NEWS : commentsUrl(id), { replace: true })}
        >
          {t('comments', { count: commentCount })}
        </Button>
        {mayPublish && (
          <IconLink to={deleteUrl(id)} state={{ from: NEWS }} icon={Trash} label={t('delete.open', { title })} />
        )}
      </div>
      {open && <NewsComments item={item} author={author} />}
    </NewsArticle>
  )
}

/**
 * Lists all news, newest first, with the comments of one of them open. An opened item beyond the loaded pages is shown
 * on top.
 */
export function NewsList({ openItemId, author }: { openItemId: Id | null; author: CommentAuthor }) {
  const t = useTexts(newsTexts)
  const { list, opened } = useNews()
  const linkedItem = useNewsItem(openItemId)
  const retry = useCallback(() => void loadNews(), [])
  if (!list.data && list.state === 'failed') return <Failed title={t('failed')} error={list.error} retry={retry} />
  if (!list.data) {
    return (
      <div className={styles.page}>
        <Loading text={t(list.state === 'loading' ? 'loading' : 'notStarted')}>
          <NewsSkeletons titles={TITLE_WIDTHS} />
        </Loading>
      </div>
    )
  }
  if (list.data.items.length === 0) return <EmptyState title={t('empty')} />
  const pinnedItem = opened?.item.data
  const items = pinnedItem ? [pinnedItem, ...list.data.items.filter(({ id }) => id !== pinnedItem.id)] : list.data.items
  return (
    <div className={styles.page}>
      {openItemId !== null && linkedItem.data === undefined && <NewsItemFallback id={openItemId} item={linkedItem} />}
      {openItemId !== null && linkedItem.data === null && (
        <p className={styles.gone} role="status">
          {t('gone')}
        </p>
      )}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} author={author} open={item.id === openItemId} />
          </li>
        ))}
      </ul>
      {list.data.hasMore && <ShowMore label={t('more')} load={loadMoreNews} />}
    </div>
  )
}
