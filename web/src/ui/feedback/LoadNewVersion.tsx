import { loadNewVersion, useNewVersion } from '../../lib/release/new-version.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button, type ButtonVariant } from '../buttons/Button.tsx'
import { uiTexts } from '../texts.ts'

/** Renders a button that loads the new version, and its busy state, because loading takes long on a slow connection. */
export function LoadNewVersion({ variant }: { variant?: ButtonVariant }) {
  const t = useTexts(uiTexts)
  const loading = useNewVersion((state) => state.loading)
  return (
    <Button variant={variant} busy={loading} busyLabel={t('loadingVersion')} onClick={() => void loadNewVersion()}>
      {t('loadVersion')}
    </Button>
  )
}
