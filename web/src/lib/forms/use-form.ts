import { type FormEvent, useCallback, useState } from 'react'
import { clearProblems, showError, showProblems } from '../feedback/problem-banner.ts'
import { ApiError } from '../http/api-error.ts'
import { useFieldText } from './field-text.ts'
import { useFirstError } from './use-first-error.ts'

/** Messages by the path of their field, such as 'title' or 'person1.year': the code of a problem, or a text. */
export type FieldErrors = { readonly [path: string]: string | undefined }

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

type Options<Values> = {
  initial: Values
  /** The values and their setter, if they are kept outside the form. */
  state?: { values: Values; set: (change: Partial<Values>) => void }
  /** Returns the validation errors; without any the form is sent. */
  validate?: (values: Values) => FieldErrors
  send: (values: Values) => unknown
  /** Returns the fields to which a failed request's error belongs, besides those that the server names. */
  serverErrorsOf?: (error: ApiError) => FieldErrors
  /** Shows the error of a failed request, and removes it when the form is sent again. By default in the banner. */
  report?: (error: ApiError | null) => void
  /** Also lists the validation errors in the banner. */
  listsErrors?: boolean
}

export type Form<Values> = ReturnType<typeof useForm<Values & object>>

const reportInBanner = (error: ApiError | null): void => (error ? showError(error) : clearProblems())

/** Returns whether fields, given as the keys of an object, include the path or the field that it is in. */
const includes = (fields: object, path: string): boolean => path in fields || path.replace(/\..*/, '') in fields

const without = (entries: object, fields: object) =>
  Object.fromEntries(Object.entries(entries).filter(([path]) => !includes(fields, path)))

/**
 * Manages a form. A field is validated once it was left with a text in it, and all fields on submit; from then on their
 * errors follow each change. A server's error stays until its field changes or the form is sent again. A failed submit focuses the first field
 * with an error.
 */
export function useForm<Values extends object>({
  initial,
  state,
  validate,
  send,
  serverErrorsOf,
  report = reportInBanner,
  listsErrors,
}: Options<Values>) {
  const textOf = useFieldText()
  const [ownValues, setOwnValues] = useState(initial)
  const values = state?.values ?? ownValues
  const [touched, setTouched] = useState<object>({})
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})
  const [isPending, setPending] = useState(false)
  const [submitCount, setSubmitCount] = useState(0)
  const ref = useFirstError(submitCount)
  const errors = validate?.(values) ?? {}

  const set = useCallback(
    (change: Partial<Values>) => {
      if (state) state.set(change)
      else setOwnValues((before) => ({ ...before, ...change }))
      setServerErrors((before) => without(before, change))
    },
    [state],
  )

  const markTouched = (path: string) => setTouched((before) => ({ ...before, [path]: true }))

  const errorOf = (path: string): string | undefined =>
    textOf(serverErrors[path] ?? (includes(touched, path) ? errors[path] : undefined))

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isPending) return
    setTouched(values)
    report(null)
    setServerErrors({})
    const messages = Object.values(errors).flatMap((message) => textOf(message) ?? [])
    if (messages.length === 0) {
      setPending(true)
      try {
        await send(values)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        report(error)
        const named = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]))
        setServerErrors({ ...named, ...serverErrorsOf?.(error) })
      } finally {
        setPending(false)
      }
    } else if (listsErrors) showProblems(messages, 'correct')
    setSubmitCount((count) => count + 1)
  }

  return {
    values,
    set,
    changed: JSON.stringify(values) !== JSON.stringify(initial),
    errorOf,
    /** Shows a field's error from now on. */
    markTouched,
    /** Hides the errors of fields until they are left or submitted again. */
    hideErrors: (fields: Partial<Values>) => {
      setTouched((before) => without(before, fields))
      setServerErrors((before) => without(before, fields))
    },
    isSubmitted: submitCount > 0,
    isPending,
    /** Returns the properties of a text field. */
    field: (name: TextName<Values>) => ({
      name,
      value: values[name] as string,
      error: errorOf(name),
      onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value } as Partial<Values>),
      onBlur: () => values[name] !== '' && markTouched(name),
    }),
    /** The properties of the form element. */
    form: {
      ref,
      noValidate: true,
      onSubmit: submit,
    },
  }
}
