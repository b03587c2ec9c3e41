import { CaseRow } from '@app/contract/safety/cases'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setLanguage } from '../lib/text/language.ts'
import { aCase, heldByMe, serveCase } from '../moderation/fake-cases.ts'
import { onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { onPhone, openCase, setUpCases } from './cases-testing.tsx'

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
