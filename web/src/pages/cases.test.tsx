import type { Session } from '@app/contract/members/members'
import { Case, CaseQueue, CaseRow, ReporterName } from '@app/contract/safety/cases'
import { Decided } from '@app/contract/safety/decisions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { aStatement } from '../decisions/fake-decisions.ts'
import { setDiscreet } from '../lib/device/discreet.ts'
import { startSession } from '../lib/http/session.ts'
import { useAppConfig } from '../lib/release/app-config.ts'
import { setLanguage } from '../lib/text/language.ts'
import {
  aCase,
  aPart,
  aRow,
  heldByKarin,
  heldByMe,
  serveCase,
  serveQueue,
  someEvidence,
} from '../moderation/fake-cases.ts'
import { onCaseChanged } from '../moderation/queue/queue.ts'
import {
  mira,
  onGet,
  onPost,
  renderInApp,
  respondEmpty,
  respondWith,
  respondWithError,
  WithHeader,
} from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { ModerationPage } from './ModerationPage.tsx'

setUpFreshDevice()

const session: Session = { ...mira, userName: 'Vera', memberLevel: 'ADMIN', duties: ['MODERATE'], passkey: true }
const decided: Decided = { caseId: '1042', decisionId: '5', version: 4, secondLook: false }

beforeAll(async () => {
  await import('../ui/overlays/DialogBody.tsx')
}, 60_000)

beforeEach(() => {
  startSession(session)
  serveQueue([aRow()])
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => vi.unstubAllGlobals())

const onPhone = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))

const open = (url = '/moderation') =>
  renderInApp(
    <WithHeader>
      <ModerationPage />
    </WithHeader>,
    url,
  )
const openCase = () => open('/moderation?case=1042')
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('the queue shows each case with its severity, content, reports, age, aim and holder', {
  tags: 'moderation.page-queue',
}, async () => {
  serveQueue([
    heldByKarin({ id: '1', category: 'MINOR', kind: 'PROFILE', author: 'Lilla_My', reports: 1 }),
    aRow(),
    heldByMe({
      id: '3',
      severity: 'MEDIUM',
      category: 'FAKE',
      dueAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
    }),
  ])
  open()
  const [, first, second, third] = within(await screen.findByRole('table', { name: 'Ärenden' })).getAllByRole('row')
  expect(cells(first!).slice(0, 3)).toEqual(['Akut', 'Någon verkar vara under 18 årProfil · Lilla_My', '1'])
  expect(cells(first!).at(-1)).toBe('KKarin24 min kvar')
  expect(cells(second!)).toEqual([
    'Akut',
    'Hot eller våldKommentar · Vargen 77',
    '2',
    '12 min',
    'kvar 48 min',
    'Ledigt',
  ])
  expect(cells(third!).slice(4)).toEqual(['försenat 2 tim', 'VDu27 min kvar'])
  expect(within(first!).queryByRole('link')).toBeNull()
  expect(within(second!).getByRole('link').getAttribute('href')).toBe('/moderation?case=1042')
  expect(screen.getByText(/Inom mål de senaste 30 dagarna/).textContent).toContain('97 %')
})

test('the views of the queue show their counts, and load when they are chosen', {
  tags: 'moderation.page-queue',
}, async () => {
  const { user } = open()
  const view = await screen.findByRole('button', { name: 'Överklagade 3' })
  const requests = serveQueue([])
  await user.click(view)
  expect(await screen.findByText('Här är det tomt.')).toBeTruthy()
  expect(requests.map(({ path }) => path)).toEqual(['moderation/cases?view=APPEALED&limit=50'])
  expect(screen.getByTestId('search').textContent).toBe('?view=APPEALED')
})

test('on a phone the cases are a list', { tags: 'moderation.page-queue' }, async () => {
  onPhone()
  open()
  const [card] = within(await screen.findByRole('list', { name: 'Ärenden' })).getAllByRole('listitem')
  expect(card?.textContent).toBe('Akut12 minkvar 48 minHot eller våldKommentar · Vargen 77Ledigt')
})

