import type { GroupInvite } from '@app/contract/groups'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { InviteCardLayout, InviteLayout } from '../../ui/layout/InviteLayout.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { GroupArt } from '../../ui/photos/GroupArt.tsx'
import styles from '../pane/pane.module.css'
import { groupsTexts } from '../texts.ts'
import { type AnswerHandlers, GroupInviteActions } from './GroupInviteActions.tsx'
import { GroupInviteMenu } from './GroupInviteMenu.tsx'

type Props = AnswerHandlers & { invite: GroupInvite }

/** Returns the properties that the pane and the card share. */
function useSharedProps({ invite, ...handlers }: Props, linkClass?: string) {
  const t = useTexts(groupsTexts)
  const { group, inviterName: inviter, message, sentAt } = invite
  return {
    label: t('invites.label', { inviter, group: group.groupName }),
    name: group.groupName,
    time: sentAt,
    facts: t.rich('invites.facts', {
      count: group.memberCount,
      name: inviter,
      link: (content) => (
        <ProfileLink name={inviter} className={linkClass}>
          {content}
        </ProfileLink>
      ),
    }),
    quote: message,
    actions: <GroupInviteActions invite={invite} {...handlers} />,
    menu: <GroupInviteMenu invite={invite} />,
  }
}

/** Shows an invite to a group in full, with the group's description. */
export function GroupInviteDetails({ takesFocus, ...props }: Props & { takesFocus: boolean }) {
  const t = useTexts(groupsTexts)
  const { groupId, description } = props.invite.group
  return (
    <InviteLayout
      {...useSharedProps(props, 'text-link')}
      picture={<GroupArt groupId={groupId} size="invite" />}
      takesFocus={takesFocus}
    >
      {description && (
        <div className={classes(styles.about, styles.aboutInvite)}>
          <h3>{t('invites.about')}</h3>
          <Markdown text={description} />
        </div>
      )}
    </InviteLayout>
  )
}

/** Shows an invite to a group as a card in a list on a phone. */
export const GroupInviteCard = (props: Props) => (
  <InviteCardLayout {...useSharedProps(props)} picture={<GroupArt groupId={props.invite.group.groupId} size={56} />} />
)
