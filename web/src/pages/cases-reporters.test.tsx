import { Case, CaseRow, ReporterName } from '@app/contract/safety/cases'
import { Decided } from '@app/contract/safety/decisions'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aCase, aRow, aRowHeldByMe, serveCase } from '../moderation/fake-cases.ts'
import { onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { decided, openCase, setUpCases } from './cases-testing.tsx'

setUpCases()

test('names of reporters are shown after a warning', { tags: 'moderation.page-names' }, async () => {
  serveCase()
  const names = onPost(
    'moderation/cases/1042/names',
    respondWith(z.array(ReporterName), [{ letter: 'A', userName: 'Siv', name: null, email: null }]),
  )
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Visa namn' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Vilka som anmälde' }))
  expect(dialog.getByText('Namnen visas och det skrivs i loggen.')).toBeTruthy()
  expect(names).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Visa namn' }))
  expect(await dialog.findByText('Siv')).toBeTruthy()
})

const ADDRESS = `Profilen ${location.origin}/profile?name=Vargen%2077, bilden överst`

const aNotice = (address = ADDRESS) =>
  aCase({
    row: aRowHeldByMe({ kind: 'NOTICE', author: null, reports: 1 }),
    subjectId: 'e5b7',
    parentId: null,
    history: null,
    address,
    reports: [{ ...aCase().reports[0]!, notice: true, dismissed: 0 }],
    allowed: ['DISMISS', 'FIND'],
  })

test('a notice shows its address as text, and its content is found by kind and number', {
  tags: 'moderation.page-find',
}, async () => {
  serveCase(aNotice('Ett inlägg på https://annan.example/x'), [])
  const finds = onPost('moderation/cases/1042/find', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  const { user } = openCase()
  expect(await screen.findByText('Ett inlägg på https://annan.example/x')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /annan/ })).toBeNull()
  expect(screen.getByText('Vem det gäller är inte känt än.')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Vad det är' }), 'GROUP_MESSAGE')
  const id = screen.getByRole('textbox', { name: 'Nummer, eller adress här på sajten' })
  await user.type(id, '31')
  await user.click(screen.getByRole('button', { name: 'Hämta innehållet' }))
  expect(screen.getByText('Fyll i det här.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Gruppens nummer' }), '7')
  await user.click(screen.getByRole('button', { name: 'Hämta innehållet' }))
  expect(await screen.findByText('Det finns inte, eller så rör det någon du känner.')).toBeTruthy()
  serveCase(aCase({ row: aRowHeldByMe({ version: 4, kind: 'GROUP_MESSAGE' }) }))
  const found = onPost('moderation/cases/1042/find', respondWith(CaseRow, aRowHeldByMe({ version: 4 })))
  await user.click(screen.getByRole('button', { name: 'Hämta innehållet' }))
  expect(await screen.findByText('Jag vet var du simmar.')).toBeTruthy()
  const subject = { kind: 'GROUP_MESSAGE', id: '31', parentId: '7' }
  expect([...finds, ...found].map(({ body }) => body)).toEqual([
    { version: 3, subject },
    { version: 3, subject },
  ])
  expect(screen.queryByRole('button', { name: 'Hämta innehållet' })).toBeNull()
})

test('a notice without its content can only be dismissed, and the page says why', {
  tags: 'moderation.page-find',
}, async () => {
  serveCase(aNotice(), [])
  const decisions = onPost('moderation/cases/1042/decide', respondWith(Decided, decided))
  const { user } = openCase()
  expect(await screen.findByText(/^Hämta innehållet som anmälan gäller/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Fatta beslut' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Avskriv' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Avskriv ärendet' }))
  await user.type(dialog.getByRole('textbox', { name: 'Varför' }), 'Finns inte.')
  await user.click(dialog.getByRole('button', { name: 'Avskriv' }))
  expect(await screen.findByText('Ärendet är avskrivet.')).toBeTruthy()
  expect(decisions.map(({ body }) => body)).toMatchObject([{ actions: [{ kind: 'DISMISS' }] }])
})

test('an address on this installation fills in the form, and content that already has a case opens that case', {
  tags: 'moderation.page-find',
}, async () => {
  serveCase(aNotice(), [])
  serveCase(aCase({ row: aRowHeldByMe({ id: '1060' }) }))
  const finds = onPost('moderation/cases/1042/find', respondWith(CaseRow, aRow({ id: '1060' })))
  const { user } = openCase()
  const id = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Namn, eller adress här på sajten' })
  expect(id.value).toBe('Vargen 77')
  await user.clear(id)
  await user.click(id)
  await user.paste(`${location.origin}/groups?id=3&message=98&comment=99`)
  expect((screen.getByRole('textbox', { name: 'Gruppens nummer' }) as HTMLInputElement).value).toBe('3')
  await user.click(screen.getByRole('button', { name: 'Hämta innehållet' }))
  expect(await screen.findByText('Det fanns redan ett ärende om det, nr 1060. Anmälan ligger där nu.')).toBeTruthy()
  expect(await screen.findByText('Jag vet var du simmar.')).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('?case=1060')
  expect(finds.map(({ body }) => body)).toEqual([
    { version: 3, subject: { kind: 'GROUP_MESSAGE', id: '99', parentId: '3' } },
  ])
})

test.each([
  [
    'the name and email of a notice are among the names',
    { name: 'Siv Lund', email: 'siv@exempel.se' },
    'Siv Lund, siv@exempel.se',
  ],
  ['a notice without a name is shown as such', { name: null, email: null }, 'Utan namn'],
])('%s', { tags: 'moderation.page-notice-names' }, async (_, identity, text) => {
  serveCase(aNotice(), [])
  onPost(
    'moderation/cases/1042/names',
    respondWith(z.array(ReporterName), [{ letter: 'A', userName: null, ...identity }]),
  )
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Visa namn' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Vilka som anmälde' }))
  await user.click(dialog.getByRole('button', { name: 'Visa namn' }))
  expect(await dialog.findByText(text)).toBeTruthy()
})

test('a question is sent to the reporter, and the case returns to the queue', {
  tags: 'moderation.page-ask',
}, async () => {
  serveCase()
  const questions = onPost('moderation/cases/1042/ask', respondWith(Case, aCase()))
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Fråga anmälaren' }))
  await user.type(await screen.findByRole('textbox', { name: 'Din fråga' }), 'När hände det?')
  await user.click(screen.getByRole('button', { name: 'Skicka frågan' }))
  expect(await screen.findByText('Frågan är skickad. Ärendet väntar på svar.')).toBeTruthy()
  expect(questions.map(({ body }) => body)).toEqual([{ version: 3, reportId: '1', question: 'När hände det?' }])
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('')
})

test('the request to read more of a chat is sent once, and its button shows that it is pending', {
  tags: 'moderation.page-ask',
}, async () => {
  const shown = aCase({ allowed: ['ASK', 'WIDER'] })
  serveCase(shown)
  const response = createDeferred()
  const requests = onPost('moderation/cases/1042/wider', () => response.promise.then(respondEmpty))
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Fråga anmälaren' }))
  const button = await screen.findByRole('button', { name: /^Låt en annan i Teamet/ })
  await user.click(button)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(button.getAttribute('aria-busy')).toBe('true')
  await user.click(button)
  response.resolve()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Din fråga' })).toBeNull())
  expect(requests).toHaveLength(1)
})
