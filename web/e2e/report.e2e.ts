import type { OwnReports } from '@app/contract/safety/reports'
import { expect, type Page } from '@playwright/test'
import { aChatWithMembers, bubble, openActions } from './support/chatting.ts'
import { as, DESKTOP, type Member, openAs, PHONE, sendAs } from './support/members.ts'
import { test } from './support/test.ts'

const reportsOf = async (member: Member): Promise<OwnReports['reports']> =>
  (await as(member).get<OwnReports>('/reports')).reports

/** Opens the dialog that reports a message. */
async function reportMessage(page: Page, text: string): Promise<void> {
  await openActions(page, text)
  await page.getByRole('menuitem', { name: 'Anmäl meddelandet' }).click()
}

for (const [device, size] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`a threat is reported with two taps in the dialog on a ${device}, and the report is listed`, {
    tag: '@reports.flow',
  }, async ({ browser }) => {
    const { ann, bo, chatId } = await aChatWithMembers()
    await sendAs(ann, chatId, 'Jag vet var du bor.')
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, size)
    await reportMessage(page, 'Jag vet var du bor.')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(`${ann.userName} får aldrig veta vem som anmälde.`)).toBeVisible()
    await dialog.getByRole('radio', { name: 'Hot eller våld' }).click()
    await dialog.getByRole('button', { name: 'Skicka anmälan' }).click()
    const confirmation = dialog.getByRole('heading', { name: 'Tack, vi har din anmälan' })
    await expect(confirmation).toBeFocused()
    await expect(dialog.getByRole('link', { name: /112$/ })).toHaveAttribute('href', 'tel:112')
    expect(await reportsOf(bo)).toMatchObject([{ kind: 'CHAT_MESSAGE', category: 'THREAT', state: 'RECEIVED' }])
    expect(await reportsOf(ann)).toEqual([])

    await dialog.getByRole('button', { name: 'Mina anmälningar' }).click()
    await expect(page.getByRole('heading', { name: 'Ett meddelande' })).toBeVisible()
    await expect(page.getByText('Mottagen')).toBeVisible()
    await page.goto(`/chats?id=${chatId}`)
    await expect(bubble(page, 'Jag vet var du bor.')).toBeVisible()
  })
}

test('a chat that has vanished can be reported, and its author blocked', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'Du ska få ångra dig.')
  await as(ann).post(`/chats/${chatId}/delete`)
  await as(bo).post(`/chats/${chatId}/delete`)
  const page = await openAs(browser, bo, '/safety?tab=past')
  await page.getByRole('button', { name: `Anmäl det sista meddelandet från ${ann.userName}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Trakasserier eller förföljelse' }).click()
  await expect(dialog.getByRole('switch', { name: `Blockera ${ann.userName} också` })).toBeChecked()
  await dialog.getByRole('button', { name: 'Skicka anmälan' }).click()
  await expect(dialog.getByText(`${ann.userName} är blockerad.`)).toBeVisible()
  expect(await reportsOf(bo)).toMatchObject([{ kind: 'CHAT_MESSAGE', category: 'HARASSMENT' }])
  expect(await as(bo).get('/blocks')).toMatchObject([{ userName: ann.userName }])
})
