import type { GroupInvite } from '@app/contract/groups'
import { useTexts } from '../lib/texts.ts'
import { GroupArt } from '../ui/GroupArt.tsx'
import { ListRow, ListText } from '../ui/ListPane.tsx'
import { groupsTexts } from './texts.ts'

type Props = { invite: GroupInvite; to: string; selected: boolean }

/** An invite to a group in a list: to what, from whom, and when. */
export function GroupInviteRow({ invite: { group, inviterName, sentAt }, to, selected }: Props) {
  const t = useTexts(groupsTexts)
  return (
    <ListRow to={to} selected={selected}>
      <GroupArt groupId={group.groupId} />
      <ListText name={group.groupName} time={sentAt} preview={t('invites.by', { name: inviterName })} />
    </ListRow>
  )
}