test('new cases appear only when a button is pressed, so that the rows do not move; changes appear immediately', {
  tags: 'moderation.page-new-cases',
}, async () => {
  const { user } = open()
  await screen.findByRole('table', { name: 'Ärenden' })
  serveQueue([aRow({ id: '9', category: 'SPAM', severity: 'MEDIUM' }), heldByKarin()])
  await act(onCaseChanged)
  expect(await screen.findByText('Karin')).toBeTruthy()
  expect(screen.queryByText('Reklam eller skräp')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Ett nytt ärende' }))
  expect(screen.getByText('Reklam eller skräp')).toBeTruthy()
})

test('a push while the next page loads drops neither that page nor its own changes', {
  tags: 'moderation.page-new-cases',
}, async () => {
  serveQueue([aRow()], { next: '1.1763110000000.1042' })
  const { user } = open()
  const more = await screen.findByRole('button', { name: 'Visa fler' })
  const nextPage: CaseQueue = {
    now: new Date().toISOString(),
    rows: [aRow({ id: '7', author: 'Lilla_My' })],
    next: null,
    counts: { open: 2, mine: 1, appealed: 3, asked: 4, secondLook: 0 },
    withinAim: 97,
  }
  let respond = () => {}
  const requests = onGet(
    'moderation/cases',
    () =>
      new Promise((resolve) => {
        respond = () => resolve(respondWith(CaseQueue, nextPage)())
      }),
  )
  await user.click(more)
  await waitFor(() => expect(requests).toHaveLength(1))
  serveQueue([heldByKarin()], { next: '1.1763110000000.1042' })
  await act(onCaseChanged)
  respond()
  expect(await screen.findByText(/Lilla_My/)).toBeTruthy()
  expect(screen.getByText('Karin')).toBeTruthy()
})

test('a button claims and opens the next case, or a toast reports that there is none', {
  tags: 'moderation.page-next',
}, async () => {
  onPost('moderation/cases/next', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  const { user } = open()
  const next = await screen.findByRole('button', { name: 'Ta nästa ärende' })
  await user.click(next)
  expect(await screen.findByText('Inga ärenden. Bra jobbat.')).toBeTruthy()
  serveCase()
  onPost('moderation/cases/next', respondWith(CaseRow, heldByMe()))
  await user.click(screen.getByRole('button', { name: 'Ta nästa ärende' }))
  expect(await screen.findByRole('heading', { name: 'Bevis' })).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('?case=1042&series=1')
})

test('a decision in a series of cases opens the next case, and after the last one the queue', {
  tags: 'moderation.page-series',
}, async () => {
  serveCase()
  serveCase(aCase({ row: heldByMe({ id: '1043', version: 1 }) }))
  const decisions = [
    onPost('moderation/cases/1042/decide', respondWith(Decided, decided)),
    onPost('moderation/cases/1043/decide', respondWith(Decided, { ...decided, caseId: '1043' })),
  ]
  onPost('moderation/cases/next', respondWith(CaseRow, heldByMe({ id: '1043', version: 1 })))
  const { user } = open('/moderation?case=1042&series=1')
  await user.click(await screen.findByRole('button', { name: 'Varna' }))
  await user.type(screen.getByRole('textbox', { name: 'Vad som har hänt' }), 'Du hotade.{Control>}{Enter}{/Control}')
  expect(await screen.findByRole('heading', { name: 'Ärende 1043', level: 1 })).toBeTruthy()
  expect(await screen.findByText('Beslutet är fattat.')).toBeTruthy()
  expect((await screen.findByText(/^Nr 1043/)).closest('header')!.querySelector('h2')).toBe(document.activeElement)

  onPost('moderation/cases/next', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  await user.click(await screen.findByRole('button', { name: 'Varna' }))
  await user.click(screen.getByRole('button', { name: 'Du hotade.' }))
  await user.click(screen.getByRole('button', { name: 'Fatta beslut' }))
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('')
  expect(decisions.map(([request]) => request?.body)).toMatchObject([
    { version: 3, facts: 'Du hotade.' },
    { version: 1, facts: 'Du hotade.' },
  ])
})

test('the keys that submit a decision do nothing if the evidence of the case is damaged', async () => {
  serveCase(aCase(), [someEvidence({ intact: false })])
  const decisions = onPost('moderation/cases/1042/decide', respondWith(Decided, decided))
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Varna' }))
  await user.type(screen.getByRole('textbox', { name: 'Vad som har hänt' }), 'Du hotade.{Control>}{Enter}{/Control}')
  expect(decisions).toEqual([])
})

test('a button that appears on focus skips the evidence and moves the focus to the decision', async () => {
  serveCase()
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Till beslutet' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Beslut' }))
})

