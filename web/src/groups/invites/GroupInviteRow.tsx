import type { GroupInvite } from '@app/contract/groups'
import { useTexts } from '../../lib/text/texts.ts'
import { ListRow, ListText } from '../../ui/lists/ListPane.tsx'
import { GroupArt } from '../../ui/photos/GroupArt.tsx'
import { groupsTexts } from '../texts.ts'

type Props = { invite: GroupInvite; to: string; selected: boolean }

/** Shows a row for an invite to a group: the group, the inviting member, and the time. */
export function GroupInviteRow({ invite: { group, inviterName, sentAt }, to, selected }: Props) {
  const t = useTexts(groupsTexts)
  return (
    <ListRow to={to} selected={selected}>
      <GroupArt groupId={group.groupId} />
      <ListText name={group.groupName} time={sentAt} preview={t('invites.by', { name: inviterName })} />
    </ListRow>
  )
}
