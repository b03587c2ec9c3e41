import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { useForm } from './use-form.ts'

type Values = { title: string; person: { year: string } }

/** A form with a text field, a nested field and a button that hides the errors of the nested one. */
function TestForm({ send }: { send: (values: Values) => Promise<void> }) {
  const { values, set, field, errorOf, markTouched, hideErrors, isPending, form } = useForm<Values>({
    initial: { title: '', person: { year: '' } },
    validate: ({ title, person }) => ({
      title: title.length < 3 ? 'title too short' : undefined,
      'person.year': person.year === '' ? 'year missing' : undefined,
    }),
    send,
  })
  const { error, ...title } = field('title')
  return (
    <form {...form}>
      <input {...title} aria-label="title" aria-invalid={error ? true : undefined} />
      <input
        aria-label="year"
        aria-invalid={errorOf('person.year') ? true : undefined}
        value={values.person.year}
        onChange={({ target }) => set({ person: { year: target.value } })}
        onBlur={() => markTouched('person.year')}
      />
      <ul>{[error, errorOf('person.year')].map((message) => message && <li key={message}>{message}</li>)}</ul>
      <button type="button" onClick={() => hideErrors({ person: values.person })}>
        hide
      </button>
      <button type="submit">{isPending ? 'sending' : 'send'}</button>
    </form>
  )
}

afterEach(cleanup)

const shownErrors = () => screen.queryAllByRole('listitem').map((item) => item.textContent)

test('validates a field once it was left with a text, and all on submit, which focuses the first error', async () => {
  const send = vi.fn()
  render(<TestForm send={send} />)
  const [title, year] = [screen.getByLabelText('title'), screen.getByLabelText('year')]
  await userEvent.click(title)
  await userEvent.click(year)
  expect(shownErrors()).toEqual([])
  await userEvent.type(title, 'ab')
  expect(shownErrors()).toEqual(['year missing'])
  await userEvent.tab()
  expect(shownErrors()).toEqual(['title too short', 'year missing'])
  await userEvent.click(screen.getByText('send'))
  expect(title).toHaveProperty('ownerDocument.activeElement', title)
  await userEvent.type(title, 'c')
  expect(shownErrors()).toEqual(['year missing'])
  expect(send).not.toHaveBeenCalled()
})

test('hides the errors of a field, nested ones included, until it is left or submitted again', async () => {
  render(<TestForm send={vi.fn()} />)
  await userEvent.click(screen.getByText('send'))
  await userEvent.click(screen.getByText('hide'))
  expect(shownErrors()).toEqual(['title too short'])
  await userEvent.click(screen.getByText('send'))
  expect(shownErrors()).toEqual(['title too short', 'year missing'])
})

test('sends once while a request is pending, and keeps the error of the server until its field changes', async () => {
  let reject: (error: ApiError) => void = () => undefined
  const send = vi.fn(() => new Promise<void>((_, failed) => (reject = failed)))
  render(<TestForm send={send} />)
  await userEvent.type(screen.getByLabelText('title'), 'title')
  await userEvent.type(screen.getByLabelText('year'), '1990')
  await userEvent.click(screen.getByText('send'))
  await userEvent.click(screen.getByText('sending'))
  expect(send).toHaveBeenCalledOnce()
  reject(new ApiError('VALIDATION', 'invalid', [{ path: 'title', message: 'title taken' }]))
  await screen.findByText('title taken')
  await userEvent.type(screen.getByLabelText('year'), '1')
  expect(shownErrors()).toEqual(['title taken'])
  await userEvent.type(screen.getByLabelText('title'), 's')
  expect(shownErrors()).toEqual([])
})

test('removes the errors of the server when the form is sent again', async () => {
  const send = vi.fn()
  send.mockRejectedValueOnce(new ApiError('VALIDATION', 'invalid', [{ path: 'title', message: 'title taken' }]))
  send.mockRejectedValueOnce(new ApiError('VALIDATION', 'invalid', [{ path: 'person.year', message: 'year wrong' }]))
  render(<TestForm send={send} />)
  await userEvent.type(screen.getByLabelText('title'), 'title')
  await userEvent.type(screen.getByLabelText('year'), '1990')
  await userEvent.click(screen.getByText('send'))
  await screen.findByText('title taken')
  await userEvent.type(screen.getByLabelText('year'), '1')
  await userEvent.click(screen.getByText('send'))
  await screen.findByText('year wrong')
  expect(shownErrors()).toEqual(['year wrong'])
})
