import type { InviteStatus } from '@app/contract/chats'
import type { MemberResponse } from '@app/contract/members/members'
import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useIgnoring } from '../../chats/invites/IgnoreMember.tsx'
import { MemberActions } from '../../chats/invites/MemberActions.tsx'
import { useKnownStatus } from '../../chats/statuses.ts'
import { InviteToGroup } from '../../groups/invites/InviteToGroup.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { KissButton } from '../../profiles/KissButton.tsx'
import { PrivateAlbum, useSharing } from '../../profiles/PrivateAlbum.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { VerifyHint, VerifyLink } from '../../verifications/VerifyLink.tsx'
import styles from './profile-page.module.css'
import { pageTexts } from './texts.ts'

/** Blocked pairs, in either direction, and chats with the team: no kisses and no verification. */
const APART: ReadonlySet<InviteStatus> = new Set(['IGNORING', 'IGNORED', 'ADMIN_CHAT'])

/** Returns how the member and I relate: in a chat, not yet, or apart; null until loaded. */
function useNearness(name: string): 'chatting' | 'near' | 'apart' | null {
  const status = useKnownStatus(name)?.status
  if (!status) return null
  if (status === 'ALREADY_CHAT') return 'chatting'
  return APART.has(status) ? 'apart' : 'near'
}

type Props = { member: MemberResponse }

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

/** Shows the actions on the member: chat, kiss, verify, share the private album. */
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

/** Shows the same actions where there is little room: the rarely used ones are in a menu. */
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
