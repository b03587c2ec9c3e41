import { RECOVERY_CODES } from '@app/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { useLeaveGuard } from '../lib/forms/use-leave-guard.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { LeaveConfirmation } from '../ui/overlays/LeaveConfirmation.tsx'
import { NewCodes } from './NewCodes.tsx'
import { ProofForm } from './ProofForm.tsx'
import styles from './passkeys.module.css'
import { createCodes, loadProtection, usePasskeys } from './store.ts'
import { passkeyTexts } from './texts.ts'

const load = () => void loadProtection()

/** Shows how many codes are left, in words and as a bar. */
function CodesLeft({ count }: { count: number }) {
  const t = useTexts(passkeyTexts)
  return (
    <>
      <span className={styles.bar} aria-hidden>
        {Array.from({ length: RECOVERY_CODES }, (_, index) => (
          <span key={String(index)} className={classes(styles.mark, index < count && styles.left)} />
        ))}
      </span>
      <span className={styles.used}>{t('codesLeft', { count: String(count), total: String(RECOVERY_CODES) })}</span>
    </>
  )
}

/**
 * Shows how many recovery codes are left, and creates new ones, which are shown once. Asks for confirmation before the
 * member closes them unsaved.
 */
export function CodesCard() {
  const t = useTexts(passkeyTexts)
  const { data, state } = usePasskeys(({ protection }) => protection)
  const [step, setStep] = useState<'closed' | 'confirm' | 'codes'>('closed')
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isSaved, setSaved] = useState(false)
  const isUnsaved = step === 'codes' && !isSaved
  const guard = useLeaveGuard(isUnsaved)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(load, [])
  // The codes replace the form that had the focus.
  useEffect(() => {
    if (step === 'codes') title.current?.focus()
  }, [step])
  const close = () => {
    setStep('closed')
    setCodes([])
    setSaved(false)
  }
  const hasCodes = data !== undefined && data.codesLeft > 0
  return (
    <Card title={t('codes')}>
      <p className={styles.lead}>{t('codesLead')}</p>
      {data ? (
        <div className={styles.codesLeft}>
          {hasCodes && <CodesLeft count={data.codesLeft} />}
          <span className={classes(hasCodes && styles.renew)}>
            <Button variant={hasCodes ? 'quiet' : 'outlined'} onClick={() => setStep('confirm')}>
              {t(hasCodes ? 'newCodes' : 'createCodes')}
            </Button>
          </span>
        </div>
      ) : state === 'failed' ? (
        <Failed text={t('codesFailed')} retry={load} />
      ) : (
        <Loading text={t('codesLoading')}>
          <Skeleton height="2.75rem" radius="0.75rem" />
        </Loading>
      )}
      <Dialog
        title={t(step === 'codes' ? 'yourCodes' : hasCodes ? 'newCodesTitle' : 'createCodes')}
        lead={step === 'codes' ? t('codesOnce') : undefined}
        titleRef={title}
        open={step !== 'closed'}
        unsaved={isUnsaved}
        onClose={() => guard.go(close)}
      >
        {step === 'codes' ? (
          <NewCodes codes={codes} isSaved={isSaved} onSaved={setSaved} close={close} />
        ) : (
          <ProofForm
            text={t(hasCodes ? 'newCodesText' : 'createCodesText')}
            confirm={t('createCodes')}
            busy={t('saving')}
            cancel={t('cancel')}
            close={() => setStep((current) => (current === 'codes' ? current : 'closed'))}
            send={async (proof) => {
              setCodes(await createCodes(proof))
              setStep('codes')
            }}
          />
        )}
      </Dialog>
      <LeaveConfirmation
        guard={guard}
        title={t('codesUnsaved')}
        text={t('codesUnsavedText')}
        leave={t('closeUnsaved')}
        stay={t('backToCodes')}
      />
    </Card>
  )
}
