import { type ChangeEvent, type FormEvent, useState } from 'react'
import { placeFieldErrors } from './place-field-errors.ts'
import { clearProblems, showError } from './problem-banner.ts'
import { useFirstError } from './use-first-error.ts'

/** What is wrong with a value, in the reader's words. */
type Rule = (value: string) => string | null

/**
 * A form of one or two text fields, without the weight of a form library. A field is judged when it is left, and from
 * then on at each change; the server's word on it stands until it changes.
 */
export function useSmallForm<Name extends string>(
  rules: Record<Name, Rule>,
  send: (values: Record<Name, string>) => Promise<void>,
  initial?: Partial<Record<NoInfer<Name>, string>>,
) {
  const names = Object.keys(rules) as Name[]
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, initial?.[name] ?? ''])) as Record<Name, string>,
  )
  const [judged, setJudged] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({})
  const [sending, setSending] = useState(false)
  const [submits, setSubmits] = useState(0)
  const form = useFirstError(submits)

  const problemOf = (name: Name) => rules[name](values[name]) ?? undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setJudged(new Set(names))
    clearProblems()
    if (names.every((name) => !problemOf(name))) {
      setSending(true)
      await send(values).catch((error: unknown) => {
        showError(error)
        placeFieldErrors(error, (path, message) => setRefused((before) => ({ ...before, [path]: message })))
      })
      setSending(false)
    }
    setSubmits((count) => count + 1)
  }

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: refused[name] ?? (judged.has(name) ? problemOf(name) : undefined),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setValues((before) => ({ ...before, [name]: event.target.value }))
      setRefused((before) => ({ ...before, [name]: undefined }))
    },
    onBlur: () => values[name] !== '' && setJudged((before) => new Set([...before, name])),
  })

  const changed = names.some((name) => values[name] !== (initial?.[name] ?? ''))

  return {
    field,
    values,
    changed,
    sending,
    form: { ref: form, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) },
  }
}
