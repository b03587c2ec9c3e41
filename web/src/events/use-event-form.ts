import { translateProblem } from '@app/contract/text/problems'
import { type FormEvent, useState } from 'react'
import { clearProblems, showError } from '../lib/feedback/problem-banner.ts'
import { forEachFieldError } from '../lib/forms/for-each-field-error.ts'
import { useFirstError } from '../lib/forms/use-first-error.ts'
import { useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { type EventValues, type NeededField, problemsIn } from './form-values.ts'
import { eventsTexts } from './texts.ts'

type Field = keyof EventValues

/** Manages the event form: validates a field on blur, and the whole form on submit. */
export function useEventForm(initial: EventValues, save: (values: EventValues) => Promise<void>) {
  const t = useTexts(eventsTexts)
  const language = useLanguage()
  const [values, setValues] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<Field> | 'all'>(new Set())
  const [serverErrors, setServerErrors] = useState<Partial<Record<string, string>>>({})
  const [isPending, setSending] = useState(false)
  const [submitCount, setSubmitCount] = useState(0)
  const form = useFirstError(submitCount)
  const problems = problemsIn(values, new Date())

  function textOf(field: Field): string | undefined {
    const found = problems[field]
    if (!found) return undefined
    if ('problem' in found) return translateProblem(found.problem, language)
    return field === 'groupId' ? t('form.groupRequired') : t(`form.required.${field as NeededField}`)
  }

  const set = <Name extends Field>(field: Name, value: EventValues[Name]) => {
    setValues((before) => ({ ...before, [field]: value }))
    setServerErrors((before) => ({ ...before, [field]: undefined }))
  }
  const markTouched = (field: Field) =>
    setTouched((before) => (before === 'all' ? before : new Set([...before, field])))
  const isTouched = (field: Field) => touched === 'all' || touched.has(field)
  const errorOf = (field: Field) => serverErrors[field] ?? (isTouched(field) ? textOf(field) : undefined)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isPending) return
    setTouched('all')
    clearProblems()
    if (Object.keys(problems).length === 0) {
      setSending(true)
      await save(values).catch((error: unknown) => {
        showError(error)
        forEachFieldError(error, (path, message) => setServerErrors((before) => ({ ...before, [path]: message })))
      })
      setSending(false)
    }
    setSubmitCount((count) => count + 1)
  }

  const changed = (Object.keys(initial) as Field[]).some((field) => values[field] !== initial[field])
  return {
    values,
    set,
    judge: markTouched,
    errorOf,
    sending: isPending,
    changed,
    form: { ref: form, onSubmit: submit },
  }
}
