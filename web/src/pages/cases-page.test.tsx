import { type Case, CaseRow } from '@app/contract/safety/cases'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aStatement } from '../decisions/fake-decisions.ts'
import { setLanguage } from '../lib/text/language.ts'
import { aCase, aRow, aRowHeldByMe, serveCase } from '../moderation/fake-cases.ts'
import { onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { waitForEarlierResponses } from '../testing-next-member.ts'
import { openCase, setUpCases, simulatePhone } from './cases-testing.tsx'

setUpCases()

test('a button that appears on focus skips the evidence and moves the focus to the decision', async () => {
  serveCase()
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Till beslutet' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Beslut' }))
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

/** Serves a case that needs no claim, and returns the requests for its evidence. */
function serveClosed(shown: Case) {
  serveCase(shown)
  onPost('moderation/cases/1042/claim', respondWithError(409, 'CONFLICT', ''))
  return onPost('moderation/cases/1042/evidence', respondWithError(409, 'CONFLICT', ''))
}

test.each([
  ['links to the case that its reports have joined', '8', 'Till ärende 8', '/moderation?case=8'],
  ['leads back to the queue if the other case is hidden from the admin', null, 'Till ärendena', '/moderation'],
] as const)('a merged case %s', { tags: 'moderation.page-find' }, async (_, mergedInto, name, url) => {
  const requests = serveClosed(
    aCase({ row: aRow({ state: 'CLOSED', reports: 0 }), allowed: [], reports: [], mergedInto }),
  )
  openCase()
  expect(await screen.findByRole('heading', { name: 'Ärendet har gått upp i ett annat' })).toBeTruthy()
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(url)
  expect(screen.queryByText(/Ingen har anmält/)).toBeNull()
  expect(screen.queryByText(/kvar/)).toBeNull()
  expect(requests).toEqual([])
})

test('a closed case that was decided keeps its decision, although reports have joined another case', {
  tags: 'moderation.page-case',
}, async () => {
  serveClosed(aCase({ row: aRow({ state: 'CLOSED' }), allowed: [], decision: aStatement(), mergedInto: '8' }))
  openCase()
  expect(await screen.findByText(/^Bevisen visas bara så länge/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Ärendet har gått upp i ett annat' })).toBeNull()
})

test('a decided case requests no evidence, says why, and shows no remaining time', {
  tags: 'moderation.page-case',
}, async () => {
  const requests = serveClosed(aCase({ row: aRow({ state: 'DECIDED' }), allowed: [], decision: aStatement() }))
  openCase()
  expect(await screen.findByText(/^Bevisen visas bara så länge/)).toBeTruthy()
  expect(screen.queryByText(/kvar/)).toBeNull()
  await waitForEarlierResponses()
  expect(requests).toEqual([])
})

test('a button releases a case', { tags: 'moderation.page-release' }, async () => {
  serveCase()
  const releases = onPost('moderation/cases/1042/release', respondEmpty)
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Släpp' }))
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
  expect(releases).toHaveLength(1)
})

const leavePage = () => act(() => void window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
const restorePage = () => act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

/** Opens the case, types the facts of its decision, leaves the page and returns to it with the browser's buttons. */
async function restoreWithFacts(onLeft: () => unknown = () => undefined) {
  const claims = serveCase()
  const releases = onPost('moderation/cases/1042/release', respondEmpty)
  const { user } = openCase()
  await user.type(await screen.findByRole('textbox', { name: 'Vad som har hänt' }), 'Du hotade.')
  leavePage()
  await waitFor(() => expect(releases).toHaveLength(1))
  const countBefore = claims.length
  onLeft()
  restorePage()
  return { claims, countBefore }
}

test('a page that the browser restores claims the case again, and keeps the typed facts', async () => {
  const { claims, countBefore } = await restoreWithFacts()
  await waitFor(() => expect(claims).toHaveLength(countBefore + 1))
  await waitForEarlierResponses()
  expect(screen.getByRole('textbox', { name: 'Vad som har hänt' }).textContent).toBe('Du hotade.')
})

test('a page that the browser restores no longer shows a case that another admin has claimed', async () => {
  await restoreWithFacts(() => onPost('moderation/cases/1042/claim', respondWithError(409, 'CLAIMED', '')))
  expect(await screen.findByRole('heading', { name: 'Någon annan har det' })).toBeTruthy()
  expect(screen.queryByText('Jag vet var du simmar.')).toBeNull()
})

test('a page that the browser restores offline keeps the typed facts', async () => {
  const { promise, resolve } = createDeferred()
  await restoreWithFacts(() =>
    onPost('moderation/cases/1042/claim', () => {
      resolve()
      return Response.error()
    }),
  )
  await promise
  await waitForEarlierResponses()
  expect(screen.getByRole('textbox', { name: 'Vad som har hänt' }).textContent).toBe('Du hotade.')
})

test('a claim that expires soon shows a warning, and a button renews it', {
  tags: 'moderation.page-renew',
}, async () => {
  const soon = new Date(Date.now() + 3 * 60_000).toISOString()
  serveCase(aCase({ row: aRowHeldByMe({ claimedUntil: soon }) }))
  const { user } = openCase()
  const renew = await screen.findByRole('button', { name: 'Ditt i 3 min, tryck för mer tid' })
  onPost('moderation/cases/1042/claim', respondWith(CaseRow, aRowHeldByMe()))
  await user.click(renew)
  expect(await screen.findByText('Ditt i 27 min')).toBeTruthy()
})

test('on a phone the parts of a case are tabs, and the form keeps its input', {
  tags: 'moderation.page-case-phone',
}, async () => {
  simulatePhone()
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
