import type { PrivateGrant } from '@app/contract/photos'
import { useEffect } from 'react'
import { watchForFocusLoss } from '../lib/navigation/focus-loss.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useTimeAgo } from '../ui/facts.ts'
import { Card } from '../ui/layout/Card.tsx'
import { Avatar } from '../ui/photos/Avatar.tsx'
import { revokeGrant } from './actions.ts'
import styles from './own-photos.module.css'
import { loadGrants, usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'

function GrantRow({ grant: { userName, profilePhotoUrl, grantedAt } }: { grant: PrivateGrant }) {
  const t = useTexts(photosTexts)
  const timeAgo = useTimeAgo()
  return (
    <li className={styles.grant}>
      <Avatar name={userName} shape="person" photoUrl={profilePhotoUrl} size={40} />
      <span className={styles.granted}>
        <span className={styles.grantedName}>{userName}</span>
        <time className={styles.limits} dateTime={grantedAt}>
          {t('grants.since', { time: timeAgo(grantedAt) })}
        </time>
      </span>
      <Button
        variant="quiet"
        aria-label={t('grants.withdrawFrom', { name: userName })}
        onClick={({ currentTarget }) => {
          watchForFocusLoss(currentTarget)
          void revokeGrant(userName)
        }}
      >
        {t('grants.withdraw')}
      </Button>
    </li>
  )
}

/** Lists the members with access to the private album, each with a button to revoke the grant. */
export function Grants() {
  const t = useTexts(photosTexts)
  const { state, data } = usePhotos(({ grants }) => grants)
  useEffect(() => void loadGrants(), [])
  return (
    <Card title={t('grants.title')}>
      {data && data.length > 0 ? (
        <ul className={styles.grants}>
          {data.map((grant) => (
            <GrantRow key={grant.userName} grant={grant} />
          ))}
        </ul>
      ) : (
        <p className={styles.noGrants}>
          {data ? t('grants.none') : state === 'failed' ? t('grants.failed') : t('grants.loading')}
        </p>
      )}
    </Card>
  )
}
