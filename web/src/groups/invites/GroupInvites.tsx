import type { Id } from '@app/contract/base'
import { useState } from 'react'
import { describeError } from '../../lib/http/api-error.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ListRows } from '../../ui/lists/ListPane.tsx'
import { ShowMore } from '../../ui/lists/ShowMore.tsx'
import { uiTexts } from '../../ui/texts.ts'
import styles from '../list/list.module.css'
import { loadInvites, useGroups } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import { groupUrl } from '../urls.ts'
import { GroupInviteRow } from './GroupInviteRow.tsx'

/** The number of invites shown at first, which leaves room for the member's own groups. */
const SHOWN_AT_FIRST = 3

/** Shows the newest of the member's group invites, whose heading is above the list, and the others on request. */
export function GroupInvites({ selected }: { selected: Id | null }) {
  const t = useTexts(groupsTexts)
  const ui = useTexts(uiTexts)
  const [showsAll, setShowsAll] = useState(false)
  const list = useGroups(({ invites }) => invites)
  if (list.state === 'failed' && !list.data) {
    return (
      <p className={styles.failed} role="alert">
        {t('invites.failed')} {describeError(list.error)}
        <Button variant="quiet" onClick={() => void loadInvites()}>
          {ui('retry')}
        </Button>
      </p>
    )
  }
  if (!list.data?.length) return null
  const isShown = (groupId: Id, index: number) => showsAll || index < SHOWN_AT_FIRST || groupId === selected
  const shownInvites = list.data.filter(({ group }, index) => isShown(group.groupId, index))
  return (
    <ListRows
      label={t('tab.invites')}
      more={
        shownInvites.length < list.data.length && (
          <ShowMore label={t('invites.all', { count: list.data.length })} load={async () => setShowsAll(true)} />
        )
      }
    >
      {shownInvites.map((invite) => (
        <GroupInviteRow
          key={invite.group.groupId}
          invite={invite}
          to={groupUrl(invite.group.groupId)}
          selected={invite.group.groupId === selected}
        />
      ))}
    </ListRows>
  )
}
