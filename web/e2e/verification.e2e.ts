import { expect, type Page } from '@playwright/test'
import { aMember, anOpenChat, as, DESKTOP, type Member, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

const verificationUrl = ({ userName }: Member) => `/profile?name=${encodeURIComponent(userName)}&tab=verification`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a member requests a verification, another confirms it, and both see it without a reload', {
  tag: '@verifications.flow',
}, async ({ browser }) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  await anOpenChat(ann, bo)
  const requesterPage = await openAs(browser, ann, verificationUrl(bo), PHONE)
  const verifierPage = await openAs(browser, bo, '/myprofile?tab=verification', DESKTOP)
  await expect(verifierPage.getByText('Inte verifierad profil', { exact: true })).toBeVisible()

  await button(requesterPage, `Be ${bo.userName} verifiera dig`).click()
  await expect(button(requesterPage, 'Ta tillbaka förfrågan')).toBeVisible()
  await button(verifierPage, `Bekräfta ${ann.userName}`).click()
  await expect(requesterPage.getByText(`${bo.userName} har verifierat dig.`)).toBeVisible()
  await expect(button(verifierPage, `Bekräfta ${ann.userName}`)).toBeHidden()

  await requesterPage.goto('/myprofile?tab=verification')
  await expect(requesterPage.getByText('1 av 3')).toBeVisible()
  for (const verifier of [await aMember('Cia'), await aMember('Dag')]) {
    await anOpenChat(verifier, ann)
    await as(verifier).post('/verifications/verify', { userName: ann.userName, action: 'CONFIRM' })
  }
  await expect(requesterPage.getByRole('main').getByText('Verifierad profil', { exact: true })).toBeVisible()
  await requesterPage.close()
  await verifierPage.close()
})

test('verification requires a chat, and a confirmation can be withdrawn', async ({ browser }) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const page = await openAs(browser, ann, verificationUrl(bo), DESKTOP)
  await expect(button(page, `Verifiera ${bo.userName}`)).toBeDisabled()
  await expect(page.getByText('Verifiering kräver en pågående chatt.').first()).toBeVisible()
  await anOpenChat(ann, bo)
  await page.reload()
  await button(page, `Verifiera ${bo.userName}`).click()
  await button(page, 'Bekräfta').click()
  await expect(page.getByRole('main').getByText(`Du har verifierat ${bo.userName}.`)).toBeVisible()
  await button(page, 'Ta tillbaka verifieringen').click()
  await expect(button(page, `Verifiera ${bo.userName}`)).toBeEnabled()
  await page.close()
})
