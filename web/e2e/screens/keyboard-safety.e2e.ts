import { randomUUID } from 'node:crypto'
import type { CaseQueue, CaseRow } from '@app/contract/safety/cases'
import type { OwnReports } from '@app/contract/safety/reports'
import { expect, type Locator, type Page } from '@playwright/test'
import { aChatWithMembers } from '../support/chatting.ts'
import { as, type Member, openAs, sendAs } from '../support/members.ts'
import { aModerator } from '../support/team.ts'
import { test } from '../support/test.ts'

/** More tab stops than any of these screens has between two controls. */
const TABS_MAX = 40

/** Presses Tab, or another `key`, at most TABS_MAX times, until a control has the focus. */
async function moveTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  for (let n = 0; n < TABS_MAX; n += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(control).toBeFocused()
}

const press = async (page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> => {
  await moveTo(page, control)
  await page.keyboard.press(key)
}

/** Files a report in the open dialog without blocking its author, and closes the confirmation. */
async function fileByKeyboard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const words = dialog.getByRole('textbox')
  await moveTo(page, dialog.getByRole('radio', { name: 'Hot eller våld' }))
  await page.keyboard.press('End')
  await expect(dialog.getByRole('radio', { name: 'Något annat' })).toBeFocused()
  await moveTo(page, dialog.getByRole('radio', { name: 'Trakasserier eller förföljelse' }), 'ArrowUp')
  await page.keyboard.press('Space')
  await expect(words).toBeFocused()
  await moveTo(page, dialog.getByRole('button', { name: 'Ändra vad som har hänt' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { name: 'Trakasserier eller förföljelse' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(words).toBeFocused()
  await page.keyboard.type('Han ger sig inte.')
  await press(page, dialog.getByRole('switch'), 'Space')
  await expect(dialog.getByRole('switch')).not.toBeChecked()
  await press(page, dialog.getByRole('button', { name: 'Skicka anmälan' }))
  await expect(dialog.getByRole('heading', { name: 'Tack, vi har din anmälan' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

const listReports = async (member: Member) => (await as(member).get<OwnReports>('/reports')).reports

test('a profile and a message are reported with the keyboard alone, and the focus returns to where it began', {
  tag: '@reports.keyboard',
}, async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'Jag vet var du bor.')
  const page = await openAs(browser, bo, `/profile?name=${encodeURIComponent(ann.userName)}`)
  const report = page.getByRole('button', { name: `Anmäl ${ann.userName}` })
  await press(page, report)
  await fileByKeyboard(page)
  await expect(report).toBeFocused()

  await page.goto(`/chats?id=${chatId}`)
  const message = page.getByRole('log').getByRole('article').last()
  await expect(message).toContainText('Jag vet var du bor.')
  await press(page, message)
  await moveTo(page, page.getByRole('menuitem', { name: 'Anmäl meddelandet' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await fileByKeyboard(page)
  await expect(message).toBeFocused()
  expect(await listReports(bo)).toMatchObject([
    { kind: 'CHAT_MESSAGE', category: 'HARASSMENT', name: ann.userName },
    { kind: 'PROFILE', category: 'HARASSMENT', name: ann.userName },
  ])
})

/** Removes the last message by a member in a chat, on the report of the other member. */
async function removeLastMessage(chatId: string, reporter: Member, author: Member): Promise<void> {
  const vera = await aModerator('Vera')
  const subject = { kind: 'CHAT_MESSAGE', id: 'LATEST', parentId: chatId }
  await as(reporter).post('/reports', { clientId: randomUUID(), subject, category: 'THREAT' })
  const { rows } = await as(vera).get<CaseQueue>('/moderation/cases?limit=100')
  const id = rows.find((row) => row.author === author.userName)?.id
  const { version } = await as(vera).post<CaseRow>(`/moderation/cases/${id}/claim`)
  await as(vera).post(`/moderation/cases/${id}/decide`, {
    ...{ version, reason: 'TERMS_THREAT', facts: 'Du skrev att du vet var någon bor.' },
    actions: [{ kind: 'REMOVE' }],
  })
}

test('a decision that covers the page is read and appealed with the keyboard alone', {
  tag: '@decisions.keyboard',
}, async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'Jag vet var du bor.')
  await removeLastMessage(chatId, bo, ann)
  const page = await openAs(browser, ann, '/chats')
  const gate = page.getByRole('alertdialog', { name: 'Ett beslut om dig' })
  const title = gate.getByRole('heading', { name: 'Vi har tagit bort ett meddelande' })
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  await press(page, gate.getByRole('button', { name: 'Överklaga' }))
  await expect(gate.getByRole('heading', { name: 'Överklaga' })).toBeFocused()
  const words = gate.getByRole('textbox', { name: 'Vad har vi missat?' })
  await press(page, gate.getByRole('button', { name: 'Skicka överklagan' }))
  await expect(words).toBeFocused()
  await expect(words).toHaveAccessibleDescription(/Skriv vad vi har missat\./)
  await page.keyboard.type('Det är en rad ur en visa.')

  const cancel = gate.getByRole('button', { name: 'Avbryt' })
  await press(page, cancel)
  await expect(page.getByRole('button', { name: 'Fortsätt skriva' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cancel).toBeFocused()
  await expect(words).toHaveValue('Det är en rad ur en visa.')

  await press(page, gate.getByRole('button', { name: 'Skicka överklagan' }), 'Space')
  await expect(gate.getByText('Vi har din överklagan.')).toBeVisible()
  await expect(title).toBeFocused()
  await press(page, gate.getByRole('button', { name: 'Jag har läst beslutet' }))
  await expect(gate).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
