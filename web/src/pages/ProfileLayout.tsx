import type { InviteStatus } from '@app/contract/chats'
import type { MemberAnswer } from '@app/contract/members'
import { CircleUserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { IgnoreMember } from '../chats/IgnoreMember.tsx'
import { MemberActions } from '../chats/MemberActions.tsx'
import { usePresence } from '../chats/presence.ts'
import { useKnownStatus } from '../chats/statuses.ts'
import { useMedia } from '../lib/media.ts'
import { useTexts } from '../lib/texts.ts'
import { KissButton } from '../profiles/KissButton.tsx'
import { NotesCard } from '../profiles/NotesCard.tsx'
import { PrivateAlbum } from '../profiles/PrivateAlbum.tsx'
import { ProfileHero } from '../profiles/ProfileHero.tsx'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { VerifyHint, VerifyLink } from '../verifications/VerifyLink.tsx'
import styles from './profile-page.module.css'
import { pageTexts } from './texts.ts'

/** Where one ignores the other, and with the team: no kisses, nobody to verify. */
const APART: ReadonlySet<InviteStatus> = new Set(['IGNORING', 'IGNORED', 'ADMIN_CHAT'])

type Props = { member: MemberAnswer; children: ReactNode }

/** What I can do about the member: chat, kiss, verify, show my private album. */
function Actions({ member }: { member: MemberAnswer }) {
  const t = useTexts(pageTexts)
  const navigate = useNavigate()
  const name = member.profile.userName
  const status = useKnownStatus(name)?.status
  const chatting = status === 'ALREADY_CHAT'
  return (
    <section className={styles.actions} aria-label={t('actionsFor', { name })}>
      <MemberActions name={name} onOpenChat={(chatId) => void navigate(`/chats?id=${chatId}`)} />
      {status && !APART.has(status) && (
        <>
          <div className={styles.pair}>
            <KissButton member={member} />
            <VerifyLink name={name} chatting={chatting} />
          </div>
          {!chatting && <VerifyHint />}
        </>
      )}
      {chatting && <PrivateAlbum member={member} />}
    </section>
  )
}

const Foot = ({ member }: { member: MemberAnswer }) => (
  <>
    <NotesCard profile={member.profile} />
    <div className={styles.ignore}>
      <IgnoreMember name={member.profile.userName} />
    </div>
  </>
)

function OtherLayout({ member, children }: Props) {
  const narrow = useMedia('(max-width: 900px)')
  const { userName } = member.profile
  const online = usePresence((state) => state.online.has(userName))
  const hero = <ProfileHero member={member} online={online} />
  if (narrow) {
    return (
      <div className={styles.column}>
        {hero}
        <Actions member={member} />
        {children}
        <Foot member={member} />
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
        <Actions member={member} />
        <Foot member={member} />
      </div>
    </div>
  )
}

function OwnLayout({ member, children }: Props) {
  const t = useTexts(pageTexts)
  return (
    <div className={classes(styles.column, styles.own)}>
      <Banner tone="own" icon={CircleUserRound}>
        <strong>{t(member.profile.person2 ? 'seenByOthersTwo' : 'seenByOthers')}</strong>
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

/** Who it is, what can be done about them, and the parts of their profile. About oneself nothing can be done but change it. */
export const ProfileLayout = ({ member, children }: Props) =>
  member.between ? (
    <OtherLayout member={member}>{children}</OtherLayout>
  ) : (
    <OwnLayout member={member}>{children}</OwnLayout>
  )