test('a failed queue is retried with a button', async () => {
  onGet('moderation/cases', respondWithError(400, 'VALIDATION', 'Det går inte att göra här.'))
  const { user } = open()
  expect(await screen.findByText('Ärendena kunde inte läsas in.')).toBeTruthy()
  serveQueue([])
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Inga ärenden. Bra jobbat.')).toBeTruthy()
})

test('a case is claimed before it shows its evidence, its reports and the history of its author', {
  tags: 'moderation.page-case',
}, async () => {
  const claims = serveCase(aCase(), [
    someEvidence({
      parts: [
        aPart({ id: '30', role: 'BEFORE', who: 'A', byAuthor: false, text: 'Nej tack.' }),
        aPart({ deletedAt: '2025-11-13T20:40:00.000Z' }),
      ],
    }),
  ])
  openCase()
  expect(await screen.findByText('Jag vet var du simmar.')).toBeTruthy()
  expect(claims).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Ärende 1042', level: 1 })).toBeTruthy()
  expect(screen.getByText('Oförändrat sedan anmälan')).toBeTruthy()
  expect(screen.getByText('Anmält av A')).toBeTruthy()
  expect(screen.getByText(/borttaget 13 nov/)).toBeTruthy()
  expect(screen.getByText('Ditt i 27 min')).toBeTruthy()
  expect(screen.getByText('Tror att det är olagligt')).toBeTruthy()
  expect(screen.getByText('En tidigare anmälan avskriven.')).toBeTruthy()
  expect(screen.getByText('Adressen hör till ett uteslutet konto')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Reklam eller skräp' }).getAttribute('href')).toBe('/moderation?case=1050')
})

test('a message that two members reported is shown once, with the letters of both reporters and all frozen parts', {
  tags: 'moderation.page-merged',
}, async () => {
  const before = aPart({ id: '30', role: 'BEFORE', who: 'A', byAuthor: false, text: 'Nej tack.' })
  const earlier = aPart({ role: 'EARLIER', text: 'Jag vet var du bor.' })
  const profile = (text: string) => aPart({ role: 'PROFILE', id: '9', text })
  serveCase(aCase({ row: heldByMe({ kind: 'CHAT_MESSAGE' }) }), [
    someEvidence({ parts: [before, aPart(), profile('Först')] }),
    someEvidence({
      ...{ id: '10', report: 'B', takenAt: '2025-11-13T22:00:00.000Z' },
      parts: [
        before,
        aPart({ deletedAt: '2025-11-13T20:40:00.000Z' }),
        aPart({ id: '32', role: 'AFTER', text: 'Hallå?' }),
        earlier,
        profile('Sedan'),
      ],
    }),
    someEvidence({ id: '11', report: 'C', parts: [aPart({ text: 'Något annat' })] }),
  ])
  const { user } = openCase()
  expect(await screen.findByRole('heading', { name: /^Sparat med anmälningarna A och B, / })).toBeTruthy()
  expect(screen.getByRole('heading', { name: /^Sparat med anmälan C, / })).toBeTruthy()
  expect(screen.getAllByText('Jag vet var du simmar.')).toHaveLength(1)
  expect(screen.getByText('Anmält av A och B')).toBeTruthy()
  expect(screen.getByText(/borttaget 13 nov/)).toBeTruthy()
  expect(screen.getAllByText('Nej tack.')).toHaveLength(1)
  for (const text of ['Jag vet var du bor.', 'Först', 'Sedan']) expect(screen.getByText(text)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Hela tråden, 3 meddelanden' }))
  expect(screen.getByText('Hallå?')).toBeTruthy()
})

test('damaged evidence is shown separately', { tags: 'moderation.page-merged' }, async () => {
  serveCase(aCase(), [someEvidence(), someEvidence({ id: '10', report: 'B', intact: false })])
  openCase()
  expect(await screen.findAllByText('Jag vet var du simmar.')).toHaveLength(2)
})

test('evidence shows the name that the reporter saw unchanged, even if it looks like a value of another type', async () => {
  serveCase(aCase(), [someEvidence({ parts: [aPart({ facts: [{ name: 'seenName', value: 'true' }] })] })])
  openCase()
  expect(await screen.findByText('Namn som anmälaren såg')).toBeTruthy()
  expect(screen.getByText('true')).toBeTruthy()
})

test('facts without a value are left out of the evidence', async () => {
  const facts = [
    { name: 'cities', value: 'Umeå' },
    { name: 'lookingFor', value: '' },
  ]
  serveCase(aCase(), [someEvidence({ parts: [aPart({ facts })] })])
  openCase()
  expect(await screen.findByText('Orter')).toBeTruthy()
  expect(screen.queryByText('Söker')).toBeNull()
})

test('a thread is collapsed around the reported comment until the admin expands it', {
  tags: 'moderation.page-thread',
}, async () => {
  const comment = (id: string) => aPart({ id, role: 'COMMENT', text: `Ord ${id}` })
  serveCase(aCase({ row: heldByMe({ kind: 'GROUP_MESSAGE' }) }), [
    someEvidence({
      parts: [
        aPart({ id: '20', role: 'PARENT', text: 'Inlägget' }),
        ...['27', '28', '29'].map(comment),
        aPart({ text: 'Anmält' }),
        ...['32', '33'].map(comment),
        aPart({ id: '27', role: 'EARLIER', text: 'Tidigare 27' }),
        aPart({ role: 'EARLIER', text: 'Tidigare 31' }),
      ],
    }),
  ])
  const { user } = openCase()
  const thread = await screen.findByRole('button', { name: 'Hela tråden, 6 kommentarer' })
  const listShown = () =>
    screen.getAllByText(/^(Inlägget|Anmält|Ord \d+|Tidigare \d+)$/).map((part) => part.textContent)
  expect(listShown()).toEqual(['Inlägget', 'Ord 28', 'Ord 29', 'Anmält', 'Tidigare 31'])
  await user.click(thread)
  expect(thread.getAttribute('aria-expanded')).toBe('true')
  expect(listShown()).toEqual([
    ...['Inlägget', 'Ord 27', 'Ord 28', 'Ord 29', 'Anmält', 'Ord 32', 'Ord 33', 'Tidigare 27', 'Tidigare 31'],
  ])
  await user.click(thread)
  expect(listShown()).toHaveLength(5)
})

test.each([
  ['another admin has', 409, 'CLAIMED', 'Någon annan har det'],
  ['does not exist, or in which the admin has an own interest', 404, 'NOT_FOUND', 'Ärendet går inte att öppna'],
] as const)('a case that %s cannot be opened', { tags: 'moderation.page-claimed' }, async (_, status, code, title) => {
  onPost('moderation/cases/1042/claim', respondWithError(status, code, ''))
  openCase()
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Till ärendena' }).getAttribute('href')).toBe('/moderation')
})

test('a picture loads only on request, and pictures of sealed evidence cannot be loaded', {
  tags: 'moderation.page-pictures',
}, async () => {
  const files = [{ id: '9.abc', state: 'COPIED' as const }]
  serveCase(aCase(), [
    someEvidence({ parts: [aPart({ files })] }),
    someEvidence({ id: '10', sealed: true, parts: [aPart({ id: '32', files: [{ id: '10.abc', state: 'COPIED' }] })] }),
  ])
  const requests = onPost(
    'moderation/cases/1042/files/9.abc',
    () => new HttpResponse(new Uint8Array([1]), { headers: { 'content-type': 'image/webp' } }),
  )
  const { user } = openCase()
  const show = await screen.findByRole('button', { name: 'Visa bilden: Bild 1, anmäld' })
  expect(screen.getAllByRole('button', { name: /Visa bilden/ })).toHaveLength(1)
  expect(screen.getByText(/^Bilden är förseglad/)).toBeTruthy()
  expect(requests).toEqual([])
  await user.click(show)
  expect((await screen.findByRole('img', { name: 'Bild 1, anmäld' })).getAttribute('src')).toBe('blob:picture')
})

test('in discreet mode a picture is blurred until it is revealed', { tags: 'moderation.page-pictures' }, async () => {
  setDiscreet(true)
  onTestFinished(() => setDiscreet(false))
  serveCase(aCase(), [someEvidence({ parts: [aPart({ files: [{ id: '9.abc', state: 'COPIED' }] })] })])
  onPost(
    'moderation/cases/1042/files/9.abc',
    () => new HttpResponse(new Uint8Array([1]), { headers: { 'content-type': 'image/webp' } }),
  )
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Visa bilden: Bild 1, anmäld' }))
  const picture = await screen.findByRole('img', { name: 'Bild 1, anmäld' })
  await screen.findByRole('button', { name: 'Visa fotot' })
  expect(picture.closest('[data-revealed]')).toBeNull()
  await user.hover(picture)
  expect(picture.closest('[data-revealed]')).toBeTruthy()
})

test('a picture that is loading is not requested again', { tags: 'moderation.page-pictures' }, async () => {
  serveCase(aCase(), [someEvidence({ parts: [aPart({ files: [{ id: '9.abc', state: 'COPIED' }] })] })])
  let respond = () => {}
  const requests = onPost(
    'moderation/cases/1042/files/9.abc',
    () =>
      new Promise((resolve) => {
        respond = () => resolve(new HttpResponse(new Uint8Array([1]), { headers: { 'content-type': 'image/webp' } }))
      }),
  )
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Visa bilden: Bild 1, anmäld' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  const button = screen.getByRole('button', { name: /Bild 1, anmäld$/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  respond()
  expect(await screen.findByRole('img', { name: 'Bild 1, anmäld' })).toBeTruthy()
  expect(requests).toHaveLength(1)
})

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
    row: heldByMe({ kind: 'NOTICE', author: null, reports: 1 }),
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
  serveCase(aCase({ row: heldByMe({ version: 4, kind: 'GROUP_MESSAGE' }) }))
  const found = onPost('moderation/cases/1042/find', respondWith(CaseRow, heldByMe({ version: 4 })))
  await user.click(screen.getByRole('button', { name: 'Hämta innehållet' }))
  expect(await screen.findByText('Jag vet var du simmar.')).toBeTruthy()
  const subject = { kind: 'GROUP_MESSAGE', id: '31', parentId: '7' }
  expect([...finds, ...found].map(({ body }) => body)).toEqual([
    { version: 3, subject },
    { version: 3, subject },
  ])
  expect(screen.queryByRole('button', { name: 'Hämta innehållet' })).toBeNull()
})

