import type { ChatSummary } from '@app/contract/chats'
import { useTexts } from '../../lib/text/texts.ts'
import { inOneLine, usePersons } from '../../ui/facts.ts'
import { Letter } from '../../ui/layout/Letter.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { Portrait } from '../pane/Portrait.tsx'
import { InviteActions } from './InviteActions.tsx'
import { inviteTexts } from './invite-texts.ts'
import { useInviteText } from './use-invite-text.ts'

type Props = { chat: ChatSummary; arrived: boolean; onAccepted: (chatId: string) => void }

/** One invite to chat, shown as a letter. */
export function InviteLetter({ chat, arrived, onAccepted }: Props) {
  const t = useTexts(inviteTexts)
  const persons = usePersons()
  const { partner, createdByMe } = chat
  const name = partner.userName
  return (
    <Letter
      label={createdByMe ? t('to', { name }) : t('from', { name })}
      picture={<Portrait name={name} photoUrl={partner.photoUrl} size="letter" />}
      name={name}
      marks={chat.badges.includes('VERIFIED') && <VerifiedMark />}
      time={chat.lastUpdate}
      facts={
        <>
          {inOneLine(persons(partner.persons), partner.cities.join(', '))} ·{' '}
          <ProfileLink name={name} className="text-link">
            {t('profile')}
          </ProfileLink>
        </>
      }
      quote={useInviteText(chat)}
      hint={createdByMe ? t('sentHint', { name }) : !chat.maybe && t('maybeHint')}
      actions={<InviteActions chat={chat} onAccepted={onAccepted} />}
      arrived={arrived}
    />
  )
}
