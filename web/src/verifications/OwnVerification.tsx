import { useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { BadgeCard } from './BadgeCard.tsx'
import { ReceivedRequests, SentRequests } from './Requests.tsx'
import { verificationsTexts } from './texts.ts'
import { VerificationList } from './VerificationList.tsx'
import { VerificationsLoader } from './VerificationsLoader.tsx'

/** Shows the member's badge, received and sent requests, and the members who have verified them. */
export function OwnVerification() {
  const t = useTexts(verificationsTexts)
  const name = useSession()?.userName
  if (!name) return null
  return (
    <VerificationsLoader name={name}>
      {({ requests, asked, verifications, verified }) => (
        <>
          <ReceivedRequests requests={requests} />
          <BadgeCard verified={verified} verifications={verifications} />
          <SentRequests requests={asked} />
          <VerificationList
            verifications={verifications}
            emptyText={t('noneOwn')}
            action={
              <ButtonLink variant="outlined" to="/chats">
                {t('toChats')}
              </ButtonLink>
            }
          />
        </>
      )}
    </VerificationsLoader>
  )
}
