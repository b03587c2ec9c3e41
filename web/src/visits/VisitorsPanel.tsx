import { VISITORS_MAX } from '@app/contract/limits'
import type { Visitor } from '@app/contract/members/profiles'
import { type ReactNode, useCallback, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { isApiError } from '../lib/http/api-error.ts'
import { useSession } from '../lib/http/session.ts'
import { settingsUrl } from '../lib/navigation/settings-url.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { MemberRows } from '../ui/lists/MemberRow.tsx'
import { MemberRowSkeletons } from '../ui/lists/MemberRowSkeletons.tsx'
import { ClearVisitors } from './ClearVisitors.tsx'
import { loadVisitors, useVisitors } from './store.ts'
import { visitsTexts } from './texts.ts'
import { VisitorRow } from './VisitorRow.tsx'
import styles from './visits.module.css'

function Rows({ visitors, lead, action }: { visitors: readonly Visitor[]; lead: ReactNode; action?: ReactNode }) {
  return (
    <>
      <div className={styles.header}>
        <p className={styles.lead}>{lead}</p>
        {action}
      </div>
      <MemberRows>
        {visitors.map((visitor) => (
          <VisitorRow key={visitor.userName} visitor={visitor} />
        ))}
      </MemberRows>
    </>
  )
}

/** Lists the visitors of a profile, latest first. */
function Visitors({ name, own }: { name: string; own: boolean }) {
  const t = useTexts(visitsTexts)
  const couple = useSession()?.couple
  const visitors = useVisitors(name)
  const load = useCallback(() => void loadVisitors(name), [name])
  useEffect(load, [load])
  useEffect(() => onBrokenUrls(load), [load])
  if (visitors.data && visitors.data.length > 0) {
    const link = (label: ReactNode) => (
      <Link className="text-link" to={settingsUrl('display')}>
        {label}
      </Link>
    )
    const max = VISITORS_MAX
    const lead = own ? t.rich(couple ? 'ownOfTwo' : 'own', { max, link }) : t('theirs', { max })
    return <Rows visitors={visitors.data} lead={lead} action={own && <ClearVisitors name={name} />} />
  }
  if (visitors.data) {
    const action = own && <ButtonLink to="/profilelist">{t('find')}</ButtonLink>
    return (
      <EmptyState title={t('empty')} action={action}>
        {t(own ? 'emptyOwn' : 'emptyTheirs')}
      </EmptyState>
    )
  }
  if (visitors.state !== 'failed') {
    return (
      <Loading text={t('loading')}>
        <MemberRowSkeletons />
      </Loading>
    )
  }
  const { error } = visitors
  if (isApiError(error, 'FORBIDDEN')) return <EmptyState title={t('hidden')}>{t('hiddenText', { name })}</EmptyState>
  return <Failed title={t('failed')} error={error} retry={load} />
}

export function OwnVisitors() {
  const name = useSession()?.userName
  return name ? <Visitors name={name} own /> : null
}

export const VisitorsOf = ({ name }: { name: string }) => {
  const isOwn = useSession()?.userName === name
  return <Visitors name={name} own={isOwn} />
}
