import type { Instant } from '@app/contract/base'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { measureTexts } from '../../lib/http/measure-texts.ts'
import type { RestrictableAction } from '../../lib/http/restrictions.ts'
import { DECISIONS } from '../../lib/reporting/decision-urls.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Banner } from './Banner.tsx'

/** Shows what a restriction prevents and until when, with a link to the decision. */
export function RestrictionBanner({ action, until }: { action: RestrictableAction; until: Instant }) {
  const t = useTexts(measureTexts)
  const format = new Intl.DateTimeFormat(localeOf(useLanguage()), { day: 'numeric', month: 'long', year: 'numeric' })
  return (
    <Banner tone="info" icon={CircleAlert}>
      {t(`note.${action}`, { date: format.format(new Date(until)) })}{' '}
      <Link className="text-link" to={DECISIONS}>
        {t('read')}
      </Link>
    </Banner>
  )
}