test('an address on this installation fills in the form, and content that already has a case opens that case', {
  tags: 'moderation.page-find',
}, async () => {
  serveCase(aNotice(), [])
  serveCase(aCase({ row: heldByMe({ id: '1060' }) }))
  const finds = onPost('moderation/cases/1042/find', respondWith(CaseRow, aRow({ id: '1060' })))
  const { user } = openCase()
  const id = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Namn, eller adress här på sajten' })
  expect(id.value).toBe('Vargen 77')
  await user.clear(id)
  await user.click(id)
  await user.paste(`${location.origin}/groups?id=3&message=98&comment=99`)
  expect((screen.getByRole('textbox', { name: 'Gruppens nummer' }) as HTMLInputElement).value).toBe('3')
  await user.click(screen.getByRole('button', { name: 'Hämta innehållet' }))
  expect(await screen.findByText('Det fanns redan ett ärende om det. Anmälan ligger där nu.')).toBeTruthy()
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
  let respond = () => {}
  const requests = onPost(
    'moderation/cases/1042/wider',
    () =>
      new Promise((resolve) => {
        respond = () => resolve(respondEmpty())
      }),
  )
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Fråga anmälaren' }))
  const button = await screen.findByRole('button', { name: /^Låt en annan i Teamet/ })
  await user.click(button)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(button.getAttribute('aria-busy')).toBe('true')
  await user.click(button)
  respond()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Din fråga' })).toBeNull())
  expect(requests).toHaveLength(1)
})

