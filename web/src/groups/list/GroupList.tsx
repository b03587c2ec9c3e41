import type { Id } from '@app/contract/base'
import type { Group } from '@app/contract/groups'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Loadable } from '../../lib/http/loadable.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ListPane, ListRows } from '../../ui/lists/ListPane.tsx'
import { ListSkeleton } from '../../ui/lists/ListSkeleton.tsx'
import { ShowMore } from '../../ui/lists/ShowMore.tsx'
import { GroupInvites } from '../invites/GroupInvites.tsx'
import { useGroupInvites } from '../invites/use-group-invites.ts'
import { groupsIn, type ListName } from '../state.ts'
import { loadGroups, loadMoreGroups, useGroups } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import { NEW_GROUP_URL } from '../urls.ts'
import { GroupRow, OpenGroupRow } from './GroupRows.tsx'
import styles from './list.module.css'

function useGroupsIn(name: ListName) {
  const state = useGroups()
  return useMemo(() => ({ list: state.lists[name], groups: groupsIn(state, name) }), [state, name])
}

function MoreGroups({ name }: { name: ListName }) {
  const t = useTexts(groupsTexts)
  const hasMore = useGroups(({ lists }) => lists[name].data?.hasMore ?? false)
  return hasMore && <ShowMore label={t('more')} load={() => loadMoreGroups(name)} />
}

function OwnGroups({ selected, title }: { selected: Id | null; title: string | undefined }) {
  const t = useTexts(groupsTexts)
  const { list, groups } = useGroupsIn('mine')
  if (list.state === 'failed' && !list.data)
    return <Failed title={t('failed')} error={list.error} retry={() => void loadGroups('mine')} />
  if (groups.length === 0) {
    return (
      <EmptyState
        title={t('emptyMine')}
        action={
          <ButtonLink to={NEW_GROUP_URL} state={{ from: '/groups' }} variant="outlined" icon={Plus}>
            {t('startOwn')}
          </ButtonLink>
        }
      >
        {t('emptyMineText')}
      </EmptyState>
    )
  }
  return (
    <ListRows title={title} more={<MoreGroups name="mine" />}>
      {groups.map((group) => (
        <GroupRow key={group.groupId} group={group} selected={group.groupId === selected} />
      ))}
    </ListRows>
  )
}

/** Shows the groups that the member can join, those near the member first. */
function OpenGroups({ selected }: { selected: Id | null }) {
  const t = useTexts(groupsTexts)
  const near = useGroupsIn('near')
  const open = useGroupsIn('open')
  // Waits for the groups nearby, which would otherwise move the others down.
  if (!near.list.data && near.list.state !== 'failed') return null
  const nearIds = new Set(near.groups.map(({ groupId }) => groupId))
  const others = open.groups.filter(({ groupId }) => !nearIds.has(groupId))
  const hasMore = open.list.data?.hasMore ?? false
  const renderRow = (group: Group) => (
    <OpenGroupRow key={group.groupId} group={group} selected={group.groupId === selected} />
  )
  return (
    <>
      {near.groups.length > 0 && <ListRows title={t('near')}>{near.groups.map(renderRow)}</ListRows>}
      {(others.length > 0 || hasMore) && (
        <ListRows title={t('open')} more={<MoreGroups name="open" />}>
          {others.map(renderRow)}
        </ListRows>
      )}
    </>
  )
}

const isSettled = ({ state, data }: Loadable<unknown>): boolean => data !== undefined || state === 'failed'

/**
 * Returns whether the invites and the member's groups can be shown: each would move the rows below it when it arrives.
 */
function useAreRowsReady(): boolean {
  const areSettled = [useGroupInvites(), useGroups(({ lists }) => lists.mine)].every(isSettled)
  const [areReady, setAreReady] = useState(areSettled)
  if (areSettled && !areReady) setAreReady(true)
  return areReady
}

type Props = {
  selected: Id | null
  isSinglePane: boolean
  /** Shown above the rows. */
  notice?: ReactNode
}

/** Shows the member's invites, their groups, and the groups that they can join. */
export function GroupList({ selected, isSinglePane, notice }: Props) {
  const t = useTexts(groupsTexts)
  const areRowsReady = useAreRowsReady()
  const hasInvites = useGroups(({ invites }) => Boolean(invites.data?.length))
  useEffect(() => {
    void loadGroups('mine')
    void loadGroups('near')
    void loadGroups('open')
  }, [])
  return (
    <ListPane
      label={t('page')}
      isSinglePane={isSinglePane}
      joined
      header={
        <>
          <h2 className={styles.heading}>{t(hasInvites ? 'tab.invites' : 'mine')}</h2>
          <ButtonLink to={NEW_GROUP_URL} state={{ from: '/groups' }} variant="tinted" icon={Plus}>
            {t('create')}
          </ButtonLink>
        </>
      }
    >
      {notice}
      {areRowsReady ? (
        <>
          <GroupInvites selected={selected} />
          <OwnGroups selected={selected} title={hasInvites ? t('mine') : undefined} />
          <OpenGroups selected={selected} />
        </>
      ) : (
        <Loading text={t('loading')}>
          <ListSkeleton groups />
        </Loading>
      )}
    </ListPane>
  )
}
