import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { lazy } from '../device/chunks.ts'
import { clearProblems, useProblems } from '../feedback/problem-banner.ts'
import { ApiError } from '../http/api-error.ts'
import { type FieldErrors, useForm } from './use-form.ts'

type Values = { title: string; person: { year: string; height: string } }

type Props = {
  send: (values: Values) => Promise<void>
  onSent?: () => void
  serverErrorsOf?: (error: ApiError) => FieldErrors
}

/** A form with a text field, two nested fields and a button that hides the errors of the nested ones. */
function TestForm({ send, onSent, serverErrorsOf }: Props) {
  const { values, set, field, errorOf, markTouched, hideErrors, isPending, form } = useForm({
    initial: { title: '', person: { year: '', height: '' } } as Values,
    validate: ({ title, person }) => ({
      title: title.length < 3 ? 'title too short' : undefined,
      'person.year': person.year === '' ? 'year missing' : undefined,
    }),
    send,
    ...(onSent && { onSent }),
    ...(serverErrorsOf && { serverErrorsOf }),
  })
  const { error, ...title } = field('title')
  return (
    <form {...form}>
      <input {...title} aria-label="title" aria-invalid={error ? true : undefined} />
      <input
        aria-label="year"
        aria-invalid={errorOf('person.year') ? true : undefined}
        value={values.person.year}
        onChange={({ target }) => set({ person: { ...values.person, year: target.value } })}
        onBlur={() => markTouched('person.year')}
      />
      <input
        aria-label="height"
        value={values.person.height}
        onChange={({ target }) => set({ person: { ...values.person, height: target.value } })}
      />
      <ul>
        {[error, errorOf('person.year'), errorOf('person.height')].map(
          (message) => message && <li key={message}>{message}</li>,
        )}
      </ul>
      <button type="button" onClick={() => hideErrors({ person: values.person })}>
        hide
      </button>
      <button type="submit">{isPending ? 'sending' : 'send'}</button>
    </form>
  )
}

afterEach(() => {
  cleanup()
  clearProblems()
})

const shownErrors = () => screen.queryAllByRole('listitem').map((item) => item.textContent)

test('validates a field when the focus leaves it, and all on submit, which focuses the first error', async () => {
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

test('hides the errors of nested fields until the form is submitted again', async () => {
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
  reject(new ApiError('VALIDATION', 'invalid', [{ path: 'title', message: 'title in use' }]))
  await screen.findByText('title in use')
  await userEvent.type(screen.getByLabelText('year'), '1')
  expect(shownErrors()).toEqual(['title in use'])
  await userEvent.type(screen.getByLabelText('title'), 's')
  expect(shownErrors()).toEqual([])
})

test("keeps the server's error at a nested field until that field changes", async () => {
  const fields = [
    { path: 'person.year', message: 'year wrong' },
    { path: 'person.height', message: 'height wrong' },
  ]
  render(<TestForm send={() => Promise.reject(new ApiError('VALIDATION', 'invalid', fields))} />)
  await userEvent.type(screen.getByLabelText('title'), 'title')
  await userEvent.type(screen.getByLabelText('year'), '1990')
  await userEvent.click(screen.getByText('send'))
  await screen.findByText('year wrong')
  await userEvent.type(screen.getByLabelText('height'), '1')
  expect(shownErrors()).toEqual(['year wrong'])
  await userEvent.type(screen.getByLabelText('year'), '1')
  expect(shownErrors()).toEqual([])
})

const TITLE_IN_USE = [{ path: 'title', message: 'title in use' }]

test.each([
  ['correct', 'names a field', new ApiError('VALIDATION', 'invalid', TITLE_IN_USE)],
  ['correct', 'sends an error that belongs to a field', new ApiError('GROUP_NAME_IN_USE', 'title in use')],
  ['resend', 'limits the rate', new ApiError('TOO_MANY_REQUESTS', 'too fast')],
  ['resend', 'reports an outage', new ApiError('UNAVAILABLE', 'not now')],
  ['resend', 'cannot be reached', new ApiError('NETWORK', 'no network')],
  ['none', 'restricts the account', new ApiError('RESTRICTED', 'not until Friday')],
  ['none', 'suspends the account', new ApiError('SUSPENDED', 'suspended')],
] as const)("the banner's remedy is '%s' when the server %s", async (remedy, _, error) => {
  const serverErrorsOf = ({ code, message }: ApiError): FieldErrors =>
    code === 'GROUP_NAME_IN_USE' ? { title: message } : {}
  render(<TestForm send={() => Promise.reject(error)} serverErrorsOf={serverErrorsOf} />)
  await userEvent.type(screen.getByLabelText('title'), 'title')
  await userEvent.type(screen.getByLabelText('year'), '1990')
  await userEvent.click(screen.getByText('send'))
  await waitFor(() => expect(useProblems.getState().messages).not.toEqual([]))
  expect(useProblems.getState().remedy).toBe(remedy)
  expect(shownErrors()).toEqual(remedy === 'correct' ? ['title in use'] : [])
})

test('removes the errors of the server when the form is sent again', async () => {
  const send = vi.fn()
  send.mockRejectedValueOnce(new ApiError('VALIDATION', 'invalid', [{ path: 'title', message: 'title in use' }]))
  send.mockRejectedValueOnce(new ApiError('VALIDATION', 'invalid', [{ path: 'person.year', message: 'year wrong' }]))
  render(<TestForm send={send} />)
  await userEvent.type(screen.getByLabelText('title'), 'title')
  await userEvent.type(screen.getByLabelText('year'), '1990')
  await userEvent.click(screen.getByText('send'))
  await screen.findByText('title in use')
  await userEvent.type(screen.getByLabelText('year'), '1')
  await userEvent.click(screen.getByText('send'))
  await screen.findByText('year wrong')
  expect(shownErrors()).toEqual(['year wrong'])
})

test('stays pending until the page to which it navigates is shown', async () => {
  let showNext: () => void = () => undefined
  const NextPage = lazy(
    () => new Promise<{ default: () => string }>((loaded) => (showNext = () => loaded({ default: () => 'next page' }))),
  )
  const send = vi.fn()
  function FormPage() {
    const navigate = useNavigate()
    return <TestForm send={send} onSent={() => void navigate('/next')} />
  }
  render(
    <MemoryRouter>
      <Suspense>
        <Routes>
          <Route index element={<FormPage />} />
          <Route path="next" element={<NextPage />} />
        </Routes>
      </Suspense>
    </MemoryRouter>,
  )
  await userEvent.type(screen.getByLabelText('title'), 'title')
  await userEvent.type(screen.getByLabelText('year'), '1990')
  await userEvent.click(screen.getByText('send'))
  await userEvent.click(screen.getByText('sending'))
  expect(send).toHaveBeenCalledOnce()
  await act(showNext)
  await screen.findByText('next page')
})
