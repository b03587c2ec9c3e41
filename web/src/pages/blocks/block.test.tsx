import { Block, BlockEffects } from '@app/contract/members/blocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aBlock } from '../../blocks/fake-blocks.ts'
import { requestBlock } from '../../lib/blocking/request-block.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { startSession } from '../../lib/http/session.ts'
import { useReportRequest } from '../../lib/reporting/request-report.ts'
import { setLanguage } from '../../lib/text/language.ts'
import {
  mira,
  onGet,
  onPost,
  type ReceivedRequest,
  renderInApp,
  respondEmpty,
  respondWith,
  respondWithError,
} from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { respondToNextMember, waitForEarlierResponses } from '../../testing-next-member.ts'
import { skipRetryDelays } from '../../testing-retries.ts'
import { BlockOutlet } from './BlockOutlet.tsx'

setUpFreshDevice()
beforeAll(() => import('../../ui/overlays/DialogBody.tsx'), 60_000)

const GROUPS: BlockEffects['groups'] = [
  { groupId: '3', groupName: 'Höstmiddagar Stockholm', ledByThem: false },
  { groupId: '4', groupName: 'Naturvänner Mälardalen', ledByThem: true },
]
const EFFECTS: BlockEffects = { hasChat: true, groups: GROUPS }
const PATH = 'blocks/effects/Vargen%2077'

let sent: ReceivedRequest[]
const serveEffects = (effects: BlockEffects) => onGet(PATH, respondWith(BlockEffects, effects))

beforeEach(() => {
  startSession(mira)
  serveEffects(EFFECTS)
  sent = onPost('blocks', respondEmpty)
  onGet('blocks', respondWith(z.array(Block), [aBlock()]))
})

/** Opens the dialog from a menu of the page. */
async function open(...urls: string[]) {
  const view = renderInApp(
    <>
      <button type="button" onClick={() => requestBlock('Vargen 77')}>
        Meny
      </button>
      <BlockOutlet />
    </>,
    ...(urls.length > 0 ? urls : ['/chats']),
  )
  await view.user.click(screen.getByRole('button', { name: 'Meny' }))
  return { ...view, dialog: within(await screen.findByRole('alertdialog', { name: 'Blockera Vargen 77?' })) }
}
const readPath = () => screen.getByTestId('path').textContent
const getBlockButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Blockera' })
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

test('the dialog explains the effects of a block, and by default the member leaves the groups that the other one leads', {
  tags: 'blocks.page-dialog',
}, async () => {
  const { user, dialog } = await open()
  expect(await dialog.findByText(/^Ni ser inte varandra mer/)).toBeTruthy()
  expect(dialog.getByText(/^Chatten försvinner hos Vargen 77\./)).toBeTruthy()
  expect(dialog.getByText(/^Vargen 77 får inget besked\./)).toBeTruthy()
  expect(dialog.getByRole('heading', { name: 'Ni är med i två grupper ihop' })).toBeTruthy()
  expect(dialog.getByText('Vargen 77 leder gruppen och ser dig fortfarande där')).toBeTruthy()
  const leave = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Lämna Naturvänner Mälardalen' })
  expect(dialog.getAllByRole('checkbox')).toEqual([leave])
  expect(leave.checked).toBe(true)
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }))

  await user.click(getBlockButton())
  await waitUntilClosed()
  expect(sent.map(({ body }) => body)).toEqual([{ userName: 'Vargen 77', leaveGroups: ['4'] }])
  expect(await screen.findByText('Vargen 77 är blockerad')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Till inställningarna' }))
  expect(readPath()).toBe('/myprofile')
})

test('a block that is stored after a logout is not reported to the next member on the device', async () => {
  sent = onPost('blocks', respondToNextMember(respondEmpty))
  const { user, dialog } = await open()
  await dialog.findByRole('checkbox')
  await user.click(getBlockButton())
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitForEarlierResponses()
  expect(useToasts.getState().queue).toEqual([])
})

