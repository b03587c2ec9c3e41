import type { Block } from '@app/contract/members/blocks'
import { expect } from '@playwright/test'
import { aChatWithMembers, bubble, composer, log } from './support/chatting.ts'
import { as, openAs, PHONE, sendAs } from './support/members.ts'
import { test } from './support/test.ts'

test('a block is silent for the other member, keeps the chat for the blocker, and can be ended', {
  tag: '@blocks.flow',
}, async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(bo, chatId, 'Jag vet var du bor.')
  const boPage = await openAs(browser, bo, `/chats?id=${chatId}`)
  await expect(bubble(boPage, 'Jag vet var du bor.')).toBeVisible()
  const annTab = await openAs(browser, ann, `/chats?id=${chatId}`)
  await expect(composer(annTab)).toBeVisible()

  const page = await openAs(browser, ann, `/profile?name=${encodeURIComponent(bo.userName)}`)
  await page.getByRole('button', { name: `Blockera ${bo.userName}` }).click()
  const dialog = page.getByRole('alertdialog', { name: `Blockera ${bo.userName}?` })
  await expect(dialog.getByText(`Chatten försvinner hos ${bo.userName}.`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Avbryt' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Blockera' }).click()
  await expect(page.getByText(`${bo.userName} är blockerad`)).toBeVisible()
  await expect(page).toHaveURL(/\/profilelist/)

  // The open pages of both members change without a reload, and nothing that Bo sees mentions the block.
  await expect(
    boPage.getByRole('heading', { name: 'Välj en chatt' }).or(boPage.getByText('Här är det lugnt')).first(),
  ).toBeVisible()
  await expect(boPage.getByText('Jag vet var du bor.')).toHaveCount(0)
  await expect(composer(annTab)).toHaveCount(0)
  await boPage.goto(`/profile?name=${encodeURIComponent(ann.userName)}`)
  await expect(boPage.getByText('Profilen finns inte, eller har tagits bort.')).toBeVisible()
  await boPage.goto(`/chats?id=${chatId}`)
  await expect(boPage.getByText('Chatten finns inte, eller har tagits bort.')).toBeVisible()
  await expect(boPage.getByText(/block/i)).toHaveCount(0)

  await page.goto('/myprofile?tab=settings&section=safety#blocked')
  await expect(page.getByRole('heading', { name: 'Blockerade' })).toBeInViewport()
  await page.getByRole('link', { name: `Läs chatten med ${bo.userName}` }).click()
  await expect(bubble(page, 'Jag vet var du bor.')).toBeVisible()
  await expect(page.getByText(`Du har blockerat ${bo.userName}.`)).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Chattar och inbjudningar' }).getByText(bo.userName)).toHaveCount(0)

  await page.getByRole('button', { name: 'Häv' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Häv blockeringen' }).click()
  await expect(composer(page)).toBeVisible()
  await expect(annTab.getByRole('region', { name: 'Chattar och inbjudningar' }).getByText(bo.userName)).toBeVisible()
  await boPage.goto(`/chats?id=${chatId}`)
  await composer(boPage).fill('Hör du mig?')
  await boPage.getByRole('button', { name: 'Skicka', exact: true }).click()
  await expect(log(page).getByText('Hör du mig?')).toBeVisible()
  expect(await as(ann).get<Block[]>('/blocks')).toEqual([])
})

test('on a phone, the menu of the chat can block the member, and the kept chat links back to the settings', {
  tag: '@blocks.flow',
}, async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(bo, chatId, 'Svara då.')
  const page = await openAs(browser, ann, `/chats?id=${chatId}`, PHONE)
  await page.getByRole('button', { name: `Fler val för chatten med ${bo.userName}` }).click()
  await page.getByRole('menuitem', { name: `Blockera ${bo.userName}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Blockera' }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await page.getByRole('button', { name: 'Till inställningarna' }).click()
  await page.getByRole('link', { name: `Läs chatten med ${bo.userName}` }).click()
  await expect(bubble(page, 'Svara då.')).toBeVisible()
  await page.getByRole('link', { name: 'Till inställningarna' }).click()
  await expect(page.getByRole('heading', { name: 'Blockerade' })).toBeInViewport()
})
