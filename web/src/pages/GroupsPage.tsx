import type { Group } from '@app/contract/groups'
import { Suspense, useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { GroupEvents } from '../events/GroupEvents.tsx'
import { GroupList } from '../groups/list/GroupList.tsx'
import { GroupForm } from '../groups/pane/GroupForm.tsx'
import { GroupPane } from '../groups/pane/GroupPane.tsx'
import { useGroup } from '../groups/store.ts'
import { groupsTexts } from '../groups/texts.ts'
import { parseGroupsView } from '../groups/urls.ts'
import { lazy } from '../lib/device/chunks.ts'
import { useMediaQuery } from '../lib/device/use-media-query.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { useIsTeam } from '../lib/http/session.ts'
import { FIND, previousSearchUrl } from '../lib/navigation/message-search.ts'
import { useAppConfig } from '../lib/release/app-config.ts'
import { useTexts } from '../lib/text/texts.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { ListFrame } from '../ui/lists/ListPane.tsx'
import { GroupArt } from '../ui/photos/GroupArt.tsx'
import styles from './panes.module.css'
import { RemovedContent } from './RemovedContent.tsx'

const GroupSwitch = lazy(async () => ({ default: (await import('../notifications/GroupSwitch.tsx')).GroupSwitch }))

/** Shows members the switch for notifications about the group, if the installation sends notifications. */
function GroupSettings({ groupId }: Pick<Group, 'groupId'>) {
  const isAvailable = useAppConfig(({ pushKey }) => Boolean(pushKey))
  const isTeam = useIsTeam()
  return (
    isAvailable &&
    !isTeam && (
      <Suspense>
        <GroupSwitch groupId={groupId} />
      </Suspense>
    )
  )
}

const renderSettings = ({ groupId }: Group) => <GroupSettings groupId={groupId} />
const SearchColumn = lazy(async () => ({ default: (await import('../message-search/SearchColumn.tsx')).SearchColumn }))

const renderEvents = ({ groupId, role }: Group) => <GroupEvents groupId={groupId} isAdmin={role === 'ADMIN'} />

/** Shows the member's groups and the open groups, and the selected one; only one of them on narrow screens. */
export function GroupsPage() {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isSinglePane = useMediaQuery('(max-width: 43.75em)')
  const { state } = useLocation()
  const view = parseGroupsView(params)
  const find = params.get(FIND)
  const isPaneOpen = view.view !== 'none' && !(isSinglePane && find !== null)
  const id = view.view === 'group' ? view.id : null
  const closeWithToast = useCallback(
    (text: string) => {
      showToast({ text })
      void navigate('/groups', { replace: true })
    },
    [navigate],
  )
  const onMissing = useCallback(() => closeWithToast(t('gone')), [closeWithToast, t])
  const group = useGroup(id)
  // An invite shows the group's name itself.
  const titleGroup = isSinglePane && isPaneOpen && group?.role !== 'INVITED' ? group : null
  const returnToList = () => void navigate('/groups', { replace: true })
  return (
    <div className={styles.page}>
      <PageTop
        title={titleGroup?.groupName ?? t('page')}
        picture={titleGroup && <GroupArt groupId={titleGroup.groupId} size={36} />}
        back={isSinglePane && isPaneOpen ? (previousSearchUrl(state) ?? '/groups') : undefined}
      />
      {find !== null && (
        <Suspense fallback={<ListFrame label={t('search')} isSinglePane={isSinglePane} />}>
          <SearchColumn find={find} isSinglePane={isSinglePane} />
        </Suspense>
      )}
      {find === null && !(isSinglePane && isPaneOpen) && (
        <GroupList
          selected={isSinglePane ? null : id}
          isSinglePane={isSinglePane}
          notice={<RemovedContent kinds={['GROUP', 'GROUP_INVITE']} />}
        />
      )}
      {isPaneOpen && view.view === 'new' && <GroupForm onClose={returnToList} />}
      {isPaneOpen && id !== null && view.view === 'group' && (
        <GroupPane
          key={id}
          id={id}
          isCompact={isSinglePane}
          tab={view.tab}
          renderEvents={renderEvents}
          renderSettings={renderSettings}
          onMissing={onMissing}
          onRemoved={closeWithToast}
        />
      )}
      {view.view === 'none' && !isSinglePane && (
        <div className={styles.empty}>
          <EmptyState title={t('pick')}>{t('pickText')}</EmptyState>
        </div>
      )}
    </div>
  )
}
