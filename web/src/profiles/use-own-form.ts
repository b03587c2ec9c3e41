import type { MemberResponse } from '@app/contract/members/members'
import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { clearProblems, showError, showProblems } from '../lib/feedback/problem-banner.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { useFieldText } from '../lib/forms/field-text.ts'
import { forEachFieldError } from '../lib/forms/for-each-field-error.ts'
import { useFirstError } from '../lib/forms/use-first-error.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { getSession, refreshSession } from '../lib/http/session.ts'
import { textsNow } from '../lib/text/texts.ts'
import { uiTexts } from '../ui/texts.ts'
import { postMember } from './api.ts'
import { setChanges, useDraft } from './draft.ts'
import { problemsIn } from './problems-in.ts'
import { loadOwn } from './store.ts'
import { profileTexts } from './texts.ts'
import { partsOf } from './use-unsaved.ts'
import { changedProfile, changesBetween, type FormValues, valuesOf, withChanges } from './values.ts'

export type OwnForm = {
  values: FormValues
  /** The stored values. */
  saved: FormValues
  set: (change: Partial<FormValues>) => void
  /** Returns a field's error by path, such as 'person1.height'. */
  errorOf: (path: string) => string | undefined
  /** Marks a field as left; its errors show from then on. */
  markTouched: (path: string) => void
}

/** Reverts to the stored values; the toast can restore the changes. */
function undo(): void {
  const { changes } = useDraft.getState()
  setChanges({})
  clearProblems()
  showToast({
    text: textsNow(profileTexts)('form.undone'),
    action: { label: textsNow(uiTexts)('undo'), run: () => setChanges(changes) },
  })
}

async function save(values: FormValues, saved: FormValues): Promise<void> {
  const { userName } = await postMember(changedProfile(values, changesBetween(saved, values)))
  const session = getSession()
  if (session) refreshSession({ ...session, userName, couple: values.persons === 'two' })
  await loadOwn()
  setChanges({})
}

/** Manages the own profile's form. Changes are kept as a draft until saved. */
export function useOwnForm({ profile }: MemberResponse) {
  const textOf = useFieldText()
  const changes = useDraft((draft) => draft.changes)
  const saved = useMemo(() => valuesOf(profile), [profile])
  const values = useMemo(() => withChanges(saved, changes), [saved, changes])
  const problems = useMemo(() => problemsIn(values), [values])
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set())
  const [serverErrors, setServerErrors] = useState<Partial<Record<string, string>>>({})
  const [isPending, setSending] = useState(false)
  const [submitCount, setSubmitCount] = useState(0)
  const [isSaved, setSaved] = useState(false)
  const ref = useFirstError(submitCount)

  const setServerError = (path: string, message: string) =>
    setServerErrors((before) => ({ ...before, [path]: message }))

  async function send(): Promise<void> {
    setSending(true)
    try {
      await save(values, saved)
      setTouched(new Set())
      setSaved(true)
    } catch (error) {
      showError(error)
      forEachFieldError(error, (path, message) => setServerError(path.replace(/^profile\./, ''), message))
      if (isApiError(error, 'USER_NAME_IN_USE')) setServerError('userName', error.message)
    }
    setSending(false)
  }

  async function submit(): Promise<void> {
    if (isPending) return
    setTouched('all')
    clearProblems()
    const messages = [...problems.values()].map((message) => textOf({ message }) ?? '')
    if (messages.length > 0) showProblems(messages, 'correct')
    else await send()
    setSubmitCount((count) => count + 1)
  }

  const form: OwnForm = {
    values,
    saved,
    set: (change) => {
      setSaved(false)
      setServerErrors({})
      setChanges(changesBetween(saved, { ...values, ...change }))
    },
    errorOf: (path) =>
      serverErrors[path] ??
      (touched === 'all' || touched.has(path) ? textOf({ message: problems.get(path) }) : undefined),
    markTouched: (path) => setTouched((before) => (before === 'all' ? before : new Set([...before, path]))),
  }

  return {
    form,
    sending: isPending,
    /** Saved, and not changed since. */
    isSaved,
    undo,
    changed: partsOf(changesBetween(saved, values), values),
    element: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void submit()
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void submit()
      },
    },
  }
}
