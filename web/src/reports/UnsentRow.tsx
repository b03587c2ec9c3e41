import type { FileReport } from '@app/contract/safety/reports'
import { discard, retry } from '../conversation/outbox/outbox.ts'
import { useConnectivity } from '../lib/device/online.ts'
import { watchForFocusLoss } from '../lib/navigation/focus-loss.ts'
import { categoryTexts } from '../lib/reporting/category-texts.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import type { UnsentReport } from './filing.ts'
import styles from './own-reports.module.css'
import { ownReportTexts } from './own-texts.ts'
import { PROBLEMS } from './problems.ts'
import { reportTexts } from './texts.ts'

/** Shows a report that was damaged on this device. It can only be discarded. */
function DamagedRow({ clientId }: { clientId: string }) {
  const t = useTexts(ownReportTexts)
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <h2 className={styles.kind}>{t('damagedTitle')}</h2>
        <Chip tone="problem" small>
          {t('state.failed')}
        </Chip>
      </div>
      <p>{t('damaged')}</p>
      <div className={styles.actions}>
        <Button
          variant="dangerQuiet"
          aria-label={t('discardDamaged')}
          onClick={({ currentTarget }) => {
            watchForFocusLoss(currentTarget)
            discard(clientId)
          }}
        >
          {t('discard')}
        </Button>
      </div>
    </li>
  )
}

type ReadableProps = { item: UnsentReport['item']; input: FileReport }

function ReadableRow({ item, input }: ReadableProps) {
  const t = useTexts(ownReportTexts)
  const tReport = useTexts(reportTexts)
  const tCategory = useTexts(categoryTexts)
  const isOnline = useConnectivity(({ online }) => online)
  const { clientId, state, problem } = item
  const { subject, category, words } = input
  const hasFailed = state === 'failed'
  const kind = t(`kind.${subject.kind}`)
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <h2 className={styles.kind}>{kind}</h2>
        <Chip tone={hasFailed ? 'problem' : 'turn'} small>
          {t(hasFailed ? 'state.failed' : 'state.waiting')}
        </Chip>
      </div>
      <p className={styles.facts}>{tCategory(category)}</p>
      {words && (
        <p className={styles.words} dir="auto">
          {words}
        </p>
      )}
      <p role="status">
        {hasFailed ? tReport((problem && PROBLEMS[problem]) ?? 'failed') : t(isOnline ? 'soon' : 'online')}
      </p>
      {hasFailed && (
        <div className={styles.actions}>
          <Button
            variant="outlined"
            onClick={({ currentTarget }) => {
              watchForFocusLoss(currentTarget)
              retry(clientId)
            }}
          >
            {t('retry')}
          </Button>
          <Button
            variant="dangerQuiet"
            aria-label={t('discardNamed', { kind: kind.toLowerCase() })}
            onClick={({ currentTarget }) => {
              watchForFocusLoss(currentTarget)
              discard(clientId)
            }}
          >
            {t('discard')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Shows a report that waits on this device, with the member's words. A failed report can be sent again. */
export const UnsentRow = ({ item, input }: UnsentReport) =>
  input ? <ReadableRow item={item} input={input} /> : <DamagedRow clientId={item.clientId} />
