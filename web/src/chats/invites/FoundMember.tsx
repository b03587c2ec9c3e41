import type { Id } from '@app/contract/base'
import type { SearchHit } from '@app/contract/members/profiles'
import { ArrowLeft } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { joinFacts, shapeOf, usePersons } from '../../ui/facts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import findStyles from '../../ui/forms/find-member.module.css'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { loadStatus, useStatus } from '../statuses.ts'
import styles from './find.module.css'
import { InviteForm, mayWrite } from './InviteForm.tsx'
import { StatusActions } from './StatusActions.tsx'
import { statusTexts } from './status-texts.ts'

type Props = {
  hit: SearchHit
  onBack: () => void
  onUnsavedChange: (unsaved: boolean) => void
  onOpenChat: (chatId: Id) => void
  onDone: () => void
}

export function FoundMember({ hit, onBack, onUnsavedChange, onOpenChat, onDone }: Props) {
  const t = useTexts(statusTexts)
  const formatPersons = usePersons()
  const name = hit.userName
  const status = useStatus(name)

  return (
    <div className={findStyles.form}>
      <button type="button" className={styles.back} onClick={onBack}>
        <ArrowLeft size="1.125rem" strokeWidth={1.75} aria-hidden />
        {t('back')}
      </button>
      <div className={styles.found}>
        <Avatar name={name} shape={shapeOf(hit.persons)} photoUrl={hit.profilePhotoUrl} size={56} />
        <div>
          <p className={styles.foundName}>
            <span>{name}</span>
            {hit.badges.includes('VERIFIED') && <VerifiedMark />}
          </p>
          <p className={findStyles.facts}>{joinFacts(formatPersons(hit.persons), hit.cities.join(', '))}</p>
        </div>
      </div>
      {status.state === 'failed' && (
        <Failed title={t('failed')} error={status.error} retry={() => void loadStatus(name)} />
      )}
      {!status.data && status.state !== 'failed' && <p role="status">{t('loading')}</p>}
      {status.data && mayWrite(status.data) && (
        <InviteForm name={name} status={status.data} {...{ onUnsavedChange, onOpenChat, onDone }} />
      )}
      {status.data && !mayWrite(status.data) && (
        <StatusActions
          name={name}
          status={status.data}
          onOpenChat={onOpenChat}
          onChanged={() => void loadStatus(name)}
        />
      )}
    </div>
  )
}
