import { TEAM_NAME } from '@app/contract/text/names'
import { Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { onPageActivity } from '../lib/device/page-active.ts'
import { useIsTeam, useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { NEWS, PUBLISH, parseNewsView } from '../news/address.ts'
import { useNewestNews } from '../news/count.ts'
import { DeleteNews } from '../news/DeleteNews.tsx'
import { NewsList } from '../news/NewsList.tsx'
import type { Me } from '../news/OutgoingComment.tsx'
import { PublishForm } from '../news/PublishForm.tsx'
import { loadNews } from '../news/store.ts'
import { newsTexts } from '../news/texts.ts'
import { useOwn } from '../profiles/store.ts'
import { PageAction } from '../ui/buttons/PageAction.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'

/** Returns how the member appears beside their comments; the team has one name and no picture. */
function useMe(team: boolean): Me {
  const session = useSession()
  const photoUrl = useOwn().data?.profile.profilePhotoUrl ?? null
  if (team) return { name: TEAM_NAME, shape: 'person', photoUrl: null }
  return { name: session?.userName ?? '', shape: session?.couple ? 'couple' : 'person', photoUrl }
}

/** Reloads the list, which also marks it as seen, when news are published; while the tab is hidden, on return to it. */
function useNewsRefresh(): void {
  const newest = useNewestNews()
  const loadedNewest = useRef<string | null>(null)
  useEffect(() => {
    const load = (): void => {
      if (loadedNewest.current === newest || document.visibilityState === 'hidden') return
      loadedNewest.current = newest
      void loadNews()
    }
    load()
    return onPageActivity(load)
  }, [newest])
}

/** Shows the news list, and the forms that are only for the team. */
export function NewsPage() {
  const t = useTexts(newsTexts)
  const [params] = useSearchParams()
  const team = useIsTeam()
  const view = parseNewsView(params, team)
  const me = useMe(team)
  useNewsRefresh()
  const title = { list: t('page'), publish: t('publish.open'), delete: t('delete.page') }[view.view]
  return (
    <>
      <PageTop
        title={title}
        back={view.view === 'list' ? undefined : NEWS}
        actions={
          team &&
          view.view === 'list' && (
            <PageAction to={PUBLISH} state={{ from: NEWS }} icon={Pencil}>
              {t('publish.open')}
            </PageAction>
          )
        }
      />
      {view.view === 'list' && <NewsList comments={view.comments} me={me} />}
      {view.view === 'publish' && <PublishForm />}
      {view.view === 'delete' && <DeleteNews id={view.id} me={me} />}
    </>
  )
}
