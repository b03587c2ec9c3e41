import type { Group } from '@app/contract/groups'
import { GROUP_PREVIEW_LENGTH } from '@app/contract/limits'
import { memo } from 'react'
import { toListPreview } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ListRow, ListText } from '../../ui/lists/ListPane.tsx'
import { CountMark } from '../../ui/marks/CountMark.tsx'
import { GroupArt } from '../../ui/photos/GroupArt.tsx'
import { useUnread } from '../chat/reading.ts'
import { groupsTexts } from '../texts.ts'
import { groupUrl } from '../urls.ts'
import { useJoin } from '../use-join.ts'

/** Shows the sender and the beginning of the last message. */
function Preview({ group: { lastMessage, lastMessageSender } }: { group: Group }) {
  const t = useTexts(groupsTexts)
  if (lastMessageSender === null) return t('nothingYet')
  const text = lastMessage === null ? t('photo') : toListPreview(lastMessage, GROUP_PREVIEW_LENGTH)
  return lastMessageSender === '' ? text : t('preview', { name: lastMessageSender, text })
}

/** Shows a group that the member belongs to. */
export const GroupRow = memo(function GroupRow({ group, selected }: { group: Group; selected: boolean }) {
  const unread = useUnread(group)
  return (
    <ListRow to={groupUrl(group.groupId)} selected={selected} unread={unread > 0}>
      <GroupArt groupId={group.groupId} />
      <ListText
        name={group.groupName}
        time={group.lastUpdate}
        preview={<Preview group={group} />}
        marks={<CountMark count={unread} />}
      />
    </ListRow>
  )
})

/** Shows a group that every member may join. */
export const OpenGroupRow = memo(function OpenGroupRow({ group, selected }: { group: Group; selected: boolean }) {
  const t = useTexts(groupsTexts)
  const [isJoining, join] = useJoin(group.groupId, { state: { from: '/groups' } })
  return (
    <ListRow
      to={groupUrl(group.groupId)}
      selected={selected}
      action={
        <Button variant="outlined" busy={isJoining} aria-label={`${t('join')}: ${group.groupName}`} onClick={join}>
          {t('join')}
        </Button>
      }
    >
      <GroupArt groupId={group.groupId} />
      <ListText name={group.groupName} preview={t('members', { count: group.memberCount })} />
    </ListRow>
  )
})
