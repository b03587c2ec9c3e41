import type { InviteStatus } from '@app/contract/chats'
import type { MemberAnswer } from '@app/contract/members'
import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useIgnoring } from '../chats/IgnoreMember.tsx'
import { MemberActions } from '../chats/MemberActions.tsx'
import { useKnownStatus } from '../chats/statuses.ts'
import { InviteToGroup } from '../groups/InviteToGroup.tsx'
import { useTexts } from '../lib/texts.ts'
import { KissButton } from '../profiles/KissButton.tsx'
import { PrivateAlbum, useSharing } from '../profiles/PrivateAlbum.tsx'
import { Menu, type MenuAction } from '../ui/Menu.tsx'
import { VerifyHint, VerifyLink } from '../verifications/VerifyLink.tsx'
import styles from './profile-page.module.css'
import { pageTexts } from './texts.ts'

/** Where one ignores the other, and with the team: no kisses, nobody to verify. */
const APART: ReadonlySet<InviteStatus> = new Set(['IGNORING', 'IGNORED', 'ADMIN_CHAT'])

/** How near we are: in a chat, not yet, or apart; nothing as long as it is not known. */
function useNearness(name: string): 'chatting' | 'near' | 'apart' | null {
  const status = useKnownStatus(name)?.status
  if (!status) return null
  if (status === 'ALREADY_CHAT') return 'chatting'
  return APART.has(status) ? 'apart' : 'near'
}

type Props = { member: MemberAnswer }

function Frame({ name, children }: { name: string; children: ReactNode }) {
  const t = useTexts(pageTexts)
  const navigate = useNavigate()
  return (
    <section className={styles.actions} aria-label={t('actionsFor', { name })}>
      <MemberActions name={name} onOpenChat={(chatId) => void navigate(`/chats?id=${chatId}`)} />
      {children}
    </section>
  )
}

/** What I can do about the member: chat, kiss, verify, show my private album. */
export function MemberButtons({ member }: Props) {
  const name = member.profile.userName
  const nearness = useNearness(name)
  const chatting = nearness === 'chatting'
  return (
    <Frame name={name}>
      {(chatting || nearness === 'near') && <InviteToGroup name={name} />}
      {(chatting || nearness === 'near') && (
        <div className={styles.pair}>
          <KissButton member={member} />
          <VerifyLink name={name} chatting={chatting} />
        </div>
      )}
      {nearness === 'near' && <VerifyHint />}
      {chatting && <PrivateAlbum member={member} />}
    </Frame>
  )
}

/** The same where there is little room: what is done now and then is behind the dots. */
export function MemberButtonsAndMenu({ member, note }: Props & { note: MenuAction | false }) {
  const t = useTexts(pageTexts)
  const name = member.profile.userName
  const nearness = useNearness(name)
  const chatting = nearness === 'chatting'
  const sharing = useSharing(member)
  const ignoring = useIgnoring(name)
  const more = [chatting && sharing, note, ignoring].filter((action) => action !== false && action !== null)
  return (
    <Frame name={name}>
      {(chatting || nearness === 'near') && <InviteToGroup name={name} />}
      <div className={styles.pair}>
        {(chatting || nearness === 'near') && (
          <>
            <KissButton member={member} short />
            <VerifyLink name={name} chatting={chatting} variant="outlined" />
          </>
        )}
        {more.length > 1 && <Menu label={t('moreFor', { name })} icon={EllipsisVertical} actions={more} />}
      </div>
      {nearness === 'near' && <VerifyHint />}
    </Frame>
  )
}
