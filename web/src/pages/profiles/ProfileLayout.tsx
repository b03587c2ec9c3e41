import type { MemberResponse } from '@app/contract/members/members'
import { CircleUserRound } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { IgnoreMember } from '../../chats/invites/IgnoreMember.tsx'
import { usePresence } from '../../chats/presence.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { useIsTeam } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { NotesCard, useNoteAction } from '../../profiles/NotesCard.tsx'
import { ProfileHero, TeamHero } from '../../profiles/ProfileHero.tsx'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { MemberButtons, MemberButtonsAndMenu } from './MemberButtons.tsx'
import styles from './profile-page.module.css'
import { pageTexts } from './texts.ts'

type Props = { member: MemberResponse; children: ReactNode }

function OtherLayout({ member, children }: Props) {
  const isNarrow = useMediaQuery('(max-width: 56.25em)')
  const { userName } = member.profile
  const online = usePresence((state) => state.online.has(userName))
  const noteRef = useRef<HTMLTextAreaElement>(null)
  const noteAction = useNoteAction(noteRef)
  // The team keeps no notes on members.
  const isTeam = useIsTeam()
  const note = !isTeam && <NotesCard profile={member.profile} textAreaRef={noteRef} />
  const hero = <ProfileHero member={member} online={online} />
  if (isNarrow) {
    return (
      <div className={styles.column}>
        {hero}
        <MemberButtonsAndMenu member={member} noteAction={!isTeam && noteAction} />
        {children}
        {note}
      </div>
    )
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {hero}
        {children}
      </div>
      <div className={styles.side}>
        <MemberButtons member={member} />
        {note}
        <div className={styles.ignore}>
          <IgnoreMember name={userName} />
        </div>
      </div>
    </div>
  )
}

/** Shows the team's page, which links to the chat with the team. */
export const TeamLayout = ({ member }: Pick<Props, 'member'>) => (
  <div className={styles.column}>
    <TeamHero name={member.profile.userName} />
    <MemberButtons member={member} />
  </div>
)

function OwnLayout({ member, children }: Props) {
  const t = useTexts(pageTexts)
  const isTeam = useIsTeam()
  return (
    <div className={classes(styles.column, styles.own)}>
      <Banner tone="profile" icon={CircleUserRound}>
        <strong>{t(isTeam ? 'seenAsTeam' : member.profile.person2 ? 'seenByOthersTwo' : 'seenByOthers')}</strong>
      </Banner>
      <ProfileHero member={member} online={false} />
      <div>
        <ButtonLink to="/myprofile?tab=profile" variant="outlined">
          {t('editProfile')}
        </ButtonLink>
      </div>
      {children}
    </div>
  )
}

/** Shows the member, the available actions, and the tabs of the profile. The own profile has only a link to edit it. */
export const ProfileLayout = ({ member, children }: Props) =>
  member.between ? (
    <OtherLayout member={member}>{children}</OtherLayout>
  ) : (
    <OwnLayout member={member}>{children}</OwnLayout>
  )
