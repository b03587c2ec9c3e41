import type { Verification } from '@app/contract/members/verifications'
import type { ReactNode } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Card } from '../ui/layout/Card.tsx'
import { MemberRow, MemberRows } from '../ui/lists/MemberRow.tsx'
import { MemberMenu } from '../ui/overlays/MemberMenu.tsx'
import { verificationsTexts } from './texts.ts'
import styles from './verifications.module.css'

type Props = {
  verifications: readonly Verification[]
  emptyText: string
  /** The action that an empty list offers. */
  action?: ReactNode
}

/** Lists a member's verifications, latest first, each with the verifier's own number of verifications. */
export function VerificationList({ verifications, emptyText, action }: Props) {
  const t = useTexts(verificationsTexts)
  return (
    <Card title={t('list')}>
      {verifications.length === 0 && <p className={styles.quiet}>{emptyText}</p>}
      {verifications.length === 0 && action && <p className={styles.emptyAction}>{action}</p>}
      <MemberRows>
        {verifications.map(({ verifiedBy, couple, profilePhotoUrl, verifierVerifications, verificationTime }) => (
          <MemberRow
            key={verifiedBy}
            menu={<MemberMenu name={verifiedBy} />}
            name={verifiedBy}
            photoUrl={profilePhotoUrl}
            shape={couple ? 'couple' : 'person'}
            time={verificationTime}
            facts={t('verifier', { count: verifierVerifications })}
          />
        ))}
      </MemberRows>
    </Card>
  )
}
