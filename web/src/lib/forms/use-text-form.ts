import { type ChangeEvent, type FormEvent, useState } from 'react'
import { clearProblems, showError } from '../feedback/problem-banner.ts'
import { forEachFieldError } from './for-each-field-error.ts'
import { useFirstError } from './use-first-error.ts'

/** Returns the problem of a value as text, or null. */
type Rule = (value: string) => string | null

/**
 * A form of one or two text fields without a form library. A field is validated on blur, then on each change; an error
 * from the server stays until the value changes.
 */
export function useTextForm<Name extends string>(
  rules: Record<Name, Rule>,
  send: (values: Record<Name, string>) => Promise<void>,
  initial?: Partial<Record<NoInfer<Name>, string>>,
) {
  const names = Object.keys(rules) as Name[]
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, initial?.[name] ?? ''])) as Record<Name, string>,
  )
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set())
  const [serverErrors, setServerErrors] = useState<Partial<Record<string, string>>>({})
  const [isPending, setPending] = useState(false)
  const [submitCount, setSubmitCount] = useState(0)
  const form = useFirstError(submitCount)

  const validate = (name: Name) => rules[name](values[name]) ?? undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setTouched(new Set(names))
    clearProblems()
    if (names.every((name) => !validate(name))) {
      setPending(true)
      await send(values).catch((error: unknown) => {
        showError(error)
        forEachFieldError(error, (path, message) => setServerErrors((before) => ({ ...before, [path]: message })))
      })
      setPending(false)
    }
    setSubmitCount((count) => count + 1)
  }

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: serverErrors[name] ?? (touched.has(name) ? validate(name) : undefined),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setValues((before) => ({ ...before, [name]: event.target.value }))
      setServerErrors((before) => ({ ...before, [name]: undefined }))
    },
    onBlur: () => values[name] !== '' && setTouched((before) => new Set([...before, name])),
  })

  const changed = names.some((name) => values[name] !== (initial?.[name] ?? ''))

  return {
    field,
    values,
    changed,
    sending: isPending,
    form: { ref: form, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) },
  }
}
