import type { MemberResponse } from '@app/contract/members/members'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { clearProblems } from '../lib/feedback/problem-banner.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { type FieldErrors, type Form, useForm } from '../lib/forms/use-form.ts'
import type { ApiError } from '../lib/http/api-error.ts'
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

export type OwnForm = Pick<Form<FormValues>, 'values' | 'set' | 'errorOf' | 'markTouched'> & {
  /** The stored values. */
  saved: FormValues
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

/** Assigns the server's errors to the fields of the form, whose paths lack the 'profile.' of the request's. */
function serverErrorsOf(error: ApiError): FieldErrors {
  const named = error.fields.map(({ path, message }) => [path.replace(/^profile\./, ''), message])
  return { ...Object.fromEntries(named), ...(error.code === 'USER_NAME_IN_USE' && { userName: error.message }) }
}

/** Manages the own profile's form. Changes are kept as a draft until saved. */
export function useOwnForm({ profile }: MemberResponse) {
  const changes = useDraft((draft) => draft.changes)
  const saved = useMemo(() => valuesOf(profile), [profile])
  const values = useMemo(() => withChanges(saved, changes), [saved, changes])
  const [isSaved, setSaved] = useState(false)
  const { set, hideErrors, errorOf, markTouched, isPending, form } = useForm({
    initial: saved,
    state: { values, set: (change) => setChanges(changesBetween(saved, { ...values, ...change })) },
    validate: problemsIn,
    send: async () => {
      await save(values, saved)
      hideErrors(values)
      setSaved(true)
    },
    serverErrorsOf,
    listsErrors: true,
  })

  const ownForm: OwnForm = {
    values,
    saved,
    set: (change) => {
      setSaved(false)
      // With all values, so that the server's errors of all fields disappear.
      set({ ...values, ...change })
    },
    errorOf,
    markTouched,
  }

  return {
    form: ownForm,
    isPending,
    /** Saved, and not changed since. */
    isSaved,
    undo,
    changed: partsOf(changesBetween(saved, values), values),
    element: {
      ...form,
      onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      },
    },
  }
}
