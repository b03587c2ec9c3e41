import type { Statement } from '@app/contract/safety/decisions'
import { REASONS } from '@app/contract/safety/reason-texts'
import type { ReactNode } from 'react'
import { useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Chip } from '../ui/marks/Chip.tsx'
import styles from './decision.module.css'
import { RemovedPicture } from './RemovedPicture.tsx'
import { decisionTexts } from './texts.ts'
import { isUndone } from './undone.ts'
import { useSentences } from './use-sentences.ts'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const SOURCES = { REPORT: 'byReport', OWN: 'byTeam', AUTHORITY: 'byAuthority' } as const

const sourceKeyOf = ({ automated, kind, source }: Statement) => {
  if (automated) return 'automated'
  return kind === 'NOTICE' ? 'byNotice' : SOURCES[source]
}

type Props = { statement: Statement; loadPicture?: (() => Promise<Blob>) | undefined }

/** Lists the content, the actions, the reason, the duration and the source of a decision. */
export function StatementFacts({ statement, loadPicture }: Props) {
  const t = useTexts(decisionTexts)
  const sentences = useSentences()
  const isEnglish = useLanguage() === 'ENGLISH'
  const { reference, label } = REASONS[statement.reason]
  const hasPicture = statement.hasPicture && loadPicture !== undefined
  return (
    <dl className={styles.facts}>
      <Fact name={t('about')}>
        <div className={styles.about}>
          {hasPicture && <RemovedPicture load={loadPicture} />}
          <div>
            <p>{sentences.about(statement)}</p>
            {statement.excerpt && (
              <blockquote className={styles.excerpt} dir="auto">
                {statement.excerpt}
              </blockquote>
            )}
            {hasPicture && <p className={styles.small}>{t('onlyYou')}</p>}
          </div>
        </div>
      </Fact>
      <Fact name={t(isUndone(statement) ? 'hadDecided' : 'decided')}>
        <p>{sentences.decided(statement)}</p>
        {statement.pendingUntil && <p>{t('pending')}</p>}
      </Fact>
      <Fact name={t('why')}>
        <span className={styles.words} dir="auto">
          {statement.facts || t('wordsGone')}
        </span>{' '}
        <Chip small>
          {t('chip', { reference: isEnglish ? reference.en : reference.sv, label: isEnglish ? label.en : label.sv })}
        </Chip>
      </Fact>
      <Fact name={t('howLong')}>{sentences.howLong(statement)}</Fact>
      <Fact name={t('how')}>{t(sourceKeyOf(statement))}</Fact>
    </dl>
  )
}
