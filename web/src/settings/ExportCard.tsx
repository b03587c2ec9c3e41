import { Download } from 'lucide-react'
import { useRef } from 'react'
import { useForm } from '../lib/forms/use-form.ts'
import { useProof } from '../lib/forms/use-proof.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { loadExport, onExportDownloaded, requestExport, useExportState } from './export.ts'
import { SettingsState } from './SettingsState.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './texts.ts'

const retry = () => void loadExport()

/** Requests the export, then clears the password. Focuses the button, since the password field is hidden meanwhile. */
function ExportForm({ preparing }: { preparing: boolean }) {
  const t = useTexts(settingsTexts)
  const button = useRef<HTMLButtonElement>(null)
  const { needsPassword, laterField, send } = useProof()
  const { field, form, isPending, set, hideErrors } = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: needsPassword && password === '' ? 'password.loginEmpty' : undefined }),
    send: async ({ password }) => {
      if (await send(password, requestExport)) button.current?.focus()
    },
    onSent: () => {
      set({ password: '' })
      hideErrors({ password: '' })
    },
  })
  return (
    <form className={styles.form} {...form}>
      {!preparing && needsPassword && (
        <PasswordField
          label={t('exportPassword')}
          hint={t('exportPasswordHint')}
          autoComplete="current-password"
          {...laterField}
          {...field('password')}
        />
      )}
      <div>
        <Button ref={button} type="submit" variant="outlined" busy={isPending || preparing} busyLabel={t('exportBusy')}>
          {t('exportAsk')}
        </Button>
      </div>
    </form>
  )
}

/** Lets members export all data stored about them as one file. */
export function ExportCard() {
  const t = useTexts(settingsTexts)
  const { data, state, ...rest } = useExportState()
  return (
    <Card title={t('export')}>
      <p className={styles.lead}>{t('exportLead')}</p>
      <SettingsState isLoaded={data !== undefined} failed={state === 'failed'} retry={retry}>
        <p className={styles.lead} role="status">
          {data?.state === 'PREPARING' && t('exportPreparing')}
          {data?.state === 'READY' && t(data.url ? 'exportReady' : 'exportElsewhere')}
          {data?.state === 'FAILED' && t('exportFailed')}
        </p>
        {'error' in rest && <p role="alert">{rest.error.message}</p>}
        {data?.url ? (
          <div className={styles.actions}>
            <a className={styles.download} href={data.url} download onClick={onExportDownloaded}>
              <Download size="1.125rem" strokeWidth={1.75} aria-hidden />
              {t('exportFetch')}
            </a>
          </div>
        ) : (
          <ExportForm preparing={data?.state === 'PREPARING'} />
        )}
      </SettingsState>
    </Card>
  )
}
