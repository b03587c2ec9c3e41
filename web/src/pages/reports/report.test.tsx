import type { AppConfig } from '@app/contract/app'
import { Block } from '@app/contract/members/blocks'
import { OwnReports, Report } from '@app/contract/safety/reports'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { reload, setUpConversationDevice } from '../../conversation/conversation-testing.ts'
import { enqueueReport, useOutbox } from '../../conversation/outbox/outbox.ts'
import { startWriting } from '../../conversation/writing.ts'
import { setOnline } from '../../lib/device/online.ts'
import { startSession } from '../../lib/http/session.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { type ReportRequest, requestReport } from '../../lib/reporting/request-report.ts'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { reportAdapter } from '../../reports/adapter.ts'
import { aReport } from '../../reports/fake-reports.ts'
import { OwnReports as OwnReportsList } from '../../reports/OwnReports.tsx'
import {
  mira,
  onGet,
  onPost,
  type ReceivedRequest,
  renderInApp,
  respondWith,
  respondWithError,
} from '../../testing.tsx'
import { ReportOutlet } from './ReportOutlet.tsx'

setUpConversationDevice({
  modules: () => [import('../../reports/sending.ts')],
  serve: () => () => undefined,
  start: () => startWriting('42', { report: reportAdapter }),
})

const HELP_LINES: AppConfig['helpLines'] = [
  {
    kind: 'EMERGENCY',
    number: '112',
    sv: 'Fara just nu',
    en: '',
    noteSv: 'Polis och ambulans',
    noteEn: '',
    more: false,
  },
  { kind: 'SUPPORT', number: '020-80 80 80', sv: 'Stödlinjen för män', en: '', noteSv: '', noteEn: '', more: true },
]

const MESSAGE: ReportRequest = {
  subject: { kind: 'CHAT_MESSAGE', id: '101', parentId: '7' },
  name: 'Vargen 77',
  sentAt: new Date().toISOString(),
}

let filed: ReceivedRequest[]

beforeEach(() => {
  useAppConfig.setState({ helpLines: HELP_LINES })
  filed = onPost('reports', respondWith(Report, aReport(), 201))
  onGet('blocks', respondWith(z.array(Block), []))
})

/** Opens the dialog from a menu of the page. */
function open(request = MESSAGE, beside: ReactNode = null) {
  const view = renderInApp(
    <>
      <button type="button" onClick={() => requestReport(request)}>
        Anmäl
      </button>
      {beside}
      <ReportOutlet />
    </>,
    '/chats',
  )
  return { ...view, openDialog: () => view.user.click(screen.getByRole('button', { name: 'Anmäl' })) }
}

const findRow = (name: string) => screen.findByRole('radio', { name })
const findField = () => screen.findByRole('textbox', { name: /^(Vill du berätta mer|Varför tror du)/ })
const getSendButton = () => screen.getByRole('button', { name: 'Skicka anmälan' })
const findHeading = (name: string) => screen.findByRole('heading', { name })
/** Checks the focus after the element is found, which may be rendered late. */
async function expectFocusOn(search: Promise<HTMLElement>): Promise<void> {
  const element = await search
  expect(document.activeElement).toBe(element)
}
const bodyOf = (index: number) => filed[index]?.body as { clientId: string; words?: string }

