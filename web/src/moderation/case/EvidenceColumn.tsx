import type { Id } from '@app/contract/base'
import type { CaseRow, Evidence } from '@app/contract/safety/cases'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { isApiError } from '../../lib/http/api-error.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { Chip } from '../../ui/marks/Chip.tsx'
import styles from './case.module.css'
import { caseTexts } from './case-texts.ts'
import { EvidencePart } from './EvidencePart.tsx'
import { type MergedEvidence, mergeEvidence, partKey } from './merge-evidence.ts'
import { loadEvidence, useOpenCase } from './open-case.ts'
import { countThread, findFolded } from './thread.ts'
import { useCaseTimes } from './use-case-times.ts'

/** Returns whether evidence, or the file of a picture in it, has changed since it was stored. */
const isDamaged = (evidence: readonly Evidence[]): boolean =>
  evidence.some(
    ({ intact, parts }) => !intact || parts.some(({ files }) => files.some(({ state }) => state === 'DAMAGED')),
  )

/** The state of the evidence. Only with intact evidence can an admin decide a case, or confirm its decision. */
export type EvidenceState = 'loading' | 'intact' | 'damaged'

export function evidenceStateOf(evidence: readonly Evidence[] | undefined): EvidenceState {
  if (!evidence) return 'loading'
  return isDamaged(evidence) ? 'damaged' : 'intact'
}

/**
 * Shows evidence that was frozen for the reports on the same content. Folds most of a thread until the admin expands it.
 */
function Item({ caseId, kind, evidence }: { caseId: Id; kind: CaseRow['kind']; evidence: MergedEvidence }) {
  const t = useTexts(caseTexts)
  const { at } = useCaseTimes()
  const list = new Intl.ListFormat(localeOf(useLanguage()))
  const { takenAt, lastTakenAt, parts, sealed } = evidence
  const letters = list.format(evidence.letters)
  const time = list.format([...new Set([at(takenAt), at(lastTakenAt)])])
  const [isOpen, setOpen] = useState(false)
  const folded = findFolded(parts)
  const thread = countThread(kind, parts)
  const counts = parts.map(({ files }) => files.length)
  return (
    <section className={styles.evidence}>
      <div className={styles.sectionHead}>
        <h3 className={styles.evidenceOf}>
          {letters ? t('ofReport', { count: evidence.letters.length, letters, time }) : t('ofTeam', { time })}
        </h3>
        {folded.size > 0 && (
          <span className={styles.sectionActions}>
            <button type="button" className={styles.textButton} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(`thread.${thread.of}`, { count: thread.count })}
            </button>
          </span>
        )}
      </div>
      <ol>
        {parts.map(
          (part, index) =>
            (isOpen || !folded.has(part)) && (
              <EvidencePart
                key={partKey(part)}
                caseId={caseId}
                part={part}
                letters={letters}
                isSealed={sealed}
                firstPicture={1 + counts.slice(0, index).reduce((sum, count) => sum + count, 0)}
              />
            ),
        )}
      </ol>
    </section>
  )
}

/** Shows the evidence of all reports, and warns if it has changed since it was stored. */
export function EvidenceColumn({ id, kind }: { id: Id; kind: CaseRow['kind'] }) {
  const t = useTexts(caseTexts)
  const evidence = useOpenCase((state) => state.evidence)
  const { data } = evidence
  if (!data && evidence.state === 'failed')
    return (
      <Failed
        title={t('evidenceFailed')}
        text={isApiError(evidence.error, 'TOO_MANY_REQUESTS') ? t('limit') : undefined}
        error={evidence.error}
        retry={() => void loadEvidence(id)}
      />
    )
  if (evidence.state === 'notStarted')
    return (
      <section className={styles.section}>
        <div className={styles.sectionHead}>
          <h2>{t('evidence')}</h2>
        </div>
        <p className={styles.time}>{t('evidenceClosed')}</p>
      </section>
    )
  if (!data)
    return (
      <Loading text={t('evidenceLoading')}>
        <Skeleton height="16rem" radius="var(--radius-card)" />
      </Loading>
    )
  const damaged = isDamaged(data)
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{t('evidence')}</h2>
        {data.length > 0 && (
          <Chip tone={damaged ? 'problem' : 'trust'} small icon={damaged ? ShieldAlert : ShieldCheck}>
            {t(damaged ? 'damaged' : 'unchanged')}
          </Chip>
        )}
      </div>
      {damaged && (
        <p role="alert" className={styles.damaged}>
          {t('damagedText')}
        </p>
      )}
      {data.length === 0 && <EmptyState title={t('noEvidence')} />}
      {mergeEvidence(kind, data).map((item) => (
        <Item key={item.id} caseId={id} kind={kind} evidence={item} />
      ))}
    </section>
  )
}
