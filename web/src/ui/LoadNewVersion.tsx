import { loadNewVersion, useNewVersion } from '../lib/new-version.ts'
import { useTexts } from '../lib/texts.ts'
import { Button, type ButtonVariant } from './Button.tsx'
import { uiTexts } from './texts.ts'

/** On a slow line the newer release takes a while. */
export function LoadNewVersion({ variant }: { variant?: ButtonVariant }) {
  const t = useTexts(uiTexts)
  const loading = useNewVersion((state) => state.loading)
  return (
    <Button variant={variant} busy={loading} busyLabel={t('loadingVersion')} onClick={() => void loadNewVersion()}>
      {t('loadVersion')}
    </Button>
  )
}
