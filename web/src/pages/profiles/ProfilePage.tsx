import type { MemberResponse } from '@app/contract/members/members'
import { TEAM_NAME } from '@app/contract/text/names'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useStatus } from '../../chats/statuses.ts'
import { lazy } from '../../lib/device/chunks.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { type Loadable, loading, notStarted } from '../../lib/http/loadable.ts'
import { useSession } from '../../lib/http/session.ts'
import { findOpenedPhoto, type OpenedPhoto } from '../../lib/photos/opened-photo.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ProfileText } from '../../profiles/ProfileText.tsx'
import { loadOwnProfile, openProfile, useOpenedProfile, useOwnProfile } from '../../profiles/store.ts'
import { profileTexts } from '../../profiles/texts.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { PageTop } from '../../ui/layout/PageTop.tsx'
import { NotFoundPage } from '../NotFoundPage.tsx'
import { ProfileLayout, TeamLayout } from './ProfileLayout.tsx'
import { type ProfileTab, ProfileTabs, useSelectedTab } from './ProfileTabs.tsx'
import styles from './profile-page.module.css'
import { pageTexts } from './texts.ts'

/** The props of every panel: the member as returned by the server. */
type PanelProps = { member: MemberResponse }

const MemberPhotos = lazy(async () => ({ default: (await import('../../photos/MemberPhotos.tsx')).MemberPhotos }))

const MemberVerification = lazy(async () => ({
  default: (await import('../../verifications/MemberVerification.tsx')).MemberVerification,
}))

const VisitorsOf = lazy(async () => ({ default: (await import('../../visits/VisitorsPanel.tsx')).VisitorsOf }))

const Visitors = ({ member }: PanelProps) => <VisitorsOf name={member.profile.userName} />

const Photos = ({ member: { profile, photos, between } }: PanelProps) => (
  <MemberPhotos name={profile.userName} photos={photos} own={between ? undefined : profile.person2 ? 'two' : 'one'} />
)

/** The tabs of a profile as its visitors see it, in order. */
const TABS: readonly ProfileTab<PanelProps>[] = [
  { id: 'profile', Panel: ProfileText },
  { id: 'photo', Panel: Photos },
  { id: 'verification', Panel: MemberVerification },
  { id: 'visitors', Panel: Visitors },
]

const ProfileSkeleton = () => (
  <div className={styles.shapes}>
    <Skeleton width="min(18.75rem, 100%)" height="18.75rem" radius="1.625rem" />
    <Skeleton width="60%" height="2.75rem" radius="0.75rem" />
    <Skeleton height="10rem" radius="1.125rem" />
  </div>
)

type ContentProps = {
  member: Loadable<MemberResponse>
  /** The name and photo to show until the profile is loaded, instead of a skeleton. */
  openedPhoto?: OpenedPhoto | null
  retry: () => void
}

function ProfileContent({ member, openedPhoto = null, retry }: ContentProps) {
  const t = useTexts(profileTexts)
  const selected = useSelectedTab(TABS)
  if (!selected) return <NotFoundPage />
  if (member.data?.profile.userName === TEAM_NAME) return <TeamLayout member={member.data} />
  const userName = member.data?.profile.userName ?? (member.state === 'failed' ? undefined : openedPhoto?.userName)
  if (userName !== undefined) {
    return (
      <ProfileLayout userName={userName} photoUrl={openedPhoto?.url ?? null} member={member.data}>
        {member.data && <ProfileTabs tabs={TABS} selected={selected} panelProps={{ member: member.data }} />}
      </ProfileLayout>
    )
  }
  if (member.state !== 'failed') {
    return (
      <Loading text={t('loading')}>
        <ProfileSkeleton />
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

/** Shows the profile only once the chat status has loaded or failed, since the actions above the tabs depend on it. */
function OtherProfile({ name }: { name: string }) {
  const load = useCallback(() => void openProfile(name), [name])
  useEffect(load, [load])
  const member = useOpenedProfile(name)
  // The URL may spell the name differently.
  const status = useStatus(member.data?.profile.userName ?? name)
  const [hasStatus, setHasStatus] = useState(false)
  const [openedPhoto] = useState(() => findOpenedPhoto(name))
  if (!hasStatus && (status.data || status.state === 'failed')) setHasStatus(true)
  const shownMember = member.data && !hasStatus ? loading(notStarted) : member
  return <ProfileContent member={shownMember} openedPhoto={openedPhoto} retry={load} />
}

const retryOwn = () => void loadOwnProfile()

const OwnProfile = () => <ProfileContent member={useOwnProfile()} retry={retryOwn} />

/** Shows a profile as its visitors see it, including the member's own. */
export function ProfilePage() {
  const t = useTexts(pageTexts)
  const ownName = useSession()?.userName
  const [query] = useSearchParams()
  const name = query.get('name')?.trim()
  const { from } = (useLocation().state ?? {}) as { from?: string }
  if (!name) return <NotFoundPage />
  return (
    <>
      <PageTop title={from?.startsWith('/profilelist') ? t('hits') : t('profilePage')} back={from} />
      <div className={styles.page}>{name === ownName ? <OwnProfile /> : <OtherProfile key={name} name={name} />}</div>
    </>
  )
}
