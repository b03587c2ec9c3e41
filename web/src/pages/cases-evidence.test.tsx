import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { setDiscreet } from '../lib/device/discreet.ts'
import { aCase, aPart, aRowHeldByMe, serveCase, someEvidence } from '../moderation/fake-cases.ts'
import { onPost } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { openCase, setUpCases } from './cases-testing.tsx'

setUpCases()

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
  serveCase(aCase({ row: aRowHeldByMe({ kind: 'CHAT_MESSAGE' }) }), [
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
  const texts = screen.getAllByText(/^(Nej tack\.|Jag vet var du .*|Hallå\?)$/).map((part) => part.textContent)
  expect(texts).toEqual(['Nej tack.', 'Jag vet var du simmar.', 'Jag vet var du bor.', 'Hallå?'])
})

test('the newest ad of a reported profile is labeled as such', async () => {
  const parts = [aPart({ title: 'Vargen 77' }), aPart({ role: 'AD', id: '7', title: 'Söker sällskap' })]
  serveCase(aCase({ row: aRowHeldByMe({ kind: 'PROFILE' }) }), [someEvidence({ parts })])
  openCase()
  const ad = (await screen.findByText('Söker sällskap')).closest('li')!
  expect(within(ad).getByText('Den senaste annonsen')).toBeTruthy()
  expect(screen.queryByText('Profilen')).toBeNull()
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
  serveCase(aCase({ row: aRowHeldByMe({ kind: 'GROUP_MESSAGE' }) }), [
    someEvidence({
      parts: [
        aPart({ id: '20', role: 'PARENT', text: 'Inlägget' }),
        comment('27'),
        aPart({ id: '27', role: 'EARLIER', text: 'Tidigare 27' }),
        ...['28', '29'].map(comment),
        aPart({ text: 'Anmält' }),
        aPart({ role: 'EARLIER', text: 'Tidigare 31', at: null, editedAt: '2025-11-13T20:40:00.000Z' }),
        ...['32', '33'].map(comment),
      ],
    }),
  ])
  const { user } = openCase()
  const thread = await screen.findByRole('button', { name: 'Hela tråden, 6 kommentarer' })
  const listShown = () =>
    screen.getAllByText(/^(Inlägget|Anmält|Ord \d+|Tidigare \d+)$/).map((part) => part.textContent)
  expect(listShown()).toEqual(['Inlägget', 'Ord 28', 'Ord 29', 'Anmält', 'Tidigare 31'])
  expect(screen.getByText(/^löd så till 13 nov\./)).toBeTruthy()
  await user.click(thread)
  expect(thread.getAttribute('aria-expanded')).toBe('true')
  expect(listShown()).toEqual([
    ...['Inlägget', 'Ord 27', 'Tidigare 27', 'Ord 28', 'Ord 29', 'Anmält', 'Tidigare 31', 'Ord 32', 'Ord 33'],
  ])
  await user.click(thread)
  expect(listShown()).toHaveLength(5)
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
  const response = createDeferred()
  const requests = onPost('moderation/cases/1042/files/9.abc', () =>
    response.promise.then(() => new HttpResponse(new Uint8Array([1]), { headers: { 'content-type': 'image/webp' } })),
  )
  const { user } = openCase()
  await user.click(await screen.findByRole('button', { name: 'Visa bilden: Bild 1, anmäld' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  const button = screen.getByRole('button', { name: /Bild 1, anmäld$/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  response.resolve()
  expect(await screen.findByRole('img', { name: 'Bild 1, anmäld' })).toBeTruthy()
  expect(requests).toHaveLength(1)
})
