import { Download } from 'lucide-react'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { exportFetched, loadExport, requestExport, useExportState } from './export.ts'
import { SettingsState } from './SettingsState.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './texts.ts'

const retry = () => void loadExport()

/** All that is stored about the member, in one file. */
export function ExportCard() {
  const t = useTexts(settingsTexts)
  const { data, state, ...rest } = useExportState()
  return (
    <Card title={t('export')}>
      <p className={styles.lead}>{t('exportLead')}</p>
      <SettingsState there={data !== undefined} failed={state === 'failed'} retry={retry}>
        <p className={styles.lead} role="status">
          {data?.state === 'PREPARING' && t('exportPreparing')}
          {data?.state === 'READY' && t('exportReady')}
          {data?.state === 'FAILED' && t('exportFailed')}
        </p>
        {'error' in rest && <p role="alert">{rest.error.message}</p>}
        <div className={styles.actions}>
          {data?.url ? (
            <a className={styles.download} href={data.url} download onClick={exportFetched}>
              <Download size="1.125rem" strokeWidth={1.75} aria-hidden />
              {t('exportFetch')}
            </a>
          ) : (
            <Button
              variant="outlined"
              busy={data?.state === 'PREPARING'}
              busyLabel={t('exportBusy')}
              onClick={() => void requestExport()}
            >
              {t('exportAsk')}
            </Button>
          )}
        </div>
      </SettingsState>
    </Card>
  )
}
