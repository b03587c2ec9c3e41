import { expect, type Page } from '@playwright/test'
import { aMember, as, DESKTOP, openAs, PASSWORD } from './support/members.ts'
import { addAuthenticator, addPasskey } from './support/passkey.ts'
import { expectSaved } from './support/saving.ts'
import { aTeamMember } from './support/team.ts'
import { test } from './support/test.ts'

const logInWithPasskey = (page: Page) => page.getByRole('button', { name: 'Logga in med en passkey' }).click()

test('a lead logs in with a passkey, changes the duties of another admin, and finds the change in the log', {
  tag: '@passkeys.flow',
}, async ({ browser }) => {
  const [vera, nils] = await Promise.all([aTeamMember('Vera'), aTeamMember('Nils')])
  const page = await openAs(browser, vera, '/moderation', DESKTOP)
  await addAuthenticator(page)
  await page.getByRole('link', { name: 'Lägg till en passkey' }).click()
  await addPasskey(page, 'Datorn hemma')
  await page.getByRole('button', { name: 'Logga ut', exact: true }).first().click()
  await page.getByRole('link', { name: 'Logga in med en passkey' }).click()
  await logInWithPasskey(page)
  await expect(page).toHaveURL(/\/chats$/)
  await page.getByRole('link', { name: 'Ärenden' }).click()
  await expect(page.getByRole('heading', { name: 'Ärenden', level: 1 })).toBeFocused()
  await page.getByRole('tab', { name: 'Uppdrag' }).click()
  const operations = page.getByRole('region', { name: nils.userName }).getByRole('switch', { name: 'Drift' })
  const wasOperator = await operations.isChecked()
  await expectSaved(page, /\/moderation\/duties$/, () => operations.press('Space'))
  await expect(operations).toBeChecked({ checked: !wasOperator })
  await page.getByRole('tab', { name: 'Logg' }).click()
  const change = page.getByRole('listitem').filter({ hasText: `${vera.userName} ändrade uppdrag` })
  await expect(change.filter({ hasText: nils.userName })).toBeVisible()
  await page.reload()
  await expect(change.filter({ hasText: nils.userName })).toBeVisible()
  await page.getByRole('tab', { name: 'Uppdrag' }).click()
  await expect(operations).toBeChecked({ checked: !wasOperator })
})

test('a session that began with a password continues with a passkey, and returns to the page that required it', async ({
  browser,
}) => {
  const page = await openAs(browser, await aTeamMember('Vera'), '/myprofile?tab=settings&section=login', DESKTOP)
  await addAuthenticator(page)
  await addPasskey(page, 'Datorn hemma')
  await page.getByRole('link', { name: 'Ärenden' }).click()
  await page.getByRole('link', { name: 'Logga in med passkey' }).click()
  await logInWithPasskey(page)
  await expect(page.getByRole('tab', { name: 'Uppdrag' })).toBeVisible()
})

test('a member logs in with a passkey, and has no access to the page of the team', {
  tag: '@passkeys.member-flow',
}, async ({ browser }) => {
  const ann = await aMember('Ann')
  const page = await openAs(browser, ann, '/moderation', DESKTOP)
  await expect(page.getByRole('heading', { name: 'Sidan finns inte.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ärenden' })).toHaveCount(0)
  await expect(as(ann).get('/moderation/duties')).rejects.toThrow('403')
  await page.goto('/myprofile?tab=settings&section=login')
  await addAuthenticator(page)
  await addPasskey(page, 'Anns telefon')
  await page.goto('/passkey')
  await logInWithPasskey(page)
  await expect(page).toHaveURL(/\/chats$/)
  await page.goto('/myprofile?tab=settings&section=login')
  await expect(page.getByRole('listitem').filter({ hasText: 'Anns telefon' })).toContainText('Den här enheten')
})

test('a member who allows only passkeys logs in with a recovery code, and the password no longer works', {
  tag: '@recovery-codes.flow',
}, async ({ browser }) => {
  const ann = await aMember('Ann')
  const page = await openAs(browser, ann, '/myprofile?tab=settings&section=login', DESKTOP)
  await addAuthenticator(page)
  await addPasskey(page, 'Anns telefon')
  await page.getByRole('button', { name: 'Skapa koder' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Lösenord', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Skapa koder' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('checkbox', { name: 'Jag har sparat koderna' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Klart' }).click()
  const only = page.getByRole('switch', { name: 'Logga bara in med passkey' })
  await only.press('Space')
  const confirmation = page.getByRole('alertdialog')
  await confirmation.getByLabel('Lösenord', { exact: true }).fill(PASSWORD)
  await confirmation.getByRole('button', { name: 'Bara passkey' }).click()
  await expect(only).toBeChecked()

  const elsewhere = await (await browser.newContext(DESKTOP)).newPage()
  await elsewhere.goto('/')
  await elsewhere.getByLabel('E-post').fill(ann.email)
  await elsewhere.getByLabel('Lösenord', { exact: true }).fill(PASSWORD)
  await elsewhere.getByRole('button', { name: 'Logga in', exact: true }).click()
  await expect(elsewhere.getByRole('alert')).toBeVisible()
  await elsewhere.getByRole('link', { name: 'Logga in med en passkey' }).click()
  await elsewhere.getByRole('button', { name: 'Logga in med en återställningskod' }).click()
  await elsewhere.getByLabel('E-post').fill(ann.email)
  await elsewhere.getByLabel('Återställningskod').fill(codes[0] ?? '')
  await elsewhere.getByRole('button', { name: 'Logga in med en återställningskod' }).click()
  await expect(elsewhere.getByText('9 av 10 kvar')).toBeVisible()
  await expect(page.getByText('9 av 10 kvar')).toBeVisible()
})
