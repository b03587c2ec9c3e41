import { RefreshCw } from 'lucide-react'
import { loadNewVersion, useNewVersion } from '../lib/new-version.ts'
import { useTexts } from '../lib/texts.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { uiTexts } from './texts.ts'

/** Until the member loads it. */
export function NewVersionBanner() {
  const t = useTexts(uiTexts)
  const offered = useNewVersion((state) => state.offered)
  return (
    <div role="status">
      {offered && (
        <Banner
          tone="version"
          icon={RefreshCw}
          end={
            <Button variant="quiet" onClick={loadNewVersion}>
              {t('loadVersion')}
            </Button>
          }
        >
          {t('newVersion')}
        </Banner>
      )}
    </div>
  )
}
