import type { GroupInvite } from '@app/contract/groups'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { MemberMenu } from '../../ui/overlays/MemberMenu.tsx'

/** Renders the menu of an invite to a group, with the actions that block the inviting member and report the invite. */
export function GroupInviteMenu({ invite: { group, inviterName } }: { invite: GroupInvite }) {
  const reportActions = useReportActions()({ subject: { kind: 'GROUP_INVITE', id: group.groupId }, name: inviterName })
  return <MemberMenu name={inviterName} actions={reportActions} />
}
