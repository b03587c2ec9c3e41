import type { GroupInvite } from '@app/contract/groups'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Letter, LetterCard } from '../../ui/layout/Letter.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { GroupArt } from '../../ui/photos/GroupArt.tsx'
import styles from '../pane/pane.module.css'
import { groupsTexts } from '../texts.ts'
import { GroupInviteActions, type OnAnswered } from './GroupInviteActions.tsx'

type Props = OnAnswered & { invite: GroupInvite }

/** Returns the texts that letter and card share. */
function useWords({ invite, ...onAnswered }: Props, linkClass?: string) {
  const t = useTexts(groupsTexts)
  const { group, inviterName: inviter, message, sentAt } = invite
  return {
    label: t('invites.letter', { inviter, group: group.groupName }),
    name: group.groupName,
    time: sentAt,
    facts: t.rich('invites.facts', {
      count: group.memberCount,
      name: inviter,
      link: (words) => (
        <ProfileLink name={inviter} className={linkClass}>
          {words}
        </ProfileLink>
      ),
    }),
    quote: message,
    actions: <GroupInviteActions invite={invite} {...onAnswered} />,
  }
}

/** An invite to a group, shown as a letter with the group's description. */
export function GroupLetter({ arrived, ...props }: Props & { arrived: boolean }) {
  const t = useTexts(groupsTexts)
  const { groupId, description } = props.invite.group
  return (
    <Letter {...useWords(props, 'text-link')} picture={<GroupArt groupId={groupId} size="letter" />} arrived={arrived}>
      {description && (
        <div className={classes(styles.about, styles.aboutLetter)}>
          <h3>{t('invites.about')}</h3>
          <Markdown text={description} />
        </div>
      )}
    </Letter>
  )
}

/** An invite to a group as a card in a list on a phone. */
export const GroupLetterCard = (props: Props) => (
  <LetterCard {...useWords(props)} picture={<GroupArt groupId={props.invite.group.groupId} size={56} />} />
)
