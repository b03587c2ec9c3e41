import { problemText } from '@app/contract/problems'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../lib/language.ts'
import { placeFieldErrors } from '../lib/place-field-errors.ts'
import { clearProblems, showError } from '../lib/problem-banner.ts'
import { useTexts } from '../lib/texts.ts'
import { useFirstError } from '../lib/use-first-error.ts'
import { type EventValues, type NeededField, problemsIn } from './form-values.ts'
import { eventsTexts } from './texts.ts'

type Field = keyof EventValues

/** The form of an event: judged field by field when it is left, and whole when it is sent. */
export function useEventForm(initial: EventValues, save: (values: EventValues) => Promise<void>) {
  const t = useTexts(eventsTexts)
  const language = useLanguage()
  const [values, setValues] = useState(initial)
  const [judged, setJudged] = useState<ReadonlySet<Field> | 'all'>(new Set())
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({})
  const [sending, setSending] = useState(false)
  const [submits, setSubmits] = useState(0)
  const form = useFirstError(submits)
  const problems = problemsIn(values, new Date())

  function textOf(field: Field): string | undefined {
    const found = problems[field]
    if (!found) return undefined
    if ('problem' in found) return problemText(found.problem, language)
    return field === 'groupId' ? t('form.groupRequired') : t(`form.required.${field as NeededField}`)
  }

  const set = <Name extends Field>(field: Name, value: EventValues[Name]) => {
    setValues((before) => ({ ...before, [field]: value }))
    setRefused((before) => ({ ...before, [field]: undefined }))
  }
  const judge = (field: Field) => setJudged((before) => (before === 'all' ? before : new Set([...before, field])))
  const isJudged = (field: Field) => judged === 'all' || judged.has(field)
  const errorOf = (field: Field) => refused[field] ?? (isJudged(field) ? textOf(field) : undefined)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (sending) return
    setJudged('all')
    clearProblems()
    if (Object.keys(problems).length === 0) {
      setSending(true)
      await save(values).catch((error: unknown) => {
        showError(error)
        placeFieldErrors(error, (path, message) => setRefused((before) => ({ ...before, [path]: message })))
      })
      setSending(false)
    }
    setSubmits((count) => count + 1)
  }

  const changed = (Object.keys(initial) as Field[]).some((field) => values[field] !== initial[field])
  return { values, set, judge, errorOf, sending, changed, form: { ref: form, onSubmit: submit } }
}
