import type { MemberResponse } from '@app/contract/members/members'
import { TEAM_NAME } from '@app/contract/text/names'
import { lazy, useCallback, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { isApiError } from '../../lib/http/api-error.ts'
import type { Loadable } from '../../lib/http/loadable.ts'
import { useSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ProfileText } from '../../profiles/ProfileText.tsx'
import { loadOwn, openProfile, useOpened, useOwn } from '../../profiles/store.ts'
import { profileTexts } from '../../profiles/texts.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { PageTop } from '../../ui/layout/PageTop.tsx'
import { NotFoundPage } from '../NotFoundPage.tsx'
import { ProfileLayout, TeamLayout } from './ProfileLayout.tsx'
import { ProfileTabs, type TabRow, useSelectedTab } from './ProfileTabs.tsx'
import styles from './profile-page.module.css'
import { pageTexts } from './texts.ts'

/** The props of every panel: the member as returned by the server. */
type PanelProps = { member: MemberResponse }

const MemberPhotos = lazy(async () => ({ default: (await import('../../photos/MemberPhotos.tsx')).MemberPhotos }))

const VerificationOf = lazy(async () => ({
  default: (await import('../../verifications/VerificationOf.tsx')).VerificationOf,
}))

const VisitorsOf = lazy(async () => ({ default: (await import('../../visits/VisitorsPanel.tsx')).VisitorsOf }))

const Visitors = ({ member }: PanelProps) => <VisitorsOf name={member.profile.userName} />

const Photos = ({ member: { profile, photos, between } }: PanelProps) => (
  <MemberPhotos name={profile.userName} photos={photos} own={between ? undefined : profile.person2 ? 'two' : 'one'} />
)

/** The tabs of another member's profile in order: profile, photos, verification, visitors. */
const TABS: readonly TabRow<PanelProps>[] = [
  { id: 'profile', Panel: ProfileText },
  { id: 'photo', Panel: Photos },
  { id: 'verification', Panel: VerificationOf },
  { id: 'visitors', Panel: Visitors },
]

const Shapes = () => (
  <div className={styles.shapes}>
    <Skeleton width="min(18.75rem, 100%)" height="18.75rem" radius="1.625rem" />
    <Skeleton width="60%" height="2.75rem" radius="0.75rem" />
    <Skeleton height="10rem" radius="1.125rem" />
  </div>
)

function Shown({ member, retry }: { member: Loadable<MemberResponse>; retry: () => void }) {
  const t = useTexts(profileTexts)
  const selected = useSelectedTab(TABS)
  if (!selected) return <NotFoundPage />
  if (member.data?.profile.userName === TEAM_NAME) return <TeamLayout member={member.data} />
  if (member.data) {
    return (
      <ProfileLayout member={member.data}>
        <ProfileTabs rows={TABS} selected={selected} panelProps={{ member: member.data }} />
      </ProfileLayout>
    )
  }
  if (member.state !== 'failed') {
    return (
      <Loading text={t('loading')}>
        <Shapes />
      </Loading>
    )
  }
  return isApiError(member.error, 'NOT_FOUND') ? (
    <EmptyState motif="missing" title={t('missing')}>
      {t('missingText')}
    </EmptyState>
  ) : (
    <Failed title={t('failed')} error={member.error} retry={retry} />
  )
}

function Other({ name }: { name: string }) {
  const retry = useCallback(() => void openProfile(name), [name])
  useEffect(retry, [retry])
  return <Shown member={useOpened(name)} retry={retry} />
}

const retryOwn = () => void loadOwn()

const Own = () => <Shown member={useOwn()} retry={retryOwn} />

/** Shows a profile as its visitors see it, also the member's own. */
export function ProfilePage() {
  const t = useTexts(pageTexts)
  const own = useSession()?.userName
  const [query] = useSearchParams()
  const name = query.get('name')?.trim()
  const { from } = (useLocation().state ?? {}) as { from?: string }
  if (!name) return <NotFoundPage />
  return (
    <>
      <PageTop title={from?.startsWith('/profilelist') ? t('hits') : t('profilePage')} back={from} />
      <div className={styles.page}>{name === own ? <Own /> : <Other key={name} name={name} />}</div>
    </>
  )
}
