import type { Ad } from '@app/contract/ads'
import { CITIES_MAX } from '@app/contract/limits'
import { EllipsisVertical, Pencil, Trash } from 'lucide-react'
import { useState } from 'react'
import { useBlockActions } from '../lib/blocking/use-block-actions.ts'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { inSession } from '../lib/http/session.ts'
import { focusHeading } from '../lib/navigation/focus-heading.ts'
import { useReportActions } from '../lib/reporting/use-report-actions.ts'
import { useTexts } from '../lib/text/texts.ts'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { IconLink } from '../ui/buttons/IconLink.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import styles from './ads.module.css'
import { deleteAd } from './store.ts'
import { adsTexts } from './texts.ts'
import { editUrl } from './urls.ts'

/** Shows the author's cities, and the ad's actions. */
export function AdFooter({ ad, onDeleted }: { ad: Ad; onDeleted?: () => void }) {
  const t = useTexts(adsTexts)
  const [isConfirming, setIsConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, title, mine, userName, cities } = ad
  const blockActions = useBlockActions()(userName)
  const [report] = useReportActions()({ subject: { kind: 'AD', id }, name: userName })

  async function remove(): Promise<void> {
    setBusy(true)
    const onDone = inSession(() => {
      showToast({ text: t('removed') })
      onDeleted?.()
      focusHeading()
    })
    try {
      await deleteAd(id)
      onDone()
    } catch (error) {
      showErrorToast(error)
      setBusy(false)
      setIsConfirming(false)
    }
  }

  return (
    <div className={styles.footer}>
      <ul className={styles.cities}>
        {cities.slice(0, CITIES_MAX).map((city) => (
          <li key={city}>
            <Chip tone="outline" small>
              {city}
            </Chip>
          </li>
        ))}
      </ul>
      {mine ? (
        <div className={styles.tools}>
          <IconLink icon={Pencil} label={t('edit', { title })} to={editUrl(id)} />
          <IconButton icon={Trash} label={t('remove', { title })} onClick={() => setIsConfirming(true)} />
        </div>
      ) : (
        report && (
          <div className={styles.tools}>
            <Menu label={t('moreFor', { title })} icon={EllipsisVertical} actions={[...blockActions, report]} />
          </div>
        )
      )}
      <ConfirmDialog
        title={t('removeTitle', { title })}
        confirm={t('removeConfirm')}
        cancelLabel={t('keep')}
        open={isConfirming}
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setIsConfirming(false)}
      >
        {t('removeText')}
      </ConfirmDialog>
    </div>
  )
}
