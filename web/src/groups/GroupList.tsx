import type { Id } from '@app/contract/base'
import { Plus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { wordsOf } from '../lib/api-error.ts'
import { useTexts } from '../lib/texts.ts'
import { showErrorToast } from '../lib/toasts.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Failed } from '../ui/Failed.tsx'
import { ListPane, ListRows } from '../ui/ListPane.tsx'
import { ListSkeleton } from '../ui/ListSkeleton.tsx'
import { Loading } from '../ui/Loading.tsx'
import { NEW_GROUP } from './address.ts'
import { GroupInvites } from './GroupInvites.tsx'
import { GroupRow, OpenGroupRow } from './GroupRows.tsx'
import styles from './list.module.css'
import { groupsIn, type ListName } from './state.ts'
import { loadGroups, loadMoreGroups, useGroups } from './store.ts'
import { groupsTexts } from './texts.ts'

function useGroupsIn(name: ListName) {
  const state = useGroups()
  return useMemo(() => ({ list: state.lists[name], groups: groupsIn(state, name) }), [state, name])
}

function More({ name, hasMore }: { name: ListName; hasMore: boolean }) {
  const t = useTexts(groupsTexts)
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      <Button variant="quiet" onClick={() => void loadMoreGroups(name).catch(showErrorToast)}>
        {t('more')}
      </Button>
    </div>
  )
}

function Mine({ selected, title }: { selected: Id | null; title: string | undefined }) {
  const t = useTexts(groupsTexts)
  const { list, groups } = useGroupsIn('mine')
  if (list.state === 'failed' && !list.data)
    return <Failed title={t('failed')} text={wordsOf(list.error)} retry={() => void loadGroups('mine')} />
  if (!list.data) {
    return (
      <Loading text={t('loading')}>
        <ListSkeleton groups />
      </Loading>
    )
  }
  if (groups.length === 0) return <EmptyState title={t('emptyMine')}>{t('emptyMineText')}</EmptyState>
  return (
    <>
      <ListRows title={title}>
        {groups.map((group) => (
          <GroupRow key={group.groupId} group={group} selected={group.groupId === selected} />
        ))}
      </ListRows>
      <More name="mine" hasMore={list.data.hasMore} />
    </>
  )
}

function Open({ selected }: { selected: Id | null }) {
  const t = useTexts(groupsTexts)
  const { list, groups } = useGroupsIn('open')
  if (groups.length === 0) return null
  return (
    <>
      <ListRows title={t('open')}>
        {groups.map((group) => (
          <OpenGroupRow key={group.groupId} group={group} selected={group.groupId === selected} />
        ))}
      </ListRows>
      <More name="open" hasMore={list.data?.hasMore ?? false} />
    </>
  )
}

/** Invites to me, my groups, and those that I can join. */
export function GroupList({ selected, alone }: { selected: Id | null; alone: boolean }) {
  const t = useTexts(groupsTexts)
  const invited = useGroups(({ invites }) => Boolean(invites.data?.length))
  useEffect(() => {
    void loadGroups('mine')
    void loadGroups('open')
  }, [])
  return (
    <ListPane
      label={t('page')}
      alone={alone}
      joined
      head={
        <>
          <h2 className={styles.heading}>{t(invited ? 'page' : 'mine')}</h2>
          <ButtonLink to={NEW_GROUP} state={{ from: '/groups' }} variant="tinted" icon={Plus}>
            {t('create')}
          </ButtonLink>
        </>
      }
    >
      <GroupInvites selected={selected} />
      <Mine selected={selected} title={invited ? t('mine') : undefined} />
      <Open selected={selected} />
    </ListPane>
  )
}
