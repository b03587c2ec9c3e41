import type { Group } from '@app/contract/groups'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { GroupEvents } from '../events/GroupEvents.tsx'
import { parseGroupsView } from '../groups/address.ts'
import { GroupList } from '../groups/list/GroupList.tsx'
import { GroupForm } from '../groups/pane/GroupForm.tsx'
import { GroupPane } from '../groups/pane/GroupPane.tsx'
import { groupsTexts } from '../groups/texts.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { useMedia } from '../lib/photos/media.ts'
import { useTexts } from '../lib/text/texts.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import styles from './panes.module.css'

const eventsOf = ({ groupId, role }: Group) => <GroupEvents groupId={groupId} admin={role === 'ADMIN'} />

/** Shows my groups and open groups, and the selected one; only one of them on narrow screens. */
export function GroupsPage() {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const single = useMedia('(max-width: 43.75em)')
  const view = parseGroupsView(params)
  const id = view.view === 'group' ? view.id : null
  const leaveWith = useCallback(
    (text: string) => {
      showToast({ text })
      void navigate('/groups', { replace: true })
    },
    [navigate],
  )
  const onGone = useCallback(() => leaveWith(t('gone')), [leaveWith, t])
  const toList = () => void navigate('/groups', { replace: true })
  return (
    <div className={styles.page}>
      <PageTop title={t('page')} back={single && view.view !== 'none' ? '/groups' : undefined} />
      {!(single && view.view !== 'none') && <GroupList selected={single ? null : id} alone={single} />}
      {view.view === 'new' && <GroupForm onClose={toList} />}
      {id !== null && view.view === 'group' && (
        <GroupPane key={id} id={id} tab={view.tab} events={eventsOf} onGone={onGone} onRemoved={leaveWith} />
      )}
      {view.view === 'none' && !single && (
        <div className={styles.empty}>
          <EmptyState title={t('pick')}>{t('pickText')}</EmptyState>
        </div>
      )}
    </div>
  )
}
