import { TEAM_NAME } from '@app/contract/text/names'
import { Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { onPageActivity } from '../lib/device/page-active.ts'
import { useHasDuty, useIsTeam, useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { useNewestNews } from '../news/count.ts'
import { DeleteNews } from '../news/DeleteNews.tsx'
import { NewsList } from '../news/NewsList.tsx'
import type { CommentAuthor } from '../news/OutgoingComment.tsx'
import { PublishForm } from '../news/PublishForm.tsx'
import { loadNews, startsWith } from '../news/store.ts'
import { newsTexts } from '../news/texts.ts'
import { NEWS, PUBLISH, parseNewsView } from '../news/urls.ts'
import { useOwnProfile } from '../profiles/store.ts'
import { PageAction } from '../ui/buttons/PageAction.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { RemovedContent } from './RemovedContent.tsx'

/** Returns how the member appears beside their comments; the team has one name and no picture. */
function useCommentAuthor(isTeam: boolean): CommentAuthor {
  const session = useSession()
  const photoUrl = useOwnProfile().data?.profile.profilePhotoUrl ?? null
  if (isTeam) return { name: TEAM_NAME, shape: 'person', photoUrl: null }
  return { name: session?.userName ?? '', shape: session?.couple ? 'couple' : 'person', photoUrl }
}

/**
 * Loads the list, which also marks it as seen, when the page opens and whenever the newest items change. A hidden tab
 * waits until it becomes visible. On a direct visit the ids of the newest items arrive after the first request for the
 * list, which may already have returned them.
 */
function useNewsRefresh(): void {
  const newestIds = useNewestNews()
  const loadedIds = useRef<string | null>(null)
  const firstLoad = useRef<Promise<void> | null>(null)
  useEffect(() => {
    let isEnded = false
    const load = async (): Promise<void> => {
      if (loadedIds.current === newestIds || document.visibilityState === 'hidden') return
      const wasUnknown = loadedIds.current === ''
      loadedIds.current = newestIds
      if (wasUnknown) {
        await firstLoad.current
        if (isEnded || startsWith(newestIds.split(','))) return
      }
      firstLoad.current = loadNews()
    }
    const loadIfNeeded = () => void load()
    loadIfNeeded()
    const unsubscribe = onPageActivity(loadIfNeeded)
    return () => {
      isEnded = true
      unsubscribe()
    }
  }, [newestIds])
}

/** Shows the news list, or to publishers the form to publish an item or the confirmation of a deletion. */
export function NewsPage() {
  const t = useTexts(newsTexts)
  const [params] = useSearchParams()
  const isTeam = useIsTeam()
  const mayPublish = useHasDuty('PUBLISH')
  const view = parseNewsView(params, mayPublish)
  const author = useCommentAuthor(isTeam)
  useNewsRefresh()
  const title = { list: t('page'), publish: t('publish.open'), delete: t('delete.page') }[view.view]
  return (
    <>
      <PageTop
        title={title}
        back={view.view === 'list' ? undefined : NEWS}
        actions={
          mayPublish &&
          view.view === 'list' && (
            <PageAction to={PUBLISH} state={{ from: NEWS }} icon={Pencil}>
              {t('publish.open')}
            </PageAction>
          )
        }
      />
      {view.view === 'list' && (
        <>
          <RemovedContent kinds={['NEWS_COMMENT']} />
          <NewsList openItemId={view.comments} author={author} />
        </>
      )}
      {view.view === 'publish' && <PublishForm />}
      {view.view === 'delete' && <DeleteNews id={view.id} author={author} />}
    </>
  )
}
