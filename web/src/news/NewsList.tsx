import type { Id } from '@app/contract/base'
import type { NewsItem } from '@app/contract/news'
import { MessageCircle, Trash } from 'lucide-react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { isRefusal, wordsOf } from '../lib/api-error.ts'
import { useSession } from '../lib/session.ts'
import { useTexts } from '../lib/texts.ts'
import { showErrorToast } from '../lib/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Failed } from '../ui/Failed.tsx'
import { IconLink } from '../ui/IconLink.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { commentsAddress, deleteAddress, NEWS } from './address.ts'
import type { Me } from './CommentOnItsWay.tsx'
import { NewsArticle } from './NewsArticle.tsx'
import { NewsComments } from './NewsComments.tsx'
import { NewsKiss } from './NewsKiss.tsx'
import styles from './news.module.css'
import { loadMoreNews, loadNews, useNews } from './store.ts'
import { newsTexts } from './texts.ts'

const TITLES = ['46%', '62%', '54%']

const NewsSkeletons = () =>
  TITLES.map((width) => (
    <div key={width} className={styles.skeleton}>
      <Skeleton width={width} height="26px" />
      <Skeleton />
      <Skeleton width="80%" />
      <Skeleton width="130px" height="44px" radius="var(--radius-control)" />
    </div>
  ))

type ItemProps = { item: NewsItem; me: Me; open: boolean }

function Item({ item, me, open }: ItemProps) {
  const t = useTexts(newsTexts)
  const navigate = useNavigate()
  const team = useSession()?.memberLevel === 'ADMIN'
  const { id, title, commentCount } = item
  return (
    <NewsArticle {...item}>
      <div className={styles.actions}>
        <NewsKiss item={item} />
        <Button
          variant="quiet"
          icon={MessageCircle}
          aria-expanded={open}
          onClick={() => void navigate(open ? NEWS : commentsAddress(id), { replace: true })}
        >
          {t('comments', { count: commentCount })}
        </Button>
        {team && (
          <IconLink to={deleteAddress(id)} state={{ from: NEWS }} icon={Trash} label={t('delete.open', { title })} />
        )}
      </div>
      {open && <NewsComments item={item} me={me} />}
    </NewsArticle>
  )
}

/** All news, newest first, with the comments of one of them. */
export function NewsList({ comments, me }: { comments: Id | null; me: Me }) {
  const t = useTexts(newsTexts)
  const list = useNews((state) => state.list)
  const retry = useCallback(() => void loadNews(), [])
  if (!list.data && list.state === 'failed')
    return <Failed title={t('failed')} text={wordsOf(list.error)} retry={retry} byItself={!isRefusal(list.error)} />
  if (!list.data) {
    return (
      <div className={styles.page}>
        <Loading text={t(list.state === 'loading' ? 'loading' : 'notStarted')}>
          <NewsSkeletons />
        </Loading>
      </div>
    )
  }
  if (list.data.items.length === 0) return <EmptyState title={t('empty')} />
  return (
    <div className={styles.page}>
      <ul className={styles.list}>
        {list.data.items.map((item) => (
          <li key={item.id}>
            <Item item={item} me={me} open={item.id === comments} />
          </li>
        ))}
      </ul>
      {list.data.hasMore && (
        <div className={styles.more}>
          <Button variant="quiet" onClick={() => void loadMoreNews().catch(showErrorToast)}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  )
}
