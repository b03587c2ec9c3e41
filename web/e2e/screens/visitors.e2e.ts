import { expect } from '@playwright/test'
import { findLink, freshEmail, waitForMail } from '../support/members.ts'
import { applyAppearance, checkScreen, describeAppearances } from '../support/screens.ts'
import { test } from '../support/test.ts'

describeAppearances((appearance, text) => {
  test('every screen of a visitor is accessible', async ({ page, context }) => {
    await applyAppearance(context, appearance)
    await page.goto('/')
    await checkScreen(page, 'login', appearance)
    await page.getByRole('button', { name: text('Logga in', 'Log in') }).click()
    await checkScreen(page, 'login-errors', appearance)
    for (const [path, name] of [
      ['/passkey', 'passkey-login'],
      ['/registration', 'registration'],
      ['/registration/mail/mira@exempel.se', 'registration-sent'],
      ['/reset-pwd', 'reset'],
      ['/reset-pwd/mail/mira@exempel.se', 'reset-sent'],
      ['/reset-pwd/token/abc', 'reset-password'],
      ['/undelete/token/abc', 'undelete'],
      ['/email/token/abc', 'email'],
      ['/email-return/token/abc', 'email-return'],
      ['/unsubscribe/token/abc', 'unsubscribe'],
      ['/notice', 'notice'],
      ['/terms', 'terms'],
      ['/about', 'about'],
    ] as const) {
      await page.goto(path)
      await checkScreen(page, name, appearance)
    }
    const send = page.getByRole('button', { name: text('Skicka anmälan', 'Send report') })
    await page.goto('/notice')
    await send.click()
    await expect(page.locator('[aria-invalid]')).toHaveCount(6)
    await checkScreen(page, 'notice-errors', appearance)
    await page.getByRole('combobox').selectOption('MINOR')
    await page.getByRole('textbox', { name: text('Var du såg det', 'Where you saw it') }).fill('En profil')
    await page.getByRole('textbox', { name: text('Vad som är fel', 'What is wrong') }).fill('Bilden visar ett barn.')
    await page.getByRole('checkbox').check()
    await send.click()
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
    await checkScreen(page, 'notice-sent', appearance)
    const email = freshEmail()
    await page.goto('/registration')
    await page.getByRole('textbox').fill(email)
    await page.getByRole('button', { name: text('Skicka länken', 'Send link') }).click()
    await page.goto(findLink(await waitForMail(email)))
    await checkScreen(page, 'registration-form', appearance)
    await page.getByRole('button', { name: text('Skapa konto', 'Create account') }).click()
    await checkScreen(page, 'registration-form-errors', appearance)
  })
})
