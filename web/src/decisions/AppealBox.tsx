import type { Statement } from '@app/contract/safety/decisions'
import { Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '../lib/text/clock.ts'
import { useTexts } from '../lib/text/texts.ts'
import { useFullTime } from '../lib/text/times.ts'
import { Button } from '../ui/buttons/Button.tsx'
import styles from './decision.module.css'
import { findAnswerer } from './find-answerer.ts'
import { decisionTexts } from './texts.ts'
import { useSentences } from './use-sentences.ts'

const STATES = { SENT: 'sent', UPHELD: 'upheld', OVERTURNED: 'overturned' } as const

function Court({ disputeAddress }: Pick<Statement, 'disputeAddress'>) {
  const t = useTexts(decisionTexts)
  if (!disputeAddress) return t('court')
  return t.rich('courtOrBody', {
    link: (content: ReactNode) => (
      <a className="text-link" href={disputeAddress} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    ),
  })
}

type Props = { statement: Statement; onAppeal?: (() => void) | undefined }

/** Shows when an automated decision expires, or that it has ended. Such a decision cannot be appealed. */
function AutomatedBox({ statement: { actions } }: { statement: Statement }) {
  const t = useTexts(decisionTexts)
  const formatTime = useFullTime()
  const now = useNow()
  const hiding = actions.find(({ kind }) => kind === 'REMOVE')
  const until = hiding?.endedAt === null && hiding.until && new Date(hiding.until) > now ? hiding.until : null
  return (
    <div className={styles.box}>
      <div className={styles.boxText}>
        <p className={styles.boxTitle}>{t('automatedTitle')}</p>
        <p>{until ? t('automatedUntil', { time: formatTime(until) }) : t('noLongerApplies')}</p>
      </div>
    </div>
  )
}

/** Shows how to appeal, the state of the appeal, or how long an automated decision lasts. */
export function AppealBox({ statement, onAppeal }: Props) {
  const t = useTexts(decisionTexts)
  const { date } = useSentences()
  const now = useNow()
  const { appeal, appealBy, appealWords, appealAnswer, actions } = statement
  const canAppeal = appealBy !== null && new Date(appealBy) > now
  const closedKey = actions.every(({ endedAt }) => endedAt !== null) ? 'noLongerApplies' : 'tooLate'
  if (statement.automated) return <AutomatedBox statement={statement} />
  if (appeal)
    return (
      <div className={styles.box} role="status">
        <div className={styles.boxText}>
          <p className={styles.boxTitle}>{t(STATES[appeal])}</p>
          {appealWords && (
            <>
              <p className={styles.small}>{t('ownWords')}</p>
              <blockquote className={styles.excerpt} dir="auto">
                {appealWords}
              </blockquote>
            </>
          )}
          {appealAnswer && (
            <>
              <p className={styles.small}>{t('answer')}</p>
              <p className={styles.words} dir="auto">
                {appealAnswer}
              </p>
            </>
          )}
          {appeal === 'UPHELD' && (
            <p>
              <Court {...statement} />
            </p>
          )}
        </div>
      </div>
    )
  return (
    <div className={styles.box}>
      <div className={styles.boxText}>
        <p className={styles.boxTitle}>{t('appealTitle')}</p>
        <p>
          {canAppeal ? t(`appealTo.${findAnswerer(statement)}`, { date: date(appealBy) }) : t(closedKey)}{' '}
          <Court {...statement} />
        </p>
      </div>
      {canAppeal && onAppeal && (
        <Button variant="outlined" icon={Scale} onClick={onAppeal}>
          {t('appeal')}
        </Button>
      )}
    </div>
  )
}
