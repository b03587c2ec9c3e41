import type { MemberAnswer } from '@app/contract/members'
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isApiError } from '../lib/api-error.ts'
import { useTexts } from '../lib/texts.ts'
import { openProfile, useProfiles } from '../profiles/store.ts'
import { profileTexts } from '../profiles/texts.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Failed } from '../ui/Failed.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { PageTop } from '../ui/PageTop.tsx'
import styles from './my-profile.module.css'
import { NotFoundPage } from './NotFoundPage.tsx'
import { ProfileTabs, type TabRow, useSelectedTab } from './ProfileTabs.tsx'
import { pageTexts } from './texts.ts'

/** What every panel is told: the member whose page it is, as the server answered about them. */
type PanelProps = { member: MemberAnswer }

const Text = ({ member }: PanelProps) => <p>{member.profile.description}</p>

/** The parts of another member's profile in their order: profile, photo, verification, visitors. A row for each. */
const TABS: readonly TabRow<PanelProps>[] = [{ id: 'profile', Panel: Text }]

function Shown({ name }: { name: string }) {
  const t = useTexts(profileTexts)
  const opened = useProfiles((state) => state.opened)
  const selected = useSelectedTab(TABS)
  const retry = useCallback(() => void openProfile(name), [name])
  useEffect(retry, [retry])
  const member = opened?.name === name ? opened.member : undefined
  if (!selected) return <NotFoundPage />
  if (member?.data) return <ProfileTabs rows={TABS} selected={selected} panelProps={{ member: member.data }} />
  if (member?.state !== 'failed') {
    return (
      <Loading text={t('loading')}>
        <Skeleton height="300px" radius="24px" />
      </Loading>
    )
  }
  return isApiError(member.error, 'NOT_FOUND') ? (
    <EmptyState motif="missing" title={t('missing')}>
      {t('missingText')}
    </EmptyState>
  ) : (
    <Failed title={t('failed')} retry={retry} />
  )
}

export function ProfilePage() {
  const t = useTexts(pageTexts)
  const [query] = useSearchParams()
  const name = query.get('name') ?? ''
  return (
    <>
      <PageTop title={t('profilePage')} />
      <div className={styles.page}>
        <Shown key={name} name={name} />
      </div>
    </>
  )
}
