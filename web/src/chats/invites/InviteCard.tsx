import type { ChatSummary } from '@app/contract/chats'
import { useTexts } from '../../lib/text/texts.ts'
import { joinFacts, shapeOf, usePersons } from '../../ui/facts.ts'
import { InviteCardLayout } from '../../ui/layout/InviteLayout.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { InviteActions } from './InviteActions.tsx'
import { InviteMenu } from './InviteMenu.tsx'
import { inviteTexts } from './invite-texts.ts'
import { useInviteText, useInviteWarning } from './use-invite-text.ts'

type Props = { chat: ChatSummary; onAccepted: (chatId: string) => void }

/** Shows a whole invite with its buttons, as an entry of the list on a phone. */
export function InviteCard({ chat, onAccepted }: Props) {
  const t = useTexts(inviteTexts)
  const formatPersons = usePersons()
  const { partner, createdByMe } = chat
  const name = partner.userName
  return (
    <InviteCardLayout
      label={createdByMe ? t('to', { name }) : t('from', { name })}
      picture={<Avatar name={name} shape={shapeOf(partner.persons)} photoUrl={chat.profilePhotoUrl} size={56} />}
      name={<ProfileLink name={name}>{name}</ProfileLink>}
      marks={chat.badges.includes('VERIFIED') && <VerifiedMark />}
      time={chat.lastUpdate}
      facts={joinFacts(formatPersons(partner.persons), partner.cities[0])}
      quote={useInviteText(chat)}
      hint={useInviteWarning(chat) ?? (createdByMe && t('sentHint', { name }))}
      actions={<InviteActions chat={chat} onAccepted={onAccepted} />}
      menu={<InviteMenu chat={chat} />}
    />
  )
}