test('choosing a row and pressing Send files a report; the confirmation takes the focus, and shows help lines and the next steps', {
  tags: 'reports.page-file',
}, async () => {
  const { user, openDialog } = open()
  await openDialog()
  expect(await findHeading('Vad har hänt?')).toBeTruthy()
  expect(screen.getByText('Vargen 77 får aldrig veta vem som anmälde.')).toBeTruthy()
  expect(screen.getAllByRole('radio')).toHaveLength(13)

  await user.click(await findRow('Hot eller våld'))
  expect(await findHeading('Anmäl meddelandet')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText(/^Från Vargen 77, i dag/)).toBeTruthy()
  expect(screen.getByText('Vi läser det inom en timme, dygnet runt.')).toBeTruthy()
  await expectFocusOn(findField())

  await user.click(getSendButton())
  const confirmation = await findHeading('Tack, vi har din anmälan')
  await waitFor(() => expect(document.activeElement).toBe(confirmation))
  expect(filed.map(({ body }) => body)).toEqual([
    {
      subject: { kind: 'CHAT_MESSAGE', id: '101', parentId: '7' },
      category: 'THREAT',
      alsoBlock: true,
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
  expect(screen.getByRole('link', { name: /^Ring\s*Fara just nu.*112$/ }).getAttribute('href')).toBe('tel:112')
  expect(screen.queryByRole('link', { name: /Stödlinjen/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Fler stödlinjer/ }))
  expect(screen.getByRole('link', { name: /Stödlinjen/ }).getAttribute('href')).toBe('tel:020808080')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain(
    'NuMeddelandet är sparat som bevis, även om det tas bort. Vargen 77 är blockerad.',
  )
  expect(screen.getByText(/^Senast (i morgon )?kl\.\s\d\d:\d\d$/)).toBeTruthy()
  expect(screen.getByText(/går det ändå att gissa/)).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Mina anmälningar' }))
  expect(screen.getByTestId('path').textContent).toBe('/safety')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('less serious reports are confirmed without help lines', async () => {
  const { user, openDialog } = open({ subject: { kind: 'AD', id: '3' }, name: 'Linn' })
  await openDialog()
  await user.click(await findRow('Reklam eller skräp'))
  expect(await findHeading('Anmäl annonsen')).toBeTruthy()
  await user.click(getSendButton())
  await findHeading('Tack, vi har din anmälan')
  expect(screen.queryByText('Behöver du hjälp nu?')).toBeNull()
  expect(screen.getByText('Linn får veta vad vi beslutar, aldrig vem som anmälde.')).toBeTruthy()
})

test('the arrow keys move between the categories, Enter chooses one, and a changed choice returns to its row', {
  tags: 'reports.page-keyboard',
}, async () => {
  const { user, openDialog } = open()
  await openDialog()
  act(() => screen.getByRole('radio', { name: 'Hot eller våld' }).focus())
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expectFocusOn(findRow('Hot eller våld'))
  await user.keyboard('{ArrowUp}')
  await expectFocusOn(findRow('Något annat'))
  await user.keyboard('{Home}{ArrowDown}')
  const chosen = await findRow('Någon verkar vara under 18 år')
  expect(document.activeElement).toBe(chosen)
  expect(screen.getAllByRole('radio').filter(({ tabIndex }) => tabIndex === 0)).toEqual([chosen])
  await user.keyboard('{Enter}')
  await expectFocusOn(findField())

  await user.click(screen.getByRole('button', { name: 'Ändra vad som har hänt' }))
  await expectFocusOn(findRow('Någon verkar vara under 18 år'))
  expect(screen.getByRole<HTMLElement>('radio', { checked: true }).textContent).toBe('Någon verkar vara under 18 år')
  await user.keyboard('{Enter}')
  await user.type(await findField(), 'Hon går i nian.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findHeading('Tack, vi har din anmälan')
  expect(bodyOf(0)).toMatchObject({ category: 'MINOR', words: 'Hon går i nian.' })
})

test('only a report of something illegal needs words', { tags: 'reports.page-illegal' }, async () => {
  const { user, openDialog } = open()
  await openDialog()
  await user.click(await findRow('Hat mot en grupp människor'))
  await user.click(await screen.findByRole('checkbox', { name: 'Jag tror att det här är olagligt' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Ta med de senaste 100 meddelandena' }))
  await user.click(getSendButton())
  expect(await screen.findByText('Skriv varför du tror att det är olagligt.')).toBeTruthy()
  await expectFocusOn(findField())
  expect(filed).toEqual([])
  await user.type(await findField(), 'Hets mot folkgrupp.')
  await user.click(getSendButton())
  await findHeading('Tack, vi har din anmälan')
  expect(bodyOf(0)).toMatchObject({ illegal: true, lastHundred: true, words: 'Hets mot folkgrupp.' })
})

test('the author of a message is blocked too, unless the member turns it off; the author of a comment is not', {
  tags: 'reports.page-block',
}, async () => {
  const { user, openDialog } = open()
  await openDialog()
  await user.click(await findRow('Trakasserier eller förföljelse'))
  const block = await screen.findByRole<HTMLInputElement>('switch', { name: 'Blockera Vargen 77 också' })
  expect(block.checked).toBe(true)
  expect(screen.getByText('Ni ser inte varandra mer. Vargen 77 får inget besked.')).toBeTruthy()
  await user.click(getSendButton())
  await findHeading('Tack, vi har din anmälan')
  expect(bodyOf(0)).toMatchObject({ alsoBlock: true })
  expect(screen.getByText(/Vargen 77 är blockerad\./)).toBeTruthy()
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Stäng' })[1]!)

  await act(async () => requestReport({ ...MESSAGE, subject: { ...MESSAGE.subject, id: '102' } }))
  await user.click(await findRow('Något annat'))
  await user.click(await screen.findByRole('switch', { name: 'Blockera Vargen 77 också' }))
  await user.click(getSendButton())
  await findHeading('Tack, vi har din anmälan')
  expect(bodyOf(1)).not.toHaveProperty('alsoBlock')
  expect(screen.queryByText(/är blockerad/)).toBeNull()
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Stäng' })[1]!)

  await act(async () =>
    requestReport({ subject: { kind: 'GROUP_MESSAGE', id: '8', parentId: '2' }, name: 'Linn', isComment: true }),
  )
  await user.click(await findRow('Något annat'))
  expect(await findHeading('Anmäl kommentaren')).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  await user.click(getSendButton())
  await findHeading('Tack, vi har din anmälan')
  expect(bodyOf(2)).not.toHaveProperty('alsoBlock')
})

test('a rejected report keeps its text, and is sent again under the same client id unless it changes', {
  tags: 'reports.page-rejected',
}, async () => {
  filed = onPost('reports', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  const { user, openDialog } = open()
  await openDialog()
  await user.click(await findRow('Något annat'))
  await user.type(await findField(), 'Konstigt.')
  await user.click(getSendButton())
  expect(await screen.findByText(/^Den går inte längre att anmäla/)).toBeTruthy()
  expect((await findField()).textContent).toBe('Konstigt.')
  await user.click(getSendButton())
  await waitFor(() => expect(filed).toHaveLength(2))
  await screen.findByText(/^Den går inte längre att anmäla/)
  expect(bodyOf(1).clientId).toBe(bodyOf(0).clientId)

  filed = onPost('reports', respondWith(Report, aReport(), 201))
  const previousId = bodyOf(0)?.clientId
  await user.type(await findField(), ' Mycket.')
  await user.click(getSendButton())
  await findHeading('Tack, vi har din anmälan')
  expect(bodyOf(0)).toMatchObject({ words: 'Konstigt. Mycket.' })
  expect(bodyOf(0).clientId).not.toBe(previousId)
})

test('a member over the limit of reports is advised to call if someone is in danger', async () => {
  onPost('reports', respondWithError(429, 'TOO_MANY_REQUESTS', 'För många.'))
  const { user, openDialog } = open()
  await openDialog()
  await user.click(await findRow('Hot eller våld'))
  await user.click(getSendButton())
  expect(await screen.findByText(/ring 112 om någon är i fara/)).toBeTruthy()
})

test('a closed dialog keeps its input for the same subject only', { tags: 'reports.page-draft' }, async () => {
  const { user, openDialog } = open()
  await openDialog()
  await user.click(await findRow('Något annat'))
  await user.type(await findField(), 'Halvfärdigt')
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openDialog()
  expect((await findField()).textContent).toBe('Halvfärdigt')
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(async () => requestReport({ ...MESSAGE, subject: { ...MESSAGE.subject, id: '102' } }))
  expect(await findRow('Hot eller våld')).toBeTruthy()
})

test('Back closes the dialog, and keeps its input', { tags: 'reports.page-draft' }, async () => {
  let navigate: ReturnType<typeof useNavigate> = () => {}
  const Navigation = () => {
    navigate = useNavigate()
    return null
  }
  const { user, openDialog } = open(MESSAGE, <Navigation />)
  act(() => void navigate('/chats?id=7'))
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe('?id=7'))
  await openDialog()
  await user.click(await findRow('Trakasserier eller förföljelse'))
  await user.type(await findField(), 'Mina ord')
  act(() => void navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByTestId('search').textContent).toBe('')
  await openDialog()
  expect((await findField()).textContent).toBe('Mina ord')
})

test('a report that is written offline waits on the device, survives a reload, and is sent once', {
  tags: 'reports.page-offline',
}, async () => {
  setOnline(false)
  const { user, openDialog } = open()
  await openDialog()
  await user.click(await findRow('Hot eller våld'))
  await user.type(await findField(), 'Han hotar mig.')
  await user.click(getSendButton())
  const waiting = await findHeading('Anmälan väntar')
  await waitFor(() => expect(document.activeElement).toBe(waiting))
  expect(screen.getByText('När du är online')).toBeTruthy()
  expect(screen.getByRole('link', { name: /112$/ })).toBeTruthy()
  expect(filed).toEqual([])

  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Stäng' })[1]!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  reload()
  open()
  act(() => setOnline(true))
  expect(await screen.findByText('Tack, vi har din anmälan')).toBeTruthy()
  expect(filed.map(({ body }) => body)).toMatchObject([{ category: 'THREAT', words: 'Han hotar mig.' }])
})

test('a report that was damaged on the device is shown, is not sent, and can be discarded', async () => {
  onGet('reports', respondWith(OwnReports, { reports: [], deferred: false }))
  const { user } = renderInApp(
    <>
      <h1 tabIndex={-1}>Trygghet</h1>
      <OwnReportsList />
    </>,
  )
  act(() => void enqueueReport('{"subject":'))
  expect(await screen.findByText(/^Den går inte att läsa på den här enheten/)).toBeTruthy()
  await waitFor(() => expect(useOutbox.getState().items).toMatchObject([{ state: 'failed', problem: 'VALIDATION' }]))
  expect(filed).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Släng den skadade anmälan' }))
  expect(useOutbox.getState().items).toEqual([])
  expect(screen.queryByText('En skadad anmälan')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('the dialog shows when a waiting report has been sent', async () => {
  setOnline(false)
  const { user, openDialog } = open()
  await openDialog()
  await user.click(await findRow('Hot eller våld'))
  await user.click(getSendButton())
  await findHeading('Anmälan väntar')
  act(() => setOnline(true))
  expect(await findHeading('Tack, vi har din anmälan')).toBeTruthy()
  expect(screen.getByText(/^Senast /)).toBeTruthy()
  expect(filed).toHaveLength(1)
})

test('the team, which opens cases instead, has no action to report', { tags: 'reports.page-team' }, async () => {
  const Actions = () => useReportActions()(MESSAGE).map(({ id, label }) => <p key={id}>{label}</p>)
  const { rerender } = renderInApp(<Actions />)
  expect(screen.getByText('Anmäl meddelandet')).toBeTruthy()
  act(() => startSession({ ...mira, memberLevel: 'ADMIN' }))
  rerender(<Actions />)
  await vi.waitFor(() => expect(screen.queryByText('Anmäl meddelandet')).toBeNull())
})