test('the decision is previewed as the member will read it, and sent with the version of the case', {
  tags: 'moderation.page-decide',
}, async () => {
  serveCase()
  useAppConfig.setState({ disputeAddress: 'https://disputes.example' })
  onTestFinished(() => useAppConfig.setState({ disputeAddress: null }))
  const decisions = onPost('moderation/cases/1042/decide', respondWith(Decided, decided))
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Fatta beslut' }))
  expect(await screen.findByText('Välj vad beslutet innebär.')).toBeTruthy()
  expect(screen.getByText('Skriv vad som har hänt.')).toBeTruthy()
  expect(decisions).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Ta bort kommentaren' }))
  await user.click(screen.getByRole('button', { name: 'Stäng av' }))
  await user.click(screen.getByRole('button', { name: 'Begränsa' }))
  expect(screen.getByRole('button', { name: 'Stäng av' }).getAttribute('aria-pressed')).toBe('false')
  await user.click(screen.getByRole('radio', { name: '7 dagar' }))
  const preview = within(screen.getByRole('region', { name: 'Så läser medlemmen det' }))
  expect(preview.getByText(/^Vi har tagit bort en kommentar och begränsar ditt konto till \d/)).toBeTruthy()
  await user.click(preview.getByRole('button', { name: 'Visa hela' }))
  const body = await screen.findByRole('link', { name: 'certifierat tvistlösningsorgan' })
  expect(body.getAttribute('href')).toBe('https://disputes.example')
  await user.keyboard('{Escape}')
  await user.type(screen.getByRole('textbox', { name: 'Vad som har hänt' }), 'Du hotade.')
  await user.click(screen.getByRole('button', { name: 'Fatta beslut' }))
  expect(await screen.findByText('Beslutet är fattat.')).toBeTruthy()
  expect(decisions.map(({ body }) => body)).toEqual([
    {
      version: 3,
      reason: 'TERMS_THREAT',
      facts: 'Du hotade.',
      actions: [{ kind: 'REMOVE' }, { kind: 'RESTRICT', scopes: ['CONTACT', 'POST'], days: 7 }],
    },
  ])
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('')
})

