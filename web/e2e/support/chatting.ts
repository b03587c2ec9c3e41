import { expect, type Page } from '@playwright/test'
import { aMember, anOpenChat, type Member, sendAs } from './members.ts'

export const composer = (page: Page) => page.getByRole('textbox', { name: /^Meddelande till/ })
export const log = (page: Page) => page.getByRole('log')
export const bubble = (page: Page, text: string) => log(page).getByText(text, { exact: true })

export async function sendText(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
}

export async function twoInAChat(): Promise<{ ann: Member; bo: Member; chatId: string }> {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  return { ann, bo, chatId: await anOpenChat(ann, bo) }
}

/** Expects delivery: at once while the page's socket is connected, otherwise within 15 s by polling. */
export async function expectDelivery(page: Page, from: Member, chatId: string): Promise<void> {
  const text = `hörs det ${Date.now()}`
  await sendAs(from, chatId, text)
  await expect(bubble(page, text)).toBeVisible({ timeout: 30_000 })
}
