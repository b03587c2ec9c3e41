import { APPEAL_WORDS_MAX } from '@app/contract/limits'
import type { Statement } from '@app/contract/safety/decisions'
import { isVisible } from '@app/contract/text/normalize'
import { ArrowLeft, Mail, RotateCcw, UsersRound } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from '../lib/forms/use-form.ts'
import { useLeaveGuard } from '../lib/forms/use-leave-guard.ts'
import { describeError } from '../lib/http/api-error.ts'
import { useSafetyProblem } from '../lib/reporting/use-safety-problem.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { FieldError, TextArea } from '../ui/forms/Field.tsx'
import { LeaveConfirmation } from '../ui/overlays/LeaveConfirmation.tsx'
import styles from './decision.module.css'
import { findAnswerer } from './find-answerer.ts'
import { decisionTexts } from './texts.ts'
import { useSentences } from './use-sentences.ts'

type Props = {
  statement: Statement
  heading: (title: string) => ReactNode
  send: (words: string) => Promise<void>
  onClose: () => void
}

const strong = (content: ReactNode) => <strong>{content}</strong>

/**
 * Shows the form that appeals a decision. Keeps its text if the request fails, and asks before the member leaves without
 * sending it.
 */
export function AppealForm({ statement, heading, send, onClose }: Props) {
  const t = useTexts(decisionTexts)
  const { date, actionNames } = useSentences()
  const problemOf = useSafetyProblem()
  const [problem, setProblem] = useState<string | null>(null)
  const { field, values, form, isPending } = useForm({
    initial: { words: '' },
    validate: ({ words }) => ({ words: isVisible(words) ? undefined : problemOf('appeal.words') }),
    send: ({ words }) => send(words),
    onSent: onClose,
    // Not in the banner, which is hidden behind a decision that the member has to read.
    report: (error) => setProblem(error && describeError(error)),
  })
  const guard = useLeaveGuard(isVisible(values.words) && !isPending, 'url')
  const close = () => guard.go(onClose)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus(), [])
  const onKeyDown = ({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
  }
  return (
    <form {...form} className={styles.form}>
      <div ref={top}>
        <div className={styles.back}>
          <Button variant="quiet" icon={ArrowLeft} onClick={close}>
            {t('toDecision')}
          </Button>
        </div>
        {heading(t('appealForm'))}
        <p className={styles.hello}>
          {t('concerns', { date: date(statement.decidedAt), actions: actionNames(statement) })}
        </p>
      </div>
      <TextArea
        {...field('words')}
        label={t('missed')}
        hint={t('missedHint')}
        aside={`${values.words.length}/${APPEAL_WORDS_MAX}`}
        maxLength={APPEAL_WORDS_MAX}
        rows={7}
        onKeyDown={onKeyDown}
      />
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <ul className={styles.promises}>
        <li>
          <UsersRound size="1.125rem" strokeWidth={1.75} aria-hidden />
          <span>{t.rich(`answerer.${findAnswerer(statement)}`, { strong })}</span>
        </li>
        <li>
          <RotateCcw size="1.125rem" strokeWidth={1.75} aria-hidden />
          <span>{t.rich('factBack', { strong })}</span>
        </li>
        <li>
          <Mail size="1.125rem" strokeWidth={1.75} aria-hidden />
          <span>{t.rich('factAnswer', { strong })}</span>
        </li>
      </ul>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={close}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={isPending} busyLabel={t('sending')}>
          {t('send')}
        </Button>
      </div>
      <LeaveConfirmation guard={guard} title={t('unsent')} text={t('unsentText')} />
    </form>
  )
}
