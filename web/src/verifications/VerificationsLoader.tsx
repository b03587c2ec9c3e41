import type { VerificationsResponse } from '@app/contract/members/verifications'
import { type ReactNode, useCallback, useEffect } from 'react'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { MemberRowSkeletons } from '../ui/lists/MemberRowSkeletons.tsx'
import { loadVerifications, useVerifications } from './store.ts'
import { verificationsTexts } from './texts.ts'
import styles from './verifications.module.css'

/** Renders a member's verifications once loaded, and until then the loading or error state. */
export function VerificationsLoader({
  name,
  children,
}: {
  name: string
  children: (response: VerificationsResponse) => ReactNode
}) {
  const t = useTexts(verificationsTexts)
  const verifications = useVerifications(name)
  const load = useCallback(() => void loadVerifications(name), [name])
  useEffect(() => onBrokenUrls(load), [load])
  const { state, data } = verifications
  if (data) return <div className={styles.cards}>{children(data)}</div>
  if (state === 'failed') {
    const { error } = verifications
    return <Failed title={t('failed')} error={error} retry={load} />
  }
  return (
    <Loading text={t(state === 'loading' ? 'loading' : 'notStarted')}>
      <MemberRowSkeletons />
    </Loading>
  )
}
