import { Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useFieldText } from '../../lib/forms/field-text.ts'
import { useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { FieldError } from '../../ui/forms/Field.tsx'
import { ANSWER_MAX, ANSWERS_MAX, type Answer, listStarters, type StarterId } from '../starters.ts'
import { welcomeTexts } from './welcome-texts.ts'
import styles from './words.module.css'

const lengthOf = (text: string): number => [...text].length

type FieldProps = { answer: Answer; isNew: boolean; onChange: (text: string) => void; onRemove: () => void }

/** Lets the member edit one answer; without the focus it looks like a card of the presentation. */
function AnswerField({ answer: { starter, text }, isNew, onChange, onRemove }: FieldProps) {
  const t = useTexts(welcomeTexts)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  return (
    <div className={styles.answer}>
      <div className={styles.head}>
        <label className={styles.starter} htmlFor={id}>
          {starter}…
        </label>
        <IconButton icon={X} label={t('words.remove', { starter: `${starter}…` })} onClick={onRemove} />
      </div>
      <textarea
        id={id}
        className={styles.text}
        rows={2}
        maxLength={ANSWER_MAX}
        dir="auto"
        ref={field}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className={styles.foot} id={`${id}-hint`}>
        <span className={styles.hint}>{t('words.hint')}</span>
        <span>
          {lengthOf(text)}/{ANSWER_MAX}
        </span>
      </div>
    </div>
  )
}

type Props = {
  couple: boolean
  answers: readonly Answer[]
  /** Whether the presentation contains other text besides the answers. */
  hasOtherText: boolean
  error: string | undefined
  onChange: (answers: Answer[]) => void
}

/** Asks for up to three sentences, whose beginnings the member chooses. */
export function WordsStep({ couple, answers, hasOtherText, error, onChange }: Props) {
  const t = useTexts(welcomeTexts)
  const fieldText = useFieldText()
  const language = useLanguage()
  const pillsId = useId()
  const pills = useRef<HTMLDivElement>(null)
  const [newId, setNewId] = useState<StarterId | null>(null)
  const left = ANSWERS_MAX - answers.length
  const offered = listStarters(language, couple).filter(({ id }) => !answers.some((answer) => answer.id === id))
  const remove = (id: StarterId) => {
    onChange(answers.filter((answer) => answer.id !== id))
    requestAnimationFrame(() => pills.current?.querySelector('button')?.focus())
  }
  return (
    <>
      {answers.length > 0 && (
        <div className={styles.answers}>
          {answers.map((answer) => (
            <AnswerField
              key={answer.id}
              answer={answer}
              isNew={answer.id === newId}
              onChange={(text) =>
                onChange(answers.map((other) => (other.id === answer.id ? { ...other, text } : other)))
              }
              onRemove={() => remove(answer.id)}
            />
          ))}
        </div>
      )}
      {error && <FieldError>{fieldText(error)}</FieldError>}
      <div className={styles.pillsHead}>
        <h3 className={styles.label} id={pillsId}>
          {t(answers.length > 0 ? 'words.more' : 'words.begin')}
        </h3>
        <span className={styles.left} role="status">
          {t('words.left', { count: left })}
        </span>
      </div>
      {left > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for the fields that the buttons add.
        <div ref={pills} role="group" aria-labelledby={pillsId} className={styles.pills}>
          {offered.map(({ id, starter }) => (
            <button
              key={id}
              type="button"
              className={styles.pill}
              onClick={() => {
                setNewId(id)
                onChange([...answers, { id, starter, text: '' }])
              }}
            >
              <Plus size="1rem" strokeWidth={1.75} aria-hidden />
              {starter}…
            </button>
          ))}
        </div>
      ) : (
        <p className={styles.full}>{t('words.full')}</p>
      )}
      {hasOtherText && <p className={styles.full}>{t('words.others')}</p>}
    </>
  )
}
