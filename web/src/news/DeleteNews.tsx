import type { Id } from '@app/contract/base'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { inSession } from '../lib/http/session.ts'
import { focusHeading } from '../lib/navigation/focus-heading.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { NewsArticle } from './NewsArticle.tsx'
import { NewsItemFallback, NewsList } from './NewsList.tsx'
import styles from './news.module.css'
import type { CommentAuthor } from './OutgoingComment.tsx'
import { deleteNews, useNews } from './store.ts'
import { newsTexts } from './texts.ts'
import { NEWS } from './urls.ts'
import { useNewsItem } from './use-item.ts'

function DeleteConfirmation({ id, title }: { id: Id; title: string }) {
  const t = useTexts(newsTexts)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function remove(): Promise<void> {
    setBusy(true)
    const onDeleted = inSession(async () => {
      showToast({ text: t('delete.deleted') })
      await navigate(NEWS, { replace: true })
      focusHeading()
    })
    try {
      await deleteNews(id)
      onDeleted()
    } catch (error) {
      showErrorToast(error)
      setBusy(false)
    }
  }

  return (
    <section className={styles.question} aria-label={t('delete.page')}>
      <h2>{t('delete.question', { title })}</h2>
      <p>{t('delete.text')}</p>
      <div className={styles.actions}>
        <Button variant="quiet" autoFocus onClick={() => void navigate(NEWS, { replace: true })}>
          {t('delete.keep')}
        </Button>
        <Button variant="danger" busy={busy} busyLabel={t('delete.deleting')} onClick={() => void remove()}>
          {t('delete.confirm')}
        </Button>
      </div>
    </section>
  )
}

/** Shows a news item and asks for confirmation before deleting it. */
export function DeleteNews({ id, author }: { id: Id; author: CommentAuthor }) {
  const t = useTexts(newsTexts)
  const isLoaded = useNews((state) => state.list.data !== undefined)
  const loadable = useNewsItem(id)
  const item = loadable.data
  if (!isLoaded) return <NewsList openItemId={null} author={author} />
  if (item === undefined)
    return (
      <div className={styles.page}>
        <NewsItemFallback id={id} item={loadable} />
      </div>
    )
  if (item === null) {
    return (
      <EmptyState
        title={t('gone')}
        action={
          <ButtonLink to={NEWS} variant="outlined" replace>
            {t('delete.toNews')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <div className={styles.page}>
      <NewsArticle {...item} />
      <DeleteConfirmation id={id} title={item.title} />
    </div>
  )
}
