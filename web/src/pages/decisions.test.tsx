import { OwnDecisions, type Statement } from '@app/contract/safety/decisions'
import { OwnReports } from '@app/contract/safety/reports'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { DecisionGate } from '../decisions/DecisionGate.tsx'
import { aStatement } from '../decisions/fake-decisions.ts'
import { onDecisionChanged } from '../decisions/store.ts'
import { getSession, startSession } from '../lib/http/session.ts'
import { setLanguage } from '../lib/text/language.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { skipRetryDelays } from '../testing-retries.ts'
import { SafetyPage } from './SafetyPage.tsx'

setUpFreshDevice()

const serveDecisions = (...statements: Statement[]) => onGet('decisions', respondWith(OwnDecisions, statements))
const openList = () => renderInApp(<SafetyPage />, '/safety?tab=decisions')
const openDecision = () => renderInApp(<SafetyPage />, '/safety?tab=decisions&decision=5')

beforeAll(async () => {
  await import('../ui/overlays/DialogBody.tsx')
}, 60_000)

beforeEach(() => {
  onPost('client-logs', respondEmpty)
  startSession({ ...mira, unreadDecisions: 1 })
  serveDecisions(aStatement())
})

test('the decisions about the member are listed, and open in place', { tags: 'decisions.page-own' }, async () => {
  serveDecisions(
    aStatement(),
    aStatement({ id: '4', number: '990', readAt: '2025-11-01T10:00:00.000Z', appeal: 'UPHELD' }),
  )
  const { user } = openList()
  expect(await screen.findAllByText('Vi har tagit bort ett foto och ger dig en varning')).toHaveLength(2)
  expect(screen.getByText('Oläst')).toBeTruthy()
  expect(screen.getByText('Står fast')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Läs beslutet nr 1042' }))
  expect(screen.getByTestId('search').textContent).toBe('?tab=decisions&decision=5')
  expect(screen.getByText('Beslut 14 november 2025 · nr 1042')).toBeTruthy()
})

test('a statement names the content, the decision, its reason and duration, and how the team learned of it', {
  tags: 'decisions.statement',
}, async () => {
  openDecision()
  const facts = within(await screen.findByRole('article'))
  expect(facts.getByText('Fotot är borttaget. Du får också en varning. Ditt konto fungerar som vanligt.')).toBeTruthy()
  expect(facts.getByText('På fotot syns en person som inte har sagt ja.')).toBeTruthy()
  expect(facts.getByText('Villkoren 4.2, Bilder på andra')).toBeTruthy()
  expect(facts.getByText(/Varningen räknas i två år, till 14 november 2027\.$/)).toBeTruthy()
  expect(facts.getByText(/^Genom en anmälan\./)).toBeTruthy()
  expect(facts.getByText(/^Du kan överklaga en gång, senast 14 maj 2099\./)).toBeTruthy()
})

test.each([
  [{}, /Någon annan i Teamet avgör\./, /^Någon annan avgör/],
  [{ decidedByAll: true }, /Alla i Teamet som kan avgöra var med/, /^Alla som kan avgöra var med och beslutade/],
  [{ decidedByAll: true, teamOfOne: true }, /Teamet har en person, så samma person kan svara/, /^Teamet har en person/],
])(
  'a statement and the form of an appeal say who answers it, also if nobody else can: %o',
  {
    tags: 'appeals.alone',
  },
  async (changes, announced, repeated) => {
    serveDecisions(aStatement(changes))
    const { user } = openDecision()
    const decision = within(await screen.findByRole('article'))
    expect(decision.getByText(announced)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Överklaga' }))
    const form = (await screen.findByRole('button', { name: 'Skicka överklagan' })).closest('form')!
    expect(within(form).getAllByRole('listitem')[0]?.textContent).toMatch(repeated)
  },
)

test.each([
  [
    { kind: 'RESTRICT' as const, scopes: ['CONTACT' as const, 'UPLOAD' as const] },
    'Vi begränsar ditt konto till 1 december 2025',
    'Till 1 december 2025 får du inte bjuda in, kyssa eller ladda upp bilder.',
  ],
  [
    { kind: 'SUSPEND' as const, scopes: [] },
    'Vi stänger av ditt konto till 1 december 2025',
    'Kontot är avstängt till 1 december 2025. Under tiden är du osynlig för andra.',
  ],
])(
  'a statement whose only action is a measure names it, and its end, in the title: %o',
  async (action, title, decided) => {
    serveDecisions(aStatement({ actions: [{ ...action, until: '2025-12-01T10:00:00.000Z', endedAt: null }] }))
    openDecision()
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(decided)).toBeTruthy()
  },
)

test("the member's own picture loads only on request", { tags: 'decisions.picture' }, async () => {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  const requests = onGet(
    'decisions/5/picture',
    () => new HttpResponse(new Uint8Array([1]), { headers: { 'content-type': 'image/webp' } }),
  )
  const { user } = openDecision()
  const show = await screen.findByRole('button', { name: 'Visa bilden' })
  expect(requests).toEqual([])
  await user.click(show)
  expect((await screen.findByRole('img', { name: 'Bilden som beslutet gäller' })).getAttribute('src')).toBe(
    'blob:picture',
  )
})

test('a picture that could not be loaded can be requested again, unless it no longer exists', async () => {
  skipRetryDelays()
  const { user } = openDecision()
  const show = await screen.findByRole('button', { name: 'Visa bilden' })
  onGet('decisions/5/picture', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  await user.click(show)
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  onGet('decisions/5/picture', respondWithError(404, 'NOT_FOUND', 'Det finns inte.'))
  await user.click(show)
  expect(await screen.findByText('Bilden finns inte kvar.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Visa bilden' })).toBeNull()
})

test.each([
  ['2099-05-16T10:00:00.000Z', null, /^Det upphör av sig självt senast .*16 maj 2099/],
  ['2099-05-16T10:00:00.000Z', '2025-11-15T10:00:00.000Z', 'Det gäller inte längre.'],
])(
  'a statement about automatically hidden content shows when the hiding ends, or that it has ended, and no way to appeal (until %s, ended at %s)',
  {
    tags: 'decisions.page-automated',
  },
  async (until, endedAt, text) => {
    const actions = [{ kind: 'REMOVE' as const, scopes: [], until, endedAt }]
    serveDecisions(aStatement({ automated: true, appealBy: null, mustRead: false, actions }))
    openDecision()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText(/Tiden för att överklaga/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Överklaga' })).toBeNull()
  },
)

test('a decision that was undone without an appeal is shown as no longer applying', {
  tags: 'decisions.page-own',
}, async () => {
  const actions = [{ kind: 'BAN' as const, scopes: [], until: null, endedAt: '2026-05-17T10:00:00.000Z' }]
  serveDecisions(aStatement({ appealBy: null, mustRead: false, actions }))
  openDecision()
  expect(await screen.findByText(/^Det gäller inte längre\./)).toBeTruthy()
  expect(screen.queryByText(/Tiden för att överklaga/)).toBeNull()
})

test('a statement of a decision that was overturned says so first, and describes the decision as past', {
  tags: 'decisions.page-own',
}, async () => {
  const ended = { scopes: [], until: null, endedAt: '2025-11-20T10:00:00.000Z' }
  serveDecisions(
    aStatement({
      ...{ appeal: 'OVERTURNED', appealBy: null, mustRead: false, removedNow: false },
      ...{ appealWords: 'Det är min syster.', appealAnswer: 'Du har rätt.' },
      actions: [
        { ...ended, kind: 'REMOVE' },
        { ...ended, kind: 'WARN', until: '2027-11-14T10:00:00.000Z' },
      ],
    }),
  )
  openDecision()
  expect(await screen.findByRole('heading', { name: 'Beslutet gäller inte längre' })).toBeTruthy()
  const text = screen.getByRole('article').textContent ?? ''
  const order = ['Vi hade fel.', 'Det är min syster.', 'Du har rätt.', 'Vad vi hade bestämt', 'Gäller inte längre.']
  expect(order.map((part) => text.indexOf(part))).toEqual(order.map((part) => text.indexOf(part)).sort((a, b) => a - b))
  for (const part of order) expect(text).toContain(part)
  expect(screen.getByText('Ett borttaget foto och en varning.')).toBeTruthy()
  expect(text).not.toMatch(/är borttaget|gäller tills vidare|räknas i två år|prövat igen/)
})

test('a statement of a decision that was undone after one of its measures had ended no longer applies', {
  tags: 'decisions.page-own',
}, async () => {
  const undone = { scopes: [], endedAt: '2025-11-20T10:00:00.000Z' }
  serveDecisions(
    aStatement({
      ...{ appealBy: null, mustRead: false, removedNow: false },
      actions: [
        { ...undone, kind: 'REMOVE', until: null },
        { ...undone, kind: 'SUSPEND', until: '2025-11-19T10:00:00.000Z' },
      ],
    }),
  )
  openDecision()
  expect(await screen.findByRole('heading', { name: 'Beslutet gäller inte längre' })).toBeTruthy()
})

test('a statement whose text has been purged says so, and keeps the reason', {
  tags: 'decisions.page-words-gone',
}, async () => {
  serveDecisions(aStatement({ facts: '', excerpt: null, mustRead: false, appealBy: null }))
  openDecision()
  const facts = within(await screen.findByRole('article'))
  expect(facts.getByText(/raderat efter sex månader\. Skälet är kvar\.$/)).toBeTruthy()
  expect(facts.getByText('Villkoren 4.2, Bilder på andra')).toBeTruthy()
})

test('an appeal keeps its text if sending fails, and a sent one cannot be sent again', {
  tags: 'decisions.appeal-form',
}, async () => {
  const appeals = onPost('decisions/5/appeal', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = openDecision()
  await user.click(await screen.findByRole('button', { name: 'Överklaga' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Överklaga' }))
  await user.click(screen.getByRole('button', { name: 'Skicka överklagan' }))
  expect(await screen.findByText('Skriv vad vi har missat.')).toBeTruthy()
  const words = screen.getByRole('textbox', { name: 'Vad har vi missat?' })
  await user.type(words, 'Det är min syster.')
  await user.click(screen.getByRole('button', { name: 'Skicka överklagan' }))
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect(words.textContent).toBe('Det är min syster.')
  onPost('decisions/5/appeal', respondEmpty)
  serveDecisions(aStatement({ appeal: 'SENT', appealBy: null }))
  await user.click(screen.getByRole('button', { name: 'Skicka överklagan' }))
  expect(await screen.findByText('Vi har din överklagan. Svaret kommer här.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Överklaga' })).toBeNull()
  expect(appeals.map(({ body }) => body)).toEqual([{ words: 'Det är min syster.' }])
})

test('leaving an unsent appeal asks for confirmation', {
  tags: 'decisions.appeal-form',
}, async () => {
  const { user } = renderInApp(<DecisionGate />)
  const gate = within(await screen.findByRole('alertdialog', { name: 'Ett beslut om dig' }))
  const open = () => user.click(gate.getByRole('button', { name: 'Överklaga' }))
  await open()
  await user.click(gate.getByRole('button', { name: 'Avbryt' }))
  await open()
  await user.type(gate.getByRole('textbox'), 'Det är min syster.')
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  for (const name of ['Avbryt', 'Till beslutet']) {
    await user.click(gate.getByRole('button', { name }))
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Lämna utan att skicka?' }))
    const stay = confirmation.getByRole('button', { name: 'Fortsätt skriva' })
    await waitFor(() => expect(document.activeElement).toBe(stay))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(gate.getByRole('button', { name })))
    expect(gate.getByRole('textbox').textContent).toBe('Det är min syster.')
  }
  await user.click(gate.getByRole('button', { name: 'Avbryt' }))
  await user.click(await screen.findByRole('button', { name: 'Lämna' }))
  expect(await gate.findByRole('button', { name: 'Överklaga' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
})

test('opening another tab asks for confirmation while an appeal is unsent', {
  tags: 'decisions.appeal-form',
}, async () => {
  onGet('reports', respondWith(OwnReports, { reports: [], deferred: false }))
  const { user } = openDecision()
  await user.click(await screen.findByRole('button', { name: 'Överklaga' }))
  await user.type(screen.getByRole('textbox'), 'Det är min syster.')
  const getTab = () => screen.getByRole('tab', { name: 'Mina anmälningar', hidden: true })
  await user.click(getTab())
  await user.click(await screen.findByRole('button', { name: 'Fortsätt skriva' }))
  expect(screen.getByRole('textbox').textContent).toBe('Det är min syster.')
  await user.click(getTab())
  await user.click(await screen.findByRole('button', { name: 'Lämna' }))
  await waitFor(() => expect(getTab().getAttribute('aria-selected')).toBe('true'))
  await user.click(screen.getByRole('tab', { name: 'Beslut om dig' }))
  expect(screen.getByRole('tab', { name: 'Beslut om dig' }).getAttribute('aria-selected')).toBe('true')
})

test('the gate covers the page until every decision that must be read is read, oldest first', {
  tags: 'decisions.gate',
}, async () => {
  serveDecisions(aStatement({ id: '6', number: '1060' }), aStatement(), aStatement({ id: '3', mustRead: false }))
  const read = [5, 6].map((id) => onPost(`decisions/${id}/read`, respondEmpty))
  const { user } = renderInApp(<DecisionGate />)
  const gate = within(await screen.findByRole('alertdialog', { name: 'Ett beslut om dig' }))
  expect(gate.getByText(/nr 1042$/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(gate.getByRole('button', { name: 'Jag har läst beslutet' }))
  expect(await gate.findByText(/nr 1060$/)).toBeTruthy()
  expect(getSession()?.unreadDecisions).toBe(1)
  await user.click(gate.getByRole('button', { name: 'Jag har läst beslutet' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(read.map((requests) => requests.length)).toEqual([1, 1])
  expect(getSession()?.unreadDecisions).toBe(0)
})

test('the gate focuses the heading of the decision first, so that React Aria does not focus the dialog again later', async () => {
  const focused: EventTarget[] = []
  const recordFocus = ({ target }: FocusEvent) => target && focused.push(target)
  document.addEventListener('focusin', recordFocus)
  onTestFinished(() => document.removeEventListener('focusin', recordFocus))
  renderInApp(<DecisionGate />)
  const heading = await screen.findByRole('heading', { name: 'Vi har tagit bort ett foto och ger dig en varning' })
  expect(document.activeElement).toBe(heading)
  expect(focused).toEqual([heading])
})

test('the gate stays if the server does not store that the decision was read', async () => {
  onPost('decisions/5/read', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = renderInApp(<DecisionGate />)
  await user.click(await screen.findByRole('button', { name: 'Jag har läst beslutet' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Det går inte just nu.')
  expect(screen.getByRole('alertdialog')).toBeTruthy()
})

test('a push reloads the decisions', async () => {
  openList()
  await screen.findByText('Oläst')
  serveDecisions(aStatement({ readAt: '2025-11-15T10:00:00.000Z', appeal: 'OVERTURNED' }))
  act(onDecisionChanged)
  expect(await screen.findByText('Gäller inte längre')).toBeTruthy()
})

test('a list without decisions shows a message, in English for English members', async () => {
  act(() => setLanguage('ENGLISH'))
  serveDecisions()
  openList()
  expect(await screen.findByText('There are no decisions.')).toBeTruthy()
})
