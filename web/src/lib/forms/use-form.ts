import { type FormEvent, startTransition, useCallback, useState } from 'react'
import { clearProblems, type Remedy, showError, showProblems } from '../feedback/problem-banner.ts'
import { ApiError } from '../http/api-error.ts'
import { useFieldText } from './field-text.ts'
import { useFocusFirstError } from './use-focus-first-error.ts'

/** Messages by the path of their field, such as 'title' or 'person1.year': the code of a problem, or a text. */
export type FieldErrors = { readonly [path: string]: string | undefined }

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

type Options<Values, Sent> = {
  initial: Values
  /** The values and their setter, if they are stored outside the form. */
  state?: { values: Values; set: (change: Partial<Values>) => void }
  /** Returns the validation errors; if there are none, the form is sent. */
  validate?: (values: Values) => FieldErrors
  send: (values: Values) => Sent | Promise<Sent>
  /** Runs after a successful request. The form stays pending until the page to which this navigates is shown. */
  onSent?: (sent: Sent, values: Values) => void
  /** Returns the errors to show at fields that the server does not name in its response. */
  serverErrorsOf?: (error: ApiError) => FieldErrors
  /** Shows the error of a failed request and its remedy, or removes it if null; by default in the banner. */
  report?: (error: ApiError | null, remedy?: Remedy) => void
  /** Also lists the validation errors in the banner. */
  listsErrors?: boolean
}

export type Form<Values> = ReturnType<typeof useForm<Values & object, unknown>>

const reportInBanner = (error: ApiError | null, remedy?: Remedy): void =>
  error ? showError(error, remedy) : clearProblems()

/** Returns whether the keys of `fields` include a path, or the field that contains it. */
const includesPath = (fields: object, path: string): boolean => path in fields || path.replace(/\..*/, '') in fields

const omitFields = (entries: object, fields: object) =>
  Object.fromEntries(Object.entries(entries).filter(([path]) => !includesPath(fields, path)))

/** Returns the value at a path such as 'person1.year'. */
const valueAt = (values: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], values)

/**
 * Manages a form. It validates a field when the focus leaves it with text in it, and all fields on submit; from then on,
 * after each change. An error of the server is shown while its field has the rejected value, until the form is sent
 * again. A failed submit focuses the first field with an error.
 */
export function useForm<Values extends object, Sent>({
  initial,
  state,
  validate,
  send,
  onSent,
  serverErrorsOf,
  report = reportInBanner,
  listsErrors,
}: Options<Values, Sent>) {
  const translate = useFieldText()
  const [ownValues, setOwnValues] = useState(initial)
  const values = state?.values ?? ownValues
  const [touched, setTouched] = useState<object>({})
  /** The server's errors, and the values that it rejected. */
  const [rejected, setRejected] = useState<{ errors: FieldErrors; values: object }>({ errors: {}, values: {} })
  const [isPending, setPending] = useState(false)
  const [submitCount, setSubmitCount] = useState(0)
  const ref = useFocusFirstError(submitCount)
  const errors = validate?.(values) ?? {}

  const set = useCallback(
    (change: Partial<Values>) => (state ? state.set(change) : setOwnValues((previous) => ({ ...previous, ...change }))),
    [state],
  )

  const markTouched = (path: string) => setTouched((previous) => ({ ...previous, [path]: true }))

  const serverErrorOf = (path: string): string | undefined =>
    valueAt(values, path) === valueAt(rejected.values, path) ? rejected.errors[path] : undefined

  const errorOf = (path: string): string | undefined =>
    translate(serverErrorOf(path) ?? (includesPath(touched, path) ? errors[path] : undefined))

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isPending) return
    setTouched(values)
    report(null)
    setRejected({ errors: {}, values })
    const messages = Object.values(errors).flatMap((message) => translate(message) ?? [])
    if (messages.length === 0) {
      setPending(true)
      try {
        const sent = await send(values)
        // A router navigates in a transition. Only updates of the same transition are rendered together with it.
        startTransition(() => {
          setPending(false)
          onSent?.(sent, values)
        })
      } catch (error) {
        setPending(false)
        if (!(error instanceof ApiError)) throw error
        const namedErrors = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]))
        const errors = { ...namedErrors, ...serverErrorsOf?.(error) }
        setRejected({ errors, values })
        // A reload would lose the input.
        report(error, Object.keys(errors).length > 0 ? 'correct' : 'resend')
      }
    } else if (listsErrors) showProblems(messages, 'correct')
    setSubmitCount((count) => count + 1)
  }

  return {
    values,
    set,
    hasChanges: JSON.stringify(values) !== JSON.stringify(initial),
    errorOf,
    /** Shows a field's error from now on. */
    markTouched,
    /** Hides the errors of fields until they are left or submitted again. */
    hideErrors: (fields: Partial<Values>) => {
      setTouched((previous) => omitFields(previous, fields))
      setRejected(({ errors, values }) => ({ errors: omitFields(errors, fields), values }))
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
