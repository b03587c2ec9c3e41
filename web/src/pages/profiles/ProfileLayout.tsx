import type { MemberResponse } from '@app/contract/members/members'
import { CircleUserRound } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { IgnoreMember } from '../../chats/invites/IgnoreMember.tsx'
import { usePresence } from '../../chats/presence/presence.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { useIsTeam } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { NotesCard, useNoteAction } from '../../profiles/notes/NotesCard.tsx'
import { ProfileHero, ProfileSummary, profilePhotoOf, TeamHero } from '../../profiles/ProfileHero.tsx'
import { profileTexts } from '../../profiles/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { BlockMember } from './BlockMember.tsx'
import { MemberButtons, MemberButtonsAndMenu } from './MemberButtons.tsx'
import styles from './profile-page.module.css'
import { ReportMember } from './ReportMember.tsx'
import { pageTexts } from './texts.ts'

type Props = { member: MemberResponse; children: ReactNode }

type LayoutProps = {
  userName: string
  /** The photo that is shown until the profile is loaded. */
  photoUrl: string | null
  /** Undefined until it is loaded. */
  member: MemberResponse | undefined
  children: ReactNode
}

const SummarySkeleton = () => (
  <div className={styles.shapes}>
    <Skeleton width="8rem" height="1.75rem" />
    <Skeleton width="14rem" height="2.75rem" radius="0.75rem" />
    <Skeleton width="10rem" height="1rem" />
  </div>
)

/**
 * Lays out another member's profile. The element of the photo stays the same when the profile has loaded, since a view
 * transition may be animating it.
 */
function OtherLayout({ userName, photoUrl, member, children }: LayoutProps) {
  const t = useTexts(profileTexts)
  const isNarrow = useMediaQuery('(max-width: 56.25em)')
  const online = usePresence((state) => state.online.has(userName))
  const noteRef = useRef<HTMLTextAreaElement>(null)
  const noteAction = useNoteAction(noteRef)
  // The team keeps no notes on members.
  const isTeam = useIsTeam()
  const note = member && !isTeam && <NotesCard profile={member.profile} textAreaRef={noteRef} />
  const hero = (
    <ProfileHero userName={userName} photo={member ? profilePhotoOf(member) : photoUrl}>
      {member ? (
        <ProfileSummary profile={member.profile} online={online} />
      ) : (
        <Loading text={t('loading')}>
          <SummarySkeleton />
        </Loading>
      )}
    </ProfileHero>
  )
  if (isNarrow) {
    return (
      <div className={styles.column}>
        {hero}
        {member && <MemberButtonsAndMenu member={member} noteAction={!isTeam && noteAction} />}
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
      {member && (
        <div className={styles.side}>
          <MemberButtons member={member} />
          {note}
          <div className={styles.ignore}>
            <IgnoreMember name={userName} />
            <BlockMember name={userName} />
            <ReportMember name={userName} />
          </div>
        </div>
      )}
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
      <ProfileHero userName={member.profile.userName} photo={profilePhotoOf(member)}>
        <ProfileSummary profile={member.profile} online={false} />
      </ProfileHero>
      <div>
        <ButtonLink to="/myprofile?tab=profile" variant="outlined">
          {t('editProfile')}
        </ButtonLink>
      </div>
      {children}
    </div>
  )
}

/**
 * Shows the member, the available actions, and the tabs of the profile. On the member's own profile, a link to edit it
 * replaces the actions.
 */
export function ProfileLayout(props: LayoutProps) {
  const { member, children } = props
  return member && !member.between ? <OwnLayout member={member}>{children}</OwnLayout> : <OtherLayout {...props} />
}
