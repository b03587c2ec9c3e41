import type { ChatSummary } from '@app/contract/chats'
import { expect } from '@playwright/test'
import { aMember, as, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

test('a member chooses who may write first, and answers invites that were put aside', {
  tag: '@contact.flow',
}, async ({ browser }) => {
  const [bo, ann, cy] = [await aMember('Bo'), await aMember('Ann'), await aMember('Cy')]
  const page = await openAs(browser, bo, '/myprofile?tab=settings&section=safety', PHONE)
  await page.getByRole('radio', { name: 'Bara de som…' }).click()
  const saved = page.waitForResponse((response) => response.url().endsWith('/members/contact'))
  await page.getByRole('checkbox', { name: 'har foto' }).click()
  expect((await saved).status()).toBe(200)

  for (const inviter of [ann, cy])
    await as(inviter).post<ChatSummary>('/chats/invites', { recipientName: bo.userName, message: 'Hej, hur är läget?' })
  await page.goto('/chats?tab=invites')
  await expect(page.getByText('Inga inbjudningar just nu')).toBeVisible()
  await page.getByText('Åt sidan 2').click()
  const list = page.getByRole('region', { name: 'Åt sidan' })
  await expect(list.getByText('Saknar foto')).toHaveCount(2)
  await list.getByRole('checkbox', { name: `Välj inbjudan från ${ann.userName}` }).click()
  await page.getByRole('button', { name: 'Flytta till inbjudningar' }).click()
  await expect(list.getByText(ann.userName)).toHaveCount(0)
  await list.getByRole('checkbox', { name: `Välj inbjudan från ${cy.userName}` }).click()
  await page.getByRole('button', { name: 'Tacka nej' }).click()
  await expect(page.getByText('Inget ligger åt sidan')).toBeVisible()
  await page.getByText('Till dig').click()
  await page.getByRole('button', { name: 'Tacka ja' }).click()
  await expect(page.getByText('Ni kan skriva nu')).toBeVisible()
})

test('a profile shows the needs that the member does not meet to write first', { tag: '@contact.flow' }, async ({
  browser,
}) => {
  const [bo, ann] = [await aMember('Bo'), await aMember('Ann')]
  await as(bo).post('/members/contact', { needs: ['VERIFIED', 'PHOTO'], others: 'REFUSE' })
  const page = await openAs(browser, ann, `/profile?name=${encodeURIComponent(bo.userName)}`)
  await expect(page.getByText(`${bo.userName} har valt vilka som får skriva först.`)).toBeVisible()
  await expect(page.getByText('vara verifierad')).toBeVisible()
  await expect(page.getByText('ha ett foto')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bjud in till chatt' })).toHaveCount(0)
})
