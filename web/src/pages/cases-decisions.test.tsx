import { Case } from '@app/contract/safety/cases'
import { Decided } from '@app/contract/safety/decisions'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { aStatement } from '../decisions/fake-decisions.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { useAppConfig } from '../lib/release/app-config.ts'
import { aCase, aRow, aRowHeldByMe, serveCase, someEvidence } from '../moderation/fake-cases.ts'
import { onGet, onPost, respondWith, respondWithError } from '../testing.tsx'
import { respondToNextMember, waitForEarlierResponses } from '../testing-next-member.ts'
import { decided, openCase, setUpCases } from './cases-testing.tsx'

setUpCases()

test('the keys that submit a decision do nothing if the evidence of the case is damaged', async () => {
  serveCase(aCase(), [someEvidence({ intact: false })])
  const decisions = onPost('moderation/cases/1042/decide', respondWith(Decided, decided))
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Varna' }))
  await user.type(screen.getByRole('textbox', { name: 'Vad som har hänt' }), 'Du hotade.{Control>}{Enter}{/Control}')
  await waitForEarlierResponses()
  expect(decisions).toEqual([])
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

/** Opens a case and writes a warning, which will be rejected because the case has changed. */
async function writeWarningToReject() {
  serveCase()
  onPost('moderation/cases/1042/decide', respondWithError(409, 'CONFLICT', 'Det är redan gjort.'))
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Varna' }))
  const facts = screen.getByRole('textbox', { name: 'Vad som har hänt' })
  await user.type(facts, 'Du hotade.')
  return { user, facts }
}

test('a rejected decision about a case that has changed reloads the case, and the form keeps its input', {
  tags: 'moderation.page-stale',
}, async () => {
  const { user, facts } = await writeWarningToReject()
  const row = aRowHeldByMe({ version: 4, severity: 'MEDIUM' })
  onGet('moderation/cases/1042', respondWith(Case, aCase({ row })))
  await user.click(screen.getByRole('button', { name: 'Fatta beslut' }))
  expect(await screen.findByText('Ärendet har ändrats. Läs om och försök igen.')).toBeTruthy()
  expect(await screen.findByText('Medel')).toBeTruthy()
  expect(facts.textContent).toBe('Du hotade.')
  const decisions = onPost('moderation/cases/1042/decide', respondWith(Decided, decided))
  await user.click(screen.getByRole('button', { name: 'Fatta beslut' }))
  await waitFor(() => expect(decisions[0]?.body).toMatchObject({ version: 4 }))
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
})

test('a decision that came too late says so, keeps its texts and releases the case', {
  tags: 'moderation.page-stale',
}, async () => {
  const { user } = await writeWarningToReject()
  await user.type(screen.getByRole('textbox', { name: 'Anteckning till Teamet' }), 'Andra gången.')
  const row = aRow({ state: 'DECIDED', version: 4 })
  onGet('moderation/cases/1042', respondWith(Case, aCase({ row, allowed: [], decision: aStatement() })))
  await user.click(screen.getByRole('button', { name: 'Fatta beslut' }))
  expect(await screen.findByText(/^Ärendet var redan avgjort när du skickade/)).toBeTruthy()
  expect(screen.getByText('Du hotade.')).toBeTruthy()
  expect(screen.getByText('Andra gången.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Släpp' })).toBeNull()
  expect(screen.queryByText(/^Ditt i/)).toBeNull()
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

test('a dismissal that ends after a logout is not reported to the next member on the device', async () => {
  serveCase()
  const decisions = onPost('moderation/cases/1042/decide', respondToNextMember(respondWith(Decided, decided)))
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Avskriv' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Avskriv ärendet' }))
  await user.type(dialog.getByRole('textbox', { name: 'Varför' }), 'Inget hot.')
  await user.click(dialog.getByRole('button', { name: 'Avskriv' }))
  await waitFor(() => expect(decisions).toHaveLength(1))
  await waitForEarlierResponses()
  expect(useToasts.getState().queue).toEqual([])
})

test('a second admin may confirm or refuse a ban, and does not see the notes of the first one', {
  tags: 'moderation.page-second-look',
}, async () => {
  const decision = aStatement({ actions: [{ kind: 'BAN', scopes: [], until: null, endedAt: null }] })
  const notes = [{ at: '2025-11-14T10:00:00.000Z', by: 'Karin', text: 'Samma person som förra året.' }]
  serveCase(aCase({ row: aRowHeldByMe({ state: 'SECOND_LOOK' }), allowed: ['CONFIRM'], decision, notes }))
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
      row: aRowHeldByMe({ state: 'APPEALED' }),
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

test.each([
  [{ kind: 'DECIDED', answerFrom: null }, /^Du fattade beslutet\. Därför är det någon annan i Teamet som svarar\.$/],
  [
    { kind: 'CONFIRMED', answerFrom: null },
    /^Du bekräftade beslutet\. Därför är det någon annan i Teamet som svarar\.$/,
  ],
  [
    { kind: 'CONFIRMED', answerFrom: '2026-01-12T10:30:00.000Z' },
    /^Du bekräftade beslutet, men ingen annan i Teamet kan svara\. Du får svara från 12 jan\./,
  ],
] as const)(
  'an admin who may not answer an appeal reads it with the reason: %o',
  {
    tags: 'moderation.page-appeal',
  },
  async (ownPart, reason) => {
    const row = aRow({ state: 'APPEALED' })
    serveCase(
      aCase({ row, allowed: [], decision: aStatement({ appeal: 'SENT' }), appealWords: 'Det är jag.', ownPart }),
    )
    openCase()
    expect(await screen.findByText('Det är jag.')).toBeTruthy()
    expect(screen.getByText(reason)).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Så läser medlemmen det' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Skicka svaret' })).toBeNull()
  },
)

test('an admin who decided answers an appeal if nobody else can, and is told to say so', {
  tags: 'moderation.page-appeal',
}, async () => {
  const row = aRowHeldByMe({ state: 'APPEALED' })
  const ownPart = { kind: 'DECIDED' as const, answerFrom: '2025-11-15T10:00:00.000Z' }
  const decision = aStatement({ appeal: 'SENT' })
  serveCase(aCase({ row, allowed: ['APPEAL'], decision, appealWords: 'Det är jag.', ownPart }))
  openCase()
  expect(
    await screen.findByText(
      /^Du fattade beslutet, men ingen annan i Teamet kan svara\. Skriv i svaret att det var du som beslutade/,
    ),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Skicka svaret' })).toBeTruthy()
})

test('a second admin reads the appeal that was sent before the confirmation', {
  tags: 'moderation.page-second-look',
}, async () => {
  const decision = aStatement({ appeal: 'SENT' })
  const row = aRowHeldByMe({ state: 'SECOND_LOOK' })
  serveCase(aCase({ row, allowed: ['CONFIRM'], decision, appealWords: 'Det är min syster.' }))
  openCase()
  expect(await screen.findByText('Det är min syster.')).toBeTruthy()
  expect(screen.getByText(/^Medlemmen har redan överklagat\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Bekräfta' })).toBeTruthy()
})
