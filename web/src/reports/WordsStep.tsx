import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { Category } from '@app/contract/safety/categories'
import { SEVERITIES } from '@app/contract/safety/report-rules'
import { isVisible } from '@app/contract/text/normalize'
import { Lock, ShieldAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useForm } from '../lib/forms/use-form.ts'
import { categoryTexts } from '../lib/reporting/category-texts.ts'
import type { ReportRequest } from '../lib/reporting/request-report.ts'
import { useSafetyProblem } from '../lib/reporting/use-safety-problem.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { FieldError, TextArea } from '../ui/forms/Field.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { canBlock } from './can-block.ts'
import type { Draft } from './drafts.ts'
import type { Filing } from './filing.ts'
import { PROBLEMS } from './problems.ts'
import styles from './report.module.css'
import { reportTexts } from './texts.ts'

const CONTENT_KEYS = {
  PROFILE: 'profile',
  PHOTO: 'photo',
  CHAT_MESSAGE: 'message',
  GROUP: 'group',
  GROUP_MESSAGE: 'post',
} as const

/** Returns the key of the text that explains which content the team will read. */
function contentKeyOf({ subject: { kind }, isComment }: ReportRequest, { lastHundred }: Draft) {
  if (lastHundred) return 'hundred'
  if (isComment) return 'comment'
  return kind in CONTENT_KEYS ? CONTENT_KEYS[kind as keyof typeof CONTENT_KEYS] : 'content'
}

type Props = {
  request: ReportRequest
  category: Category
  draft: Draft
  change: (changes: Partial<Draft>) => void
  filing: Filing | null
  /** Moves the focus to the title on devices where a focused field would open the keyboard over the button. */
  onTitleFocus: () => void
  onChangeCategory: () => void
  onSend: () => void
  onClose: () => void
}

/**
 * Shows the chosen category, and asks for options and for words, which are required only if the content is reported as
 * illegal.
 */
export function WordsStep({
  request,
  category,
  draft,
  change,
  filing,
  onTitleFocus,
  onChangeCategory,
  onSend,
  onClose,
}: Props) {
  const t = useTexts(reportTexts)
  const tCategory = useTexts(categoryTexts)
  const problemOf = useSafetyProblem()
  const { subject, name } = request
  const isSending = filing?.state === 'sending' || filing?.state === 'queued'
  const state = useMemo(() => ({ values: draft, set: change }), [draft, change])
  const { field, form } = useForm({
    initial: draft,
    state,
    validate: ({ illegal, words }) => ({
      words: illegal && !isVisible(words) ? problemOf('report.reason') : undefined,
    }),
    send: onSend,
  })
  const words = useRef<HTMLDivElement>(null)
  const focusTitle = useRef(onTitleFocus)
  useEffect(() => {
    const isTouch = window.matchMedia?.('(pointer: coarse)').matches
    if (isTouch) focusTitle.current()
    else words.current?.querySelector('textarea')?.focus()
  }, [])
  const onKeyDown = ({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
  }
  return (
    <form {...form} className={styles.form}>
      <div className={styles.chosen}>
        <ShieldAlert size="1.25rem" strokeWidth={1.75} aria-hidden />
        <div className={styles.chosenText}>
          <strong>{tCategory(category)}</strong>
          <span>{t(`aim.${SEVERITIES[category]}`)}</span>
        </div>
        <button
          type="button"
          className={styles.change}
          aria-label={t('changeNamed')}
          disabled={isSending}
          onClick={onChangeCategory}
        >
          {t('change')}
        </button>
      </div>
      <div ref={words} className={styles.words}>
        <TextArea
          {...field('words')}
          label={t(draft.illegal ? 'wordsNeeded' : 'words')}
          aside={`${draft.words.length}/${TEXT_AREA_MAX}`}
          maxLength={TEXT_AREA_MAX}
          rows={3}
          readOnly={isSending}
          onKeyDown={onKeyDown}
          hint={
            <span className={styles.read}>
              <Lock size="1rem" strokeWidth={1.75} aria-hidden />
              {t(`read.${contentKeyOf(request, draft)}`)}
            </span>
          }
        />
      </div>
      <div className={styles.options}>
        {subject.kind === 'CHAT_MESSAGE' && (
          <Checkbox
            checked={draft.lastHundred}
            disabled={isSending}
            onChange={({ target }) => change({ lastHundred: target.checked })}
          >
            {t('lastHundred')}
          </Checkbox>
        )}
        <Checkbox
          checked={draft.illegal}
          disabled={isSending}
          onChange={({ target }) => change({ illegal: target.checked })}
        >
          {t('illegal')}
        </Checkbox>
      </div>
      {canBlock(request) && name !== null && (
        <div className={styles.block}>
          <Switch
            checked={draft.alsoBlock}
            disabled={isSending}
            hint={t('blockHint', { name })}
            onChange={(alsoBlock) => change({ alsoBlock })}
          >
            {t('block', { name })}
          </Switch>
        </div>
      )}
      {filing?.state === 'failed' && (
        <div role="alert">
          <FieldError>{t((filing.problem && PROBLEMS[filing.problem]) ?? 'failed')}</FieldError>
        </div>
      )}
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={isSending} busyLabel={t('sending')}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
