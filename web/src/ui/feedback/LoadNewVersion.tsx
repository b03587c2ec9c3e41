import { loadNewVersion, useNewVersion } from '../../lib/release/new-version.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button, type ButtonVariant } from '../buttons/Button.tsx'
import { uiTexts } from '../texts.ts'

/** Loads the new release; shows progress, because it takes a while on a slow connection. */
export function LoadNewVersion({ variant }: { variant?: ButtonVariant }) {
  const t = useTexts(uiTexts)
  const loading = useNewVersion((state) => state.loading)
  return (
    <Button variant={variant} busy={loading} busyLabel={t('loadingVersion')} onClick={() => void loadNewVersion()}>
      {t('loadVersion')}
    </Button>
  )
}
