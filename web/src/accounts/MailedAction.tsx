import { type ReactNode, useState } from 'react'
import { clearProblems, showError } from '../lib/feedback/problem-banner.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import styles from './form.module.css'
import { accountPageTexts } from './page-texts.ts'

type Props = {
  question: string
  action: string
  done: string
  run: () => Promise<unknown>
  /** The link below the button; links to the login page if omitted. */
  link?: ReactNode
}

/** Runs the action of an emailed link on a button press, not on page load, because email scanners open every link. */
export function MailedAction({ question, action, done, run, link }: Props) {
  const t = useTexts(accountPageTexts)
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking')

  async function submit(): Promise<void> {
    clearProblems()
    setState('sending')
    try {
      await run()
      setState('done')
    } catch (error) {
      showError(error)
      setState('asking')
    }
  }

  return (
    <div className={styles.form}>
      <p role="status">{state === 'done' ? done : question}</p>
      <div className={styles.buttons}>
        {state !== 'done' && (
          <Button wide busy={state === 'sending'} onClick={() => void submit()}>
            {action}
          </Button>
        )}
        {link ?? (
          <ButtonLink to="/" variant={state === 'done' ? 'primary' : 'outlined'} wide>
            {t('backToLogin')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