test('the dialog omits the chat and the groups if there are none, and the member stays in an unchecked group', {
  tags: 'blocks.page-dialog',
}, async () => {
  serveEffects({ hasChat: false, groups: [] })
  const first = await open()
  await first.dialog.findByText(/^Ni ser inte varandra mer/)
  expect(first.dialog.queryByText(/^Chatten försvinner/)).toBeNull()
  expect(first.dialog.queryByRole('heading', { name: /ihop$/ })).toBeNull()
  await first.user.click(first.dialog.getByRole('button', { name: 'Avbryt' }))
  await waitUntilClosed()
  expect(sent).toEqual([])

  serveEffects(EFFECTS)
  await first.user.click(screen.getByRole('button', { name: 'Meny' }))
  await first.user.click(await screen.findByRole('checkbox', { name: 'Lämna Naturvänner Mälardalen' }))
  await first.user.click(getBlockButton())
  await waitUntilClosed()
  expect(sent.map(({ body }) => body)).toEqual([{ userName: 'Vargen 77', leaveGroups: [] }])
})

test('a block whose effects fail to load cannot be confirmed until a button has loaded them again', {
  tags: 'blocks.page-dialog-error',
}, async () => {
  onPost('client-logs', respondEmpty)
  skipRetryDelays()
  onGet(PATH, () => HttpResponse.error())
  const { user, dialog } = await open()
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Blockera' })).toBeNull()
  serveEffects(EFFECTS)
  await user.click(dialog.getByRole('button', { name: 'Försök igen' }))
  expect(await dialog.findByRole('checkbox')).toBeTruthy()
  expect(getBlockButton().disabled).toBe(false)
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }))
})

test('the focus returns to the button that cancels when the member was deleted before the block', {
  tags: 'blocks.page-dialog-error',
}, async () => {
  sent = onPost('blocks', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  const { user, dialog } = await open()
  await dialog.findByRole('checkbox')
  await user.click(getBlockButton())
  expect(await dialog.findByText('Vargen 77 finns inte, eller har tagits bort.')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }))
})

test('a rejected block shows the reason in the dialog, keeps the choices, and can be sent again', {
  tags: 'blocks.page-dialog-error',
}, async () => {
  sent = onPost('blocks', respondWithError(429, 'TOO_MANY_REQUESTS', 'Vänta en stund och försök igen.'))
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('checkbox'))
  await user.click(getBlockButton())
  expect(within(await dialog.findByRole('alert')).getByText('Vänta en stund och försök igen.')).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  sent = onPost('blocks', respondEmpty)
  await user.click(getBlockButton())
  await waitUntilClosed()
  expect(sent).toHaveLength(1)
})

test('a member who no longer exists cannot be blocked, and the dialog says so in both languages', {
  tags: 'blocks.page-dialog-error',
}, async () => {
  onGet(PATH, respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  const { dialog } = await open()
  expect(await dialog.findByText('Vargen 77 finns inte, eller har tagits bort.')).toBeTruthy()
  expect(getBlockButton().disabled).toBe(true)
  act(() => setLanguage('ENGLISH'))
  expect(await screen.findByText("Vargen 77 doesn't exist or has been removed.")).toBeTruthy()
})

test('a button opens the report of the member instead of blocking them', { tags: 'blocks.page-dialog' }, async () => {
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('button', { name: 'Anmäl också' }))
  await waitUntilClosed()
  expect(useReportRequest.getState().request).toEqual({
    subject: { kind: 'PROFILE', id: 'Vargen 77' },
    name: 'Vargen 77',
  })
  expect(sent).toEqual([])
})

test('blocking a member from their profile leads back to the search', {
  tags: 'blocks.page-removal',
}, async () => {
  const { user, dialog } = await open('/profile?name=Vargen%2077')
  await dialog.findByRole('checkbox')
  await user.click(getBlockButton())
  await waitFor(() => expect(readPath()).toBe('/profilelist'))
})
