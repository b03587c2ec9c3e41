import { expect, type Page } from '@playwright/test'
import { aMember, anOpenChat, type Member, sendAs } from './members.ts'

export const composer = (page: Page) => page.getByRole('textbox', { name: /^Meddelande till/ })
export const log = (page: Page) => page.getByRole('log')
export const bubble = (page: Page, text: string) => log(page).getByText(text, { exact: true })

export async function sendText(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
}

/** Opens the menu of a message: on a touch screen with a long press, else with its button. */
export async function openActions(page: Page, text: string): Promise<void> {
  const message = log(page).getByText(text).last()
  const isTouch = await page.evaluate(() => matchMedia('(hover: none)').matches)
  if (isTouch) {
    // The code for long presses loads with the first messages, so that an early press has no effect.
    await expect(async () => {
      await message.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true, bubbles: true })
      await expect(page.getByRole('dialog').getByRole('menuitem').first()).toBeVisible({ timeout: 2_000 })
    }).toPass()
    return
  }
  await message.hover()
  const row = log(page).locator('[data-row]').filter({ hasText: text }).last()
  await row.getByRole('button', { name: /^(Fler val för|More options for) / }).click()
}

/** Creates two members with an open chat. */
export async function aChatWithMembers(): Promise<{ ann: Member; bo: Member; chatId: string }> {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  return { ann, bo, chatId: await anOpenChat(ann, bo) }
}

/** Sends a message and expects the page to show it: through the socket if it is connected, else by polling. */
export async function expectDelivery(page: Page, sender: Member, chatId: string): Promise<void> {
  const text = `hörs det ${Date.now()}`
  await sendAs(sender, chatId, text)
  await expect(bubble(page, text)).toBeVisible({ timeout: 30_000 })
}
