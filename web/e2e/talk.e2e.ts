import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './support/accessibility.ts'
import { aChatWithMembers, bubble, composer, log, openActions, sendText } from './support/chatting.ts'
import { DESKTOP, openAs, PHONE, sendAs } from './support/members.ts'
import { test } from './support/test.ts'

const article = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text })
const row = (page: Page, text: string) => log(page).locator('[data-row]').filter({ hasText: text })

test('two members reply, react and edit, and quotes and reactions change for both immediately', {
  tag: '@talk.flow',
}, async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(ann, chatId, 'Vad har du på dig i kväll?')
  const path = `/chats?id=${chatId}`
  const annPage = await openAs(browser, ann, path, DESKTOP)
  const boPage = await openAs(browser, bo, path, DESKTOP)
  await expect(article(boPage, 'Vad har du på dig i kväll?')).toBeVisible()

  await test.step('Bo replies', async () => {
    await article(boPage, 'Vad har du på dig i kväll?').hover()
    await row(boPage, 'Vad har du på dig i kväll?').getByRole('button', { name: 'Svara' }).click()
    await expect(boPage.getByText(`Svarar ${ann.userName}`)).toBeVisible()
    await expect(composer(boPage)).toBeFocused()
    await sendText(boPage, 'Den gröna')
    await expect(boPage.getByText(`Svarar ${ann.userName}`)).toBeHidden()
    await expect(article(annPage, 'Den gröna')).toContainText('Vad har du på dig i kväll?')
  })

  await test.step('Ann reacts, which returns the ball, and Bo sees it without an unread message', async () => {
    await expect(annPage.getByText('Du har bollen').first()).toBeVisible()
    await article(annPage, 'Den gröna').hover()
    await row(annPage, 'Den gröna').getByRole('button', { name: 'Hjärta', exact: true }).click()
    await expect(row(annPage, 'Den gröna').getByRole('button', { name: 'Hjärta, 1' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(row(boPage, 'Den gröna').getByRole('button', { name: 'Hjärta, 1' })).toBeVisible()
    await expect(annPage.getByText(`Bollen är hos ${bo.userName}`).first()).toBeVisible()
  })

  await test.step('Ann edits the quoted message, and the quote changes', async () => {
    await composer(annPage).focus()
    await annPage.keyboard.press('ArrowUp')
    const editor = annPage.getByRole('textbox', { name: 'Redigera meddelandet' })
    await editor.fill('Vad har du på dig i morgon?')
    await editor.press('Enter')
    await expect(composer(annPage)).toBeFocused()
    await expect(article(boPage, 'Den gröna')).toContainText('Vad har du på dig i morgon?')
    await expect(row(boPage, 'Vad har du på dig i morgon?').first()).toContainText('redigerat')
  })

  await test.step('the quote opens its message', async () => {
    await article(boPage, 'Den gröna')
      .getByRole('button', { name: /^Svar till/ })
      .click()
    await expect(article(boPage, 'Vad har du på dig i morgon?').first()).toBeFocused()
  })
  await expectNoViolations(boPage, 'replies')

  await test.step('forced colors show own and other messages with different borders', async () => {
    await boPage.emulateMedia({ forcedColors: 'active' })
    await expect(article(boPage, 'Den gröna')).toHaveCSS('border-style', 'double')
    await expect(article(boPage, 'Vad har du på dig i morgon?').first()).toHaveCSS('border-style', 'solid')
    await boPage.emulateMedia({ forcedColors: null })
  })
})

test('on a touch screen a long press opens the reactions and the menu', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(bo, chatId, 'Tryck på mig')
  const page = await openAs(browser, ann, `/chats?id=${chatId}`, PHONE)
  await expect(bubble(page, 'Tryck på mig')).toBeVisible()
  await openActions(page, 'Tryck på mig')
  const dialog = page.getByRole('dialog', { name: 'Fler val för meddelandet' })
  await expect(dialog.getByRole('menuitem', { name: 'Svara' })).toBeVisible()
  for (const item of await dialog.getByRole('menuitem').all()) await expect(item).toBeInViewport({ ratio: 1 })
  await expectNoViolations(page, 'lifted message')
  await dialog.getByRole('button', { name: 'Skratt' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Tryck på mig').getByRole('button', { name: 'Skratt, 1' })).toBeVisible()
})

test('a reaction moves the messages neither at the end of the list nor above it', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  for (let n = 1; n <= 40; n += 1) await sendAs(n % 2 ? ann : bo, chatId, `rad ${n}`)
  const page = await openAs(browser, ann, `/chats?id=${chatId}`, DESKTOP)
  await expect(bubble(page, 'rad 40')).toBeVisible()
  const readTop = (text: string) => article(page, text).evaluate((element) => element.getBoundingClientRect().top)
  const react = async (text: string) => {
    await article(page, text).hover()
    await row(page, text).getByRole('button', { name: 'Eld', exact: true }).click()
    await expect(row(page, text).getByRole('button', { name: 'Eld, 1' })).toBeVisible()
  }
  await react('rad 40')
  const readDistanceToEnd = () =>
    log(page).evaluate((element) => {
      const box = element.closest<HTMLElement>('[class*="scroller"]') ?? element.parentElement!.parentElement!
      return box.scrollHeight - box.scrollTop - box.clientHeight
    })
  await expect.poll(readDistanceToEnd).toBeLessThan(2)
  await article(page, 'rad 20').scrollIntoViewIfNeeded()
  const first = await readTop('rad 20')
  await react('rad 22')
  await expect.poll(async () => Math.abs((await readTop('rad 20')) - first)).toBeLessThan(2)
})
