import { OwnDecisions, type Statement } from '@app/contract/safety/decisions'
import { act, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { RemovedByTeam } from '../conversation/messages/RemovedByTeam.tsx'
import { aStatement } from '../decisions/fake-decisions.ts'
import { DeletedText } from '../groups/posts/PostText.tsx'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { RemovedContent } from './RemovedContent.tsx'
import { SafetyPage } from './SafetyPage.tsx'

setUpFreshDevice()

beforeAll(async () => {
  await import('../decisions/RemovedNotice.tsx')
}, 60_000)

beforeEach(() => {
  onPost('client-logs', respondEmpty)
  startSession({ ...mira, removedContent: 2 })
})

const serveDecisions = (...statements: Statement[]) => onGet('decisions', respondWith(OwnDecisions, statements))
const anAdRemoval = (changes: Partial<Statement> = {}) =>
  aStatement({ id: '9', number: '1050', kind: 'AD', subjectId: '7', excerpt: 'Fika i höst\n\nVem vill?', ...changes })

test('a box lists the content of one kind that the team has removed from the member, with links to the decisions', {
  tags: 'decisions.page-removed',
}, async () => {
  serveDecisions(anAdRemoval(), anAdRemoval({ id: '10', removedNow: false, excerpt: 'Åter' }), aStatement())
  renderInApp(<RemovedContent kinds={['AD']} />)
  const notice = within(await screen.findByRole('region', { name: 'Borttaget av Teamet' }))
  expect(notice.getAllByRole('listitem')).toHaveLength(1)
  expect(notice.getByText('Fika i höst')).toBeTruthy()
  expect(notice.getByRole('link', { name: 'Läs beslutet nr 1050' }).getAttribute('href')).toBe(
    '/safety?tab=decisions&decision=9',
  )
})

test('a member without removed content causes no request', async () => {
  startSession(mira)
  const requests = serveDecisions(anAdRemoval())
  renderInApp(<RemovedContent kinds={['AD']} />)
  await act(async () => undefined)
  expect(screen.queryByRole('region')).toBeNull()
  expect(requests).toEqual([])
})

test('the author of a removed message sees that the team removed it, with a link to the decision', {
  tags: 'decisions.page-removed',
}, async () => {
  renderInApp(<RemovedByTeam kind="CHAT_MESSAGE" id="31" />)
  expect(screen.getByText(/Meddelandet är borttaget av Teamet\./)).toBeTruthy()
  const href = screen.getByRole('link', { name: 'Läs beslutet' }).getAttribute('href') ?? ''
  serveDecisions(aStatement(), anAdRemoval({ kind: 'CHAT_MESSAGE', subjectId: '31' }))
  renderInApp(<SafetyPage />, href)
  expect(await screen.findByText('Beslut 14 november 2025 · nr 1050')).toBeTruthy()
})

test('a comment that the team removed says so and links to the decision if the response marks it as removed', async () => {
  const texts = { deleted: 'Kommentaren är borttagen', removedByTeam: 'Kommentaren är borttagen av Teamet.' }
  renderInApp(<DeletedText entry={{ id: '4', removedByTeam: true }} texts={texts} />)
  expect(screen.getByText(/av Teamet/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Läs beslutet' }).getAttribute('href')).toBe(
    '/safety?tab=decisions&about=GROUP_MESSAGE.4',
  )
})

test('a deleted message that the response does not mark as removed by the team has no link to a decision', () => {
  renderInApp(<DeletedText entry={{ id: '4' }} />)
  expect(screen.getByText('Meddelandet är borttaget')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
