import type { MailKind } from '@app/contract/members/unsubscribing'
import { useState } from 'react'
import { clearProblems, showError } from '../lib/feedback/problem-banner.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { unsubscribe } from './api.ts'
import styles from './form.module.css'
import { unsubscribeTexts } from './unsubscribe-texts.ts'

/** Unsubscribes from one kind of email on a button press, not on page load, because mail scanners open every link. */
export function UnsubscribeForm({ token, kind }: { token: string; kind: MailKind }) {
  const t = useTexts(unsubscribeTexts)
  const [state, setState] = useState<'asking' | 'sending' | 'ended'>('asking')

  async function end(): Promise<void> {
    clearProblems()
    setState('sending')
    try {
      await unsubscribe(token)
      setState('ended')
    } catch (error) {
      showError(error)
      setState('asking')
    }
  }

  return (
    <div className={styles.form}>
      <p role="status">{t(`${kind}.${state === 'ended' ? 'ended' : 'question'}`)}</p>
      <div className={styles.buttons}>
        {state !== 'ended' && (
          <Button wide busy={state === 'sending'} onClick={() => void end()}>
            {t('end')}
          </Button>
        )}
        <ButtonLink to="/myprofile?tab=settings" variant="outlined" wide>
          {t('settings')}
        </ButtonLink>
      </div>
    </div>
  )
}
