import type { MemberResponse } from '@app/contract/members/members'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { clearProblems } from '../lib/feedback/problem-banner.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { type FieldErrors, type Form, useForm } from '../lib/forms/use-form.ts'
import type { ApiError } from '../lib/http/api-error.ts'
import { getSession, refreshSession } from '../lib/http/session.ts'
import { getTexts } from '../lib/text/texts.ts'
import { uiTexts } from '../ui/texts.ts'
import { postMember } from './api.ts'
import { hasUnsavedChanges, setChanges, useDraft } from './draft.ts'
import { loadOwnProfile } from './store.ts'
import { profileTexts } from './texts.ts'
import { listChangedSections } from './unsaved-changes.ts'
import { validateProfile } from './validate-profile.ts'
import { changesBetween, type FormValues, toFormValues, toSaveRequest, withChanges } from './values.ts'

export type OwnForm = Pick<Form<FormValues>, 'values' | 'set' | 'errorOf' | 'markTouched'> & {
  /** The stored values. */
  saved: FormValues
}

/** Discards the changes, and shows a toast whose button restores them. */
function undo(): void {
  const { changes } = useDraft.getState()
  setChanges({})
  clearProblems()
  showToast({
    text: getTexts(profileTexts)('form.undone'),
    action: { label: getTexts(uiTexts)('undo'), run: () => setChanges(changes) },
  })
}

/** Saves the values. The changes since then remain unsaved; returns whether there are none. */
async function save(values: FormValues, saved: FormValues): Promise<boolean> {
  const sessionId = getSession()?.sessionId
  const { userName } = await postMember(toSaveRequest(values, changesBetween(saved, values)))
  const session = getSession()
  if (session?.sessionId !== sessionId) return false
  if (session) refreshSession({ ...session, userName, couple: values.persons === 'two' })
  await loadOwnProfile()
  if (getSession()?.sessionId !== sessionId) return false
  setChanges(changesBetween(values, withChanges(saved, useDraft.getState().changes)))
  return !hasUnsavedChanges()
}

/** Maps the server's errors to the form's fields; removes the prefix 'profile.' from their paths. */
function serverErrorsOf(error: ApiError): FieldErrors {
  const fieldErrors = error.fields.map(({ path, message }) => [path.replace(/^profile\./, ''), message])
  return { ...Object.fromEntries(fieldErrors), ...(error.code === 'USER_NAME_IN_USE' && { userName: error.message }) }
}

/** Manages the form of the member's own profile. The draft stores changes until they are saved. */
export function useOwnForm({ profile }: MemberResponse) {
  const changes = useDraft((draft) => draft.changes)
  const saved = useMemo(() => toFormValues(profile), [profile])
  const values = useMemo(() => withChanges(saved, changes), [saved, changes])
  const [isSaved, setSaved] = useState(false)
  const { set, hideErrors, errorOf, markTouched, isPending, form } = useForm({
    initial: saved,
    state: { values, set: (change) => setChanges(changesBetween(saved, { ...values, ...change })) },
    validate: validateProfile,
    send: async () => {
      const isComplete = await save(values, saved)
      hideErrors(values)
      setSaved(isComplete)
    },
    serverErrorsOf,
    listsErrors: true,
  })

  const ownForm: OwnForm = {
    values,
    saved,
    set: (change) => {
      setSaved(false)
      set(change)
    },
    errorOf,
    markTouched,
  }

  return {
    form: ownForm,
    isPending,
    /** Whether the form was saved and has not changed since. */
    isSaved,
    undo,
    changedSections: listChangedSections(changesBetween(saved, values), values),
    formProps: {
      ...form,
      onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      },
    },
  }
}
