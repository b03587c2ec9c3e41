import type { Id } from '@app/contract/base'
import type { EvidencePart as Part } from '@app/contract/safety/cases'
import { Flag } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import styles from './case.module.css'
import { caseTexts } from './case-texts.ts'
import { EvidencePicture } from './EvidencePicture.tsx'
import { useCaseTimes } from './use-case-times.ts'
import { useEvidenceFacts } from './use-evidence-facts.ts'

type Props = { caseId: Id; part: Part; letters: string; isSealed: boolean; firstPicture: number }

const LABELED = ['EARLIER', 'PROFILE', 'PARENT', 'AD'] as const
const isLabeled = (role: Part['role']): role is (typeof LABELED)[number] => LABELED.some((other) => other === role)

/** Shows one text of frozen evidence with its pictures. The reported one is marked. */
export function EvidencePart({ caseId, part, letters, isSealed, firstPicture }: Props) {
  const t = useTexts(caseTexts)
  const { at } = useCaseTimes()
  const describeFact = useEvidenceFacts()
  const isReported = part.role === 'SUBJECT'
  const who = /^\d+$/.test(part.who) ? t('stranger', { number: part.who }) : part.who
  const facts = part.facts.filter(({ value }) => value !== '').map(describeFact)
  const times = [
    part.at && at(part.at),
    part.editedAt && t(part.role === 'EARLIER' ? 'stoodUntil' : 'editedAt', { time: at(part.editedAt) }),
    part.deletedAt && t('deletedAt', { time: at(part.deletedAt) }),
  ].filter(Boolean)
  return (
    <li className={classes(styles.part, isReported && styles.reportedPart)}>
      <Avatar name={part.who} shape="person" size={32} plain={!part.byAuthor} />
      <div className={styles.partText}>
        {isReported && (
          <p className={styles.flag}>
            <Flag size="1rem" strokeWidth={1.75} aria-hidden />
            {letters ? t('reportedBy', { letters }) : t('reported')}
          </p>
        )}
        {isLabeled(part.role) && <p className={styles.roleLabel}>{t(`role.${part.role}`)}</p>}
        <p>
          <strong dir="auto">{who}</strong> <span className={styles.time}>{times.join(' · ')}</span>
        </p>
        {part.title && (
          <p className={styles.partTitle} dir="auto">
            {part.title}
          </p>
        )}
        {part.text && (
          <p className={styles.partWords} dir="auto">
            {part.text}
          </p>
        )}
        {facts.length > 0 && (
          <dl className={styles.partFacts}>
            {facts.map(({ name, value }) => (
              <div key={`${name} ${value}`}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {isSealed && part.files.length > 0 ? (
          <p className={styles.fileNote}>{t('sealed')}</p>
        ) : (
          part.files.map((file, index) => (
            <EvidencePicture
              key={file.id}
              caseId={caseId}
              file={file}
              number={firstPicture + index}
              isReported={isReported}
            />
          ))
        )}
      </div>
    </li>
  )
}
