import { RefreshCw } from 'lucide-react'
import { useNewVersion } from '../../lib/release/new-version.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'
import { Banner } from './Banner.tsx'
import { LoadNewVersion } from './LoadNewVersion.tsx'

/** Offers the new version until the member loads it. */
export function NewVersionBanner() {
  const t = useTexts(uiTexts)
  const offered = useNewVersion((state) => state.offered)
  return (
    <div role="status">
      {offered && (
        <Banner tone="version" icon={RefreshCw} end={<LoadNewVersion variant="quiet" />}>
          {t('newVersion')}
        </Banner>
      )}
    </div>
  )
}
