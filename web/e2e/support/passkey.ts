import { expect, type Page } from '@playwright/test'
import { PASSWORD } from './members.ts'

/** Gives this page a virtual authenticator, which always answers without user interaction. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Adds a passkey in the open settings, which ask for the password. `text` selects the language of the page. */
export async function addPasskey(page: Page, name: string, text = (sv: string, _en: string) => sv): Promise<void> {
  const card = page.getByRole('region', { name: 'Passkeys' })
  const add = card.getByRole('button', { name: text('Lägg till en passkey', 'Add a passkey') })
  await add.click()
  await card.getByLabel(text('Namn', 'Name'), { exact: true }).fill(name)
  await card.getByLabel(text('Lösenord', 'Password'), { exact: true }).fill(PASSWORD)
  await add.click()
  await expect(card.getByRole('listitem').filter({ hasText: name })).toBeVisible()
}
