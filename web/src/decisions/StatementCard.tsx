import type { Statement } from '@app/contract/safety/decisions'
import { Printer } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, describeError } from '../lib/http/api-error.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { FieldError } from '../ui/forms/Field.tsx'
import { AppealBox } from './AppealBox.tsx'
import { AppealForm } from './AppealForm.tsx'
import styles from './decision.module.css'
import { StatementFacts } from './StatementFacts.tsx'
import { decisionTexts } from './texts.ts'
import { isUndone } from './undone.ts'
import { useSentences } from './use-sentences.ts'

type Props = {
  statement: Statement
  /** Renders the title as the heading of the page; by default a second-level heading that can have the focus. */
  heading?: (title: string) => ReactNode
  loadPicture: () => Promise<Blob>
  /** Appeals; throws if the request fails. */
  appeal: (words: string) => Promise<void>
  /** Stores that the member has read it; absent if there is nothing to store. */
  onRead?: (() => Promise<void>) | undefined
}

const subheading = (title: string) => <h2 tabIndex={-1}>{title}</h2>

/** Focuses the heading again after the form of the appeal has closed. */
function useHeadingFocus(isAppealing: boolean) {
  const card = useRef<HTMLElement>(null)
  const wasAppealing = useRef(false)
  useEffect(() => {
    if (wasAppealing.current && !isAppealing) card.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus()
    wasAppealing.current = isAppealing
  }, [isAppealing])
  return card
}

/** Shows the statement of reasons of a decision, and the way to appeal. It prints on one page. */
export function StatementCard({ statement, heading = subheading, loadPicture, appeal, onRead }: Props) {
  const t = useTexts(decisionTexts)
  const { date, title } = useSentences()
  const [isAppealing, setAppealing] = useState(false)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const card = useHeadingFocus(isAppealing)
  const undone = isUndone(statement)
  const appealBox = <AppealBox statement={statement} onAppeal={() => setAppealing(true)} />
  async function read(): Promise<void> {
    setReading(true)
    setProblem(null)
    try {
      await onRead?.()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(describeError(error))
    } finally {
      setReading(false)
    }
  }
  return (
    <article ref={card} className={styles.card}>
      {isAppealing ? (
        <AppealForm statement={statement} heading={heading} send={appeal} onClose={() => setAppealing(false)} />
      ) : (
        <>
          <p className={styles.small}>{t('meta', { date: date(statement.decidedAt), number: statement.number })}</p>
          {heading(undone ? t('undoneTitle') : title(statement))}
          <p className={styles.hello}>{t(undone ? 'undoneHello' : 'hello', { name: statement.userName })}</p>
          {undone && appealBox}
          <StatementFacts statement={statement} loadPicture={loadPicture} />
          {!undone && appealBox}
          {problem && (
            <div role="alert">
              <FieldError>{problem}</FieldError>
            </div>
          )}
          <div className={styles.actions}>
            <Button variant="quiet" icon={Printer} onClick={() => window.print()}>
              {t('print')}
            </Button>
            {onRead && (
              <Button busy={isReading} busyLabel={t('reading')} onClick={() => void read()}>
                {t('read')}
              </Button>
            )}
          </div>
        </>
      )}
    </article>
  )
}
