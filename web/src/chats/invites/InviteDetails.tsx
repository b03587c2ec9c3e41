import type { ChatSummary } from '@app/contract/chats'
import { useTexts } from '../../lib/text/texts.ts'
import { joinFacts, usePersons } from '../../ui/facts.ts'
import { InviteLayout } from '../../ui/layout/InviteLayout.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { Portrait } from '../pane/Portrait.tsx'
import { InviteActions } from './InviteActions.tsx'
import { InviteMenu } from './InviteMenu.tsx'
import { inviteTexts } from './invite-texts.ts'
import { useInviteText, useInviteWarning } from './use-invite-text.ts'

type Props = { chat: ChatSummary; takesFocus: boolean; onAccepted: (chatId: string) => void }

/** Shows one invite to chat in full. */
export function InviteDetails({ chat, takesFocus, onAccepted }: Props) {
  const t = useTexts(inviteTexts)
  const formatPersons = usePersons()
  const { partner, createdByMe } = chat
  const name = partner.userName
  return (
    <InviteLayout
      label={createdByMe ? t('to', { name }) : t('from', { name })}
      picture={<Portrait name={name} photoUrl={partner.photoUrl} size="invite" />}
      name={name}
      marks={chat.badges.includes('VERIFIED') && <VerifiedMark />}
      time={chat.lastUpdate}
      facts={
        <>
          {joinFacts(formatPersons(partner.persons), partner.cities.join(', '))} ·{' '}
          <ProfileLink name={name} className="text-link">
            {t('profile')}
          </ProfileLink>
        </>
      }
      quote={useInviteText(chat)}
      hint={useInviteWarning(chat) ?? (createdByMe ? t('sentHint', { name }) : !chat.maybe && t('maybeHint'))}
      actions={<InviteActions chat={chat} onAccepted={onAccepted} />}
      menu={<InviteMenu chat={chat} />}
      takesFocus={takesFocus}
    />
  )
}
