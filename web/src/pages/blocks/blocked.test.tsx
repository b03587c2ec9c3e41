import { ChatSummary } from '@app/contract/chats'
import { Block } from '@app/contract/members/blocks'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aBlock } from '../../blocks/fake-blocks.ts'
import { BLOCKED } from '../../lib/blocking/urls.ts'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { BlockOutlet } from './BlockOutlet.tsx'
import { OwnBlocks } from './OwnBlocks.tsx'

setUpFreshDevice()
beforeAll(() => import('../../ui/overlays/DialogBody.tsx'), 60_000)
beforeEach(() => startSession(mira))

const serveBlocks = (...blocks: Block[]) => onGet('blocks', respondWith(z.array(Block), blocks))

const open = (url = '/myprofile?tab=settings&section=safety') =>
  renderInApp(
    <>
      <OwnBlocks />
      <BlockOutlet />
    </>,
    url,
  )
const listRows = () => screen.getAllByRole('listitem')

test('each row shows the date of the block, and links to the chat that only the blocker can still read', {
  tags: 'blocks.page-list',
}, async () => {
  const year = new Date().getFullYear()
  serveBlocks(
    aBlock({ blockedAt: `${year}-01-14T12:00:00.000Z` }),
    aBlock({ id: '66', userName: 'Nattuggla 66', chatId: null, blockedAt: `${year - 1}-10-02T12:00:00.000Z` }),
  )
  open()
  expect(await screen.findByText('De ser inte dig och du ser inte dem. Ingen har fått veta något.')).toBeTruthy()
  const [vargen, uggla] = listRows().map((row) => within(row))
  expect(vargen?.getByText('sedan 14 januari')).toBeTruthy()
  expect(vargen?.getByRole('link', { name: 'Läs chatten med Vargen 77' }).getAttribute('href')).toBe('/chats?id=7')
  expect(uggla?.getByText(`sedan 2 oktober ${year - 1}`)).toBeTruthy()
  expect(uggla?.queryByRole('link')).toBeNull()
  expect(screen.getByText(/^Häver du inom 30 dagar kommer chatten tillbaka hos er båda\./)).toBeTruthy()
})

test('a member who has blocked no one sees how to do it', { tags: 'blocks.page-list' }, async () => {
  serveBlocks()
  open()
  expect(await screen.findByText(/^Du har inte blockerat någon\./)).toBeTruthy()
})

test('a list that fails to load is retried with a button', { tags: 'blocks.page-list' }, async () => {
  onGet('blocks', respondWithError(400, 'VALIDATION', 'Borta'))
  const { user } = open()
  expect(await screen.findByText('De blockerade kunde inte läsas in.')).toBeTruthy()
  serveBlocks(aBlock())
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Vargen 77')).toBeTruthy()
})

test('a button expands a long list and moves the focus to the first new row; a link to the list focuses its heading', {
  tags: 'blocks.page-list',
}, async () => {
  serveBlocks(
    ...Array.from({ length: 25 }, (_, index) => aBlock({ id: String(index + 1), userName: `Medlem ${index}` })),
  )
  const { user } = open(BLOCKED)
  await screen.findByText('Medlem 0')
  expect(listRows()).toHaveLength(20)
  expect(document.activeElement?.textContent).toBe('Blockerade')
  await user.click(screen.getByRole('button', { name: 'Visa alla 25' }))
  expect(listRows()).toHaveLength(25)
  await waitFor(() => expect(listRows()[20]?.contains(document.activeElement)).toBe(true))
})

test.each([
  ['within 30 days, for both', aBlock(), /chatten kommer tillbaka hos er båda/],
  [
    'later, for the member',
    aBlock({ reversibleUntil: '2020-01-01T00:00:00.000Z' }),
    /chatten kommer bara tillbaka hos dig/,
  ],
  ['without a chat', aBlock({ chatId: null }), /^Ni ser varandra igen\.$/],
])(
  'ending a block asks for confirmation, and says whether the chat comes back: %s',
  { tags: 'blocks.page-end' },
  async (_, block, text) => {
    serveBlocks(block)
    onGet('chats', respondWith(z.array(ChatSummary), []))
    onGet('chats/count', () => Response.json({ chats: 0, messages: 0, invites: 0 }))
    const ended = onPost('blocks/remove', respondEmpty)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Häv blockeringen av Vargen 77' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Häva blockeringen av Vargen 77?' }))
    expect(dialog.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Behåll' }))
    expect(ended).toEqual([])
    serveBlocks()
    await user.click(dialog.getByRole('button', { name: 'Häv blockeringen' }))
    expect(await screen.findByText('Vargen 77 är inte blockerad längre')).toBeTruthy()
    expect(ended.map(({ body }) => body)).toEqual([{ id: '77' }])
    await waitFor(() => expect(screen.queryByText('sedan', { exact: false })).toBeNull())
  },
)

test('a block that another device has ended meanwhile counts as ended', { tags: 'blocks.page-end' }, async () => {
  serveBlocks(aBlock())
  onGet('chats', respondWith(z.array(ChatSummary), []))
  onGet('chats/count', () => Response.json({ chats: 0, messages: 0, invites: 0 }))
  onPost('blocks/remove', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Häv blockeringen av Vargen 77' }))
  serveBlocks()
  await user.click(await screen.findByRole('button', { name: 'Häv blockeringen' }))
  expect(await screen.findByText('Vargen 77 är inte blockerad längre')).toBeTruthy()
  expect(screen.queryByText('Finns inte.')).toBeNull()
})

test('a block that the server fails to end keeps its row, and the reason is shown', {
  tags: 'blocks.page-end',
}, async () => {
  serveBlocks(aBlock())
  onPost('blocks/remove', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Häv blockeringen av Vargen 77' }))
  await user.click(await screen.findByRole('button', { name: 'Häv blockeringen' }))
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect(screen.getByText('Vargen 77')).toBeTruthy()
})