test.each([
  ['SWEDISH' as const, /^Medlemmen läser det här på svenska\./],
  ['ENGLISH' as const, /^Medlemmen läser det här på engelska\./],
])(
  'the form names the language in which the member reads it: %s',
  {
    tags: 'moderation.page-decide',
  },
  async (language, hint) => {
    serveCase(aCase({ language }))
    openCase()
    expect(await screen.findByText(hint)).toBeTruthy()
  },
)

test('the form names no language if no member reads the decision', { tags: 'moderation.page-decide' }, async () => {
  serveCase(aCase({ language: null, history: null }))
  openCase()
  expect(await screen.findByRole('textbox', { name: 'Vad som har hänt' })).toBeTruthy()
  expect(screen.queryByText(/^Medlemmen läser/)).toBeNull()
})

test('a rejected decision about a case that has changed reloads the case, and the form keeps its input', {
  tags: 'moderation.page-stale',
}, async () => {
  serveCase()
  onPost('moderation/cases/1042/decide', respondWithError(409, 'CONFLICT', 'Det är redan gjort.'))
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Varna' }))
  const facts = screen.getByRole('textbox', { name: 'Vad som har hänt' })
  await user.type(facts, 'Du hotade.')
  const loads = onGet('moderation/cases/1042', respondWith(Case, aCase({ row: heldByMe({ version: 4 }) })))
  await user.click(screen.getByRole('button', { name: 'Fatta beslut' }))
  expect(await screen.findByText('Ärendet har ändrats. Läs om och försök igen.')).toBeTruthy()
  await waitFor(() => expect(loads).toHaveLength(1))
  expect(facts.textContent).toBe('Du hotade.')
  const decisions = onPost('moderation/cases/1042/decide', respondWith(Decided, decided))
  await user.click(screen.getByRole('button', { name: 'Fatta beslut' }))
  await waitFor(() => expect(decisions[0]?.body).toMatchObject({ version: 4 }))
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
})

test('evidence that was changed in the database disables the decision buttons', {
  tags: 'moderation.page-damaged',
}, async () => {
  serveCase(aCase(), [someEvidence({ intact: false })])
  openCase()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Beviset är ändrat i databasen. Det går inte att besluta.',
  )
  expect((screen.getByRole('button', { name: 'Fatta beslut' }) as HTMLButtonElement).disabled).toBe(true)
  expect((screen.getByRole('button', { name: 'Avskriv' }) as HTMLButtonElement).disabled).toBe(true)
})

