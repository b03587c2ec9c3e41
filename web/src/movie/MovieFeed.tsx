import type { MovieEntry } from '@app/contract/movie'
import { ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { PhotoViewer } from '../ui/photos/PhotoViewer.tsx'
import { Columns } from './Columns.tsx'
import { DeleteEntry } from './DeleteEntry.tsx'
import { EntryCard } from './EntryCard.tsx'
import styles from './movie.module.css'
import { countNewEntries, scheduleCount } from './new-entries.ts'
import { Sentinel } from './Sentinel.tsx'
import { loadFeed, refreshFeed, useMovie } from './store.ts'
import { movieTexts } from './texts.ts'
import { UploadCard } from './UploadCard.tsx'
import { useUploads } from './uploads.ts'
import { useFeedScroll } from './use-feed-scroll.ts'

const NEW_ENTRIES_SHOWN_MAX = 99

/** Loads the feed, or refreshes it if it is already loaded, and returns it. Counts new entries while it is shown. */
function useFeed() {
  useEffect(() => {
    const stopCounting = countNewEntries()
    if (useMovie.getState().feed.data) {
      void refreshFeed()
      scheduleCount()
    } else void loadFeed()
    const stopRefreshing = onBrokenUrls(() => void refreshFeed())
    return () => {
      stopCounting()
      stopRefreshing()
    }
  }, [])
  return useMovie(({ feed }) => feed)
}

function NewEntriesPill({ onShow }: { onShow: () => void }) {
  const t = useTexts(movieTexts)
  const count = useMovie(({ newEntryCount }) => newEntryCount)
  return (
    <div className={styles.newer} role="status">
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <ArrowUp size="1.125rem" strokeWidth={1.75} aria-hidden />
          {count > NEW_ENTRIES_SHOWN_MAX ? t('newerMany', { max: NEW_ENTRIES_SHOWN_MAX }) : t('newer', { count })}
        </button>
      )}
    </div>
  )
}

const SKELETONS = [
  { ratio: 3 / 2, width: '56%' },
  { ratio: 4 / 5, width: '72%' },
  { ratio: 1, width: '48%' },
  { ratio: 4 / 5, width: '64%' },
  { ratio: 3 / 2, width: '52%' },
  { ratio: 1, width: '60%' },
]

const CardSkeletons = () => (
  <Columns>
    {SKELETONS.map(({ ratio, width }) => (
      <li key={width} className={styles.item}>
        <div className={styles.card}>
          <div style={{ aspectRatio: ratio }}>
            <Skeleton height="100%" radius="0" />
          </div>
          <div className={styles.footer}>
            <Skeleton width="2.5rem" height="2.5rem" radius="50%" />
            <Skeleton width={width} height="0.875rem" />
          </div>
        </div>
      </li>
    ))}
  </Columns>
)

type ViewerProps = { entries: readonly MovieEntry[]; shownId: string | null; onShow: (id: string | null) => void }

function EntryViewer({ entries, shownId, onShow }: ViewerProps) {
  const t = useTexts(movieTexts)
  const previews = useMovie((state) => state.previews)
  return (
    <PhotoViewer
      photos={entries
        .filter(({ photo }) => photo.status !== 'FAILED')
        .map(({ id, photo, altText, userName, message }) => ({
          key: id,
          photo,
          alt: altText || t('photoOf', { name: userName }),
          caption: message,
          preview: previews.get(photo.id)?.url ?? null,
        }))}
      shownKey={shownId}
      onShow={onShow}
      onClose={() => onShow(null)}
    />
  )
}

function Entries({ entries, hasMore }: { entries: readonly MovieEntry[]; hasMore: boolean }) {
  const t = useTexts(movieTexts)
  const uploads = useUploads((state) => state.uploads)
  const [shownId, setShownId] = useState<string | null>(null)
  const [entryToDelete, setEntryToDelete] = useState<MovieEntry | null>(null)
  const open = useCallback(({ id }: MovieEntry) => setShownId(id), [])
  if (entries.length + uploads.length === 0) return <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
  return (
    <>
      <Columns label={t('entries')}>
        {uploads.toReversed().map((upload) => (
          <UploadCard key={upload.clientId} upload={upload} />
        ))}
        {entries.map((entry) => (
          <EntryCard key={entry.id} entry={entry} onOpen={open} onDelete={setEntryToDelete} />
        ))}
      </Columns>
      {hasMore && <Sentinel />}
      <EntryViewer entries={entries} shownId={shownId} onShow={setShownId} />
      <DeleteEntry entry={entryToDelete} onClose={() => setEntryToDelete(null)} />
    </>
  )
}

/** Shows the members' photos, newest first. */
export function MovieFeed() {
  const t = useTexts(movieTexts)
  const feed = useFeed()
  const scroller = useFeedScroll()
  const retry = useCallback(() => void loadFeed(), [])
  const showNewEntries = async () => {
    await loadFeed()
    const current = useMovie.getState().feed
    if (current.state === 'failed') showErrorToast(current.error)
    const box = scroller.current
    if (!box || current.state !== 'loaded') return
    box.scrollTop = 0
    box.querySelector<HTMLElement>('[data-entry] button')?.focus({ preventScroll: true })
  }
  return (
    <div ref={scroller} className={styles.page} data-scroller>
      <NewEntriesPill onShow={() => void showNewEntries()} />
      {feed.data ? (
        <Entries {...feed.data} />
      ) : feed.state === 'failed' ? (
        <Failed title={t('failed')} error={feed.error} retry={retry} />
      ) : (
        <Loading text={t('loading')}>
          <CardSkeletons />
        </Loading>
      )}
    </div>
  )
}
