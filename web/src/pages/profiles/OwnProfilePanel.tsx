import { Link } from 'react-router-dom'
import { useIsTeam, useSession } from '../../lib/http/session.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { OwnProfileTab } from '../../profiles/OwnProfileTab.tsx'
import { useOwnProfile } from '../../profiles/store.ts'
import { listMissingSteps, welcomeUrl } from '../../welcome/steps.ts'
import styles from './my-profile.module.css'
import { pageTexts } from './texts.ts'

/** Links to the first step of the welcome whose part of the profile is missing, if any. */
function MissingParts() {
  const t = useTexts(pageTexts)
  const isTeam = useIsTeam()
  const couple = useSession()?.couple
  const listFormat = new Intl.ListFormat(localeOf(useLanguage()), { type: 'conjunction' })
  const own = useOwnProfile().data
  const steps = own && !isTeam ? listMissingSteps(own) : []
  const [first] = steps
  if (!first) return null
  const parts = steps.map((step) => t(couple && step === 'looking' ? 'missing.lookingOfTwo' : `missing.${step}`))
  return (
    <p className={styles.missing}>
      {t('missing.lead', { parts: listFormat.format(parts) })}{' '}
      <Link className="text-link" to={welcomeUrl(first)} state={{ fromPage: true }}>
        {t('missing.resume')}
      </Link>
    </p>
  )
}

export const OwnProfilePanel = () => (
  <>
    <MissingParts />
    <OwnProfileTab />
  </>
)