test('a dismissal names the reports that were not in good faith', { tags: 'moderation.page-dismiss' }, async () => {
  serveCase()
  const decisions = onPost('moderation/cases/1042/decide', respondWith(Decided, decided))
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Avskriv' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Avskriv ärendet' }))
  await user.type(dialog.getByRole('textbox', { name: 'Varför' }), 'Inget hot.')
  await user.click(dialog.getByRole('button', { name: 'Anmälan A' }))
  await user.click(dialog.getByRole('button', { name: 'Avskriv' }))
  expect(await screen.findByText('Ärendet är avskrivet.')).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
  expect(decisions.map(({ body }) => body)).toEqual([
    { version: 3, reason: 'NO_BREACH', facts: 'Inget hot.', actions: [{ kind: 'DISMISS' }], abusive: ['1'] },
  ])
})

test('a button releases a case', { tags: 'moderation.page-release' }, async () => {
  serveCase()
  const releases = onPost('moderation/cases/1042/release', respondEmpty)
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Släpp' }))
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
  expect(releases).toHaveLength(1)
})

test('a claim that expires soon shows a warning, and a button renews it', {
  tags: 'moderation.page-renew',
}, async () => {
  const soon = new Date(Date.now() + 3 * 60_000).toISOString()
  serveCase(aCase({ row: heldByMe({ claimedUntil: soon }) }))
  const { user } = openCase()
  const renew = await screen.findByRole('button', { name: 'Ditt i 3 min, tryck för mer tid' })
  onPost('moderation/cases/1042/claim', respondWith(CaseRow, heldByMe()))
  await user.click(renew)
  expect(await screen.findByText('Ditt i 27 min')).toBeTruthy()
})

test('a second admin may confirm or refuse a ban, and does not see the notes of the first one', {
  tags: 'moderation.page-second-look',
}, async () => {
  const decision = aStatement({ actions: [{ kind: 'BAN', scopes: [], until: null, endedAt: null }] })
  const notes = [{ at: '2025-11-14T10:00:00.000Z', by: 'Karin', text: 'Samma person som förra året.' }]
  serveCase(aCase({ row: heldByMe({ state: 'SECOND_LOOK' }), allowed: ['CONFIRM'], decision, notes }))
  const answers = onPost('moderation/cases/1042/confirm', respondWith(Decided, decided))
  const { user } = openCase()
  expect(await screen.findByText('Vi utesluter dig')).toBeTruthy()
  expect(screen.queryByText('Samma person som förra året.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Det räcker inte' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Bekräfta' }))
  expect(await screen.findByText('Beslutet är bekräftat.')).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
  expect(answers.map(({ body }) => body)).toEqual([{ version: 3, confirmed: true }])
})

test('an appeal is decided with an answer to the member', { tags: 'moderation.page-appeal' }, async () => {
  serveCase(
    aCase({
      row: heldByMe({ state: 'APPEALED' }),
      allowed: ['APPEAL'],
      decision: aStatement({ appeal: 'SENT' }),
      appealWords: 'Det är min syster.',
    }),
  )
  const answers = onPost('moderation/appeals/5/decide', respondWith(Decided, decided))
  const { user } = openCase()
  expect(await screen.findByText('Det är min syster.')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Ändra beslutet' }))
  await user.type(screen.getByRole('textbox', { name: 'Svar till medlemmen' }), 'Du har rätt.')
  await user.click(screen.getByRole('button', { name: 'Skicka svaret' }))
  expect(await screen.findByText('Överklagan är avgjord.')).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
  expect(answers.map(({ body }) => body)).toEqual([{ version: 3, outcome: 'OVERTURNED', words: 'Du har rätt.' }])
})

test('on a phone the parts of a case are tabs, and the form keeps its input', {
  tags: 'moderation.page-case-phone',
}, async () => {
  onPhone()
  serveCase()
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Till beslutet' }))
  await user.type(screen.getByRole('textbox', { name: 'Vad som har hänt' }), 'Du hotade.')
  await user.click(screen.getByRole('tab', { name: /^Anmälningar/ }))
  expect(screen.getByText('Han ger sig inte.')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Beslut' }))
  expect(screen.getByRole('textbox', { name: 'Vad som har hänt' }).textContent).toBe('Du hotade.')
})

test('the page is in English for English admins', async () => {
  act(() => setLanguage('ENGLISH'))
  serveCase()
  openCase()
  expect(await screen.findByText('Unchanged since the report')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove the comment' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Case 1042' })).toBeTruthy()
})
