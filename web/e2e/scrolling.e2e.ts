import { expect, type Page } from '@playwright/test'
import { aMember, anOpenChat, DESKTOP, type Member, openAs, PHONE, sendAs } from './support/members.ts'
import { test } from './support/test.ts'

const log = (page: Page) => page.getByRole('log')
const bubble = (page: Page, text: string) => log(page).getByText(text, { exact: true })

/** Creates a chat whose last messages are all from Ann, numbered from 1. */
async function aLongChat(count: number): Promise<{ ann: Member; bo: Member; chatId: string }> {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  for (let n = 1; n <= count; n += 1) await sendAs(ann, chatId, `nummer ${n}`)
  return { ann, bo, chatId }
}

/** Finds the scroll container of the messages. */
const scroller = (page: Page) =>
  log(page).evaluateHandle((element) => {
    let box: HTMLElement | null = element as HTMLElement
    while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
    if (!box) throw new Error('the messages have no scroll container')
    return box
  })

const readTop = async (page: Page, text: string): Promise<number> =>
  (await bubble(page, text).boundingBox())?.y ?? Number.NaN

/** Finds the first message that is fully in view. */
const firstInView = async (page: Page): Promise<string> => {
  const box = await scroller(page)
  return box.evaluate((element) => {
    const top = element.getBoundingClientRect().top
    const texts = [...element.querySelectorAll('article p')].filter((p) => p.getBoundingClientRect().top >= top)
    return texts[0]?.textContent ?? ''
  })
}

const fromBottom = async (page: Page): Promise<number> =>
  (await scroller(page)).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)

for (const [device, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`many unread messages open below one divider that stays, on a ${device}`, async ({ browser }) => {
    const { ann, bo, chatId } = await aLongChat(120)
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, options)
    const divider = log(page).getByRole('separator', { name: '120 nya meddelanden' })
    await expect(divider).toBeVisible()
    await expect(async () => {
      const box = await (await scroller(page)).evaluate((element) => element.getBoundingClientRect().toJSON())
      expect((await divider.boundingBox())?.y).toBeLessThan(box.y + box.height / 3)
    }).toPass()
    await expect(bubble(page, 'nummer 1')).toBeVisible()
    await sendAs(ann, chatId, 'ett till')
    await expect(page.getByRole('button', { name: /nya|Nya meddelanden/ })).toBeVisible()
    await expect(divider).toBeVisible()
  })

  test(`new messages move nothing while a member reads older ones, on a ${device}`, async ({ browser }) => {
    const { ann, bo, chatId } = await aLongChat(60)
    await sendAs(bo, chatId, 'allt läst')
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, options)
    await expect(bubble(page, 'allt läst')).toBeVisible()
    await expect.poll(() => fromBottom(page)).toBeLessThanOrEqual(1)
    await (await scroller(page)).evaluate((element) => element.scrollBy(0, -600))
    await expect(page.getByRole('button', { name: 'Till det senaste meddelandet' })).toBeVisible()
    const reading = await firstInView(page)
    const before = await readTop(page, reading)
    for (const n of [1, 2, 3]) await sendAs(ann, chatId, `under läsningen ${n}`)
    await expect(page.getByRole('button', { name: /3 nya/ })).toBeVisible()
    expect(Math.abs((await readTop(page, reading)) - before)).toBeLessThan(1)
    await page.getByRole('button', { name: /3 nya/ }).click()
    await expect(bubble(page, 'under läsningen 3')).toBeVisible()
    await sendAs(ann, chatId, 'och en på botten')
    await expect(bubble(page, 'och en på botten')).toBeInViewport()
  })

  test(`older pages load without a jump, a gap or a duplicate, on a ${device}`, async ({ browser }) => {
    const { bo, chatId } = await aLongChat(130)
    await sendAs(bo, chatId, 'allt läst')
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, options)
    await expect(bubble(page, 'allt läst')).toBeVisible()
    const box = await scroller(page)
    const seenNumbers = new Set<number>()
    const readVisible = async (): Promise<number[]> => {
      const texts = await log(page).locator('article p').allTextContents()
      const numbers = texts.flatMap((text) => (/^nummer \d+$/.test(text) ? [Number(text.slice(7))] : []))
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
      for (const number of numbers) seenNumbers.add(number)
      return numbers
    }
    /**
     * Scrolls to the top of the rendered messages, and returns how far the first one moves while others load above it.
     */
    const moveAtTop = () =>
      box.evaluate(async (element) => {
        element.scrollTo(0, 0)
        const [first] = element.querySelectorAll('article')
        const before = first?.getBoundingClientRect().top ?? Number.NaN
        for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
        return Math.abs((first?.getBoundingClientRect().top ?? Number.NaN) - before)
      })
    const moves: number[] = []
    await expect(async () => {
      moves.push(await moveAtTop())
      expect((await readVisible())[0]).toBe(1)
    }).toPass()
    expect(Math.max(...moves)).toBeLessThanOrEqual(2)
    for (let at = 0; seenNumbers.size < 130 && at < 40; at += 1) {
      await box.evaluate((element) => element.scrollBy(0, element.clientHeight / 2))
      await readVisible()
    }
    expect([...seenNumbers].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 130 }, (_, index) => index + 1),
    )
  })
}

test('hundreds of messages render few elements, and keys move between them', async ({ browser }) => {
  const { bo, chatId } = await aLongChat(400)
  await sendAs(bo, chatId, 'allt läst')
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  await expect(bubble(page, 'allt läst')).toBeVisible()
  const box = await scroller(page)
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo(0, 0))
    expect(await log(page).getByRole('article').count()).toBeLessThanOrEqual(200)
    await expect(bubble(page, 'Hej, vill ni byta några rader?')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('textbox', { name: /^Meddelande till/ })).toBeVisible()
  await page.getByRole('button', { name: 'Till det senaste meddelandet' }).click()
  await expect(bubble(page, 'allt läst')).toBeInViewport()
  await log(page).getByRole('article').last().focus()
  await page.keyboard.press('ArrowUp')
  await expect(log(page).getByRole('article').filter({ hasText: 'nummer 400' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Ta bort meddelandet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: /^Meddelande till/ })).toBeFocused()
})

test('Enter sends on a desktop and breaks the line on a phone, and new text survives a pending send', async ({
  browser,
}) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  const desktop = await openAs(browser, ann, `/chats?id=${chatId}`)
  const phone = await openAs(browser, bo, `/chats?id=${chatId}`, PHONE)
  const field = (page: Page) => page.getByRole('textbox', { name: /^Meddelande till/ })
  await field(desktop).fill('rad ett')
  await field(desktop).press('Shift+Enter')
  await field(desktop).pressSequentially('rad två')
  await field(desktop).press('Enter')
  await field(desktop).pressSequentially('nästa redan påbörjat')
  await expect(log(phone).getByText('rad två')).toBeVisible()
  await expect(field(desktop)).toHaveValue('nästa redan påbörjat')
  await field(phone).fill('första raden')
  await field(phone).press('Enter')
  await field(phone).pressSequentially('andra raden')
  await expect(field(phone)).toHaveValue('första raden\nandra raden')
})
