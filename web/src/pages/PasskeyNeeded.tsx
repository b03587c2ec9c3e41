import { useEffect } from 'react'
import { settingsUrl } from '../lib/navigation/settings-url.ts'
import { useTexts } from '../lib/text/texts.ts'
import { moderationTexts } from '../moderation/texts.ts'
import { loadPasskeys, usePasskeys } from '../passkeys/store.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'

/**
 * Links to the login with a passkey, which then returns to the URL `from`; or to the settings if the account has no
 * passkey.
 */
export function PasskeyNeeded({ from }: { from: string }) {
  const t = useTexts(moderationTexts)
  const { data, state } = usePasskeys(({ passkeys }) => passkeys)
  useEffect(() => void loadPasskeys(), [])
  if (!data && state !== 'failed')
    return (
      <Loading text={t('loading')}>
        <Skeleton height="19.5rem" radius="var(--radius-card)" />
      </Loading>
    )
  const hasNone = data?.length === 0
  return (
    <EmptyState
      title={t('passkeyTitle')}
      action={
        hasNone ? (
          <ButtonLink to={settingsUrl('login')}>{t('passkeyAdd')}</ButtonLink>
        ) : (
          <ButtonLink to="/passkey" state={{ from }}>
            {t('passkeyLogin')}
          </ButtonLink>
        )
      }
    >
      {t(hasNone ? 'passkeyNone' : 'passkeyNeeded')}
    </EmptyState>
  )
}
