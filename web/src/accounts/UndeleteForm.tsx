import { useState } from 'react'
import { clearProblems, showError } from '../lib/problem-banner.ts'
import { useTexts } from '../lib/texts.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { undelete } from './api.ts'
import styles from './form.module.css'
import { accountTexts } from './texts.ts'

/** Takes back a deletion, by the link that was mailed. */
export function UndeleteForm({ token }: { token: string }) {
  const t = useTexts(accountTexts)
  const [state, setState] = useState<'asking' | 'sending' | 'back'>('asking')

  async function keep(): Promise<void> {
    clearProblems()
    setState('sending')
    try {
      await undelete(token)
      setState('back')
    } catch (error) {
      showError(error)
      setState('asking')
    }
  }

  return (
    <div className={styles.form}>
      <p role="status">{state === 'back' ? t('undeleted') : t('undeleteLead')}</p>
      <div className={styles.buttons}>
        {state !== 'back' && (
          <Button wide busy={state === 'sending'} onClick={() => void keep()}>
            {t('undelete')}
          </Button>
        )}
        <ButtonLink to="/" variant={state === 'back' ? 'primary' : 'outlined'} wide>
          {t('backToLogin')}
        </ButtonLink>
      </div>
    </div>
  )
}
