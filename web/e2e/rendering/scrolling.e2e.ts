import { expect, type Page } from '@playwright/test'
import { bubble, composer, log } from '../support/chatting.ts'
import { aMember, anOpenChat, DESKTOP, type Member, openAs, PHONE, sendAs } from '../support/members.ts'
import { test } from '../support/test.ts'

/** Creates a chat whose last messages are from Ann, numbered from 1 to `count`. */
async function aLongChat(count: number): Promise<{ ann: Member; bo: Member; chatId: string }> {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  for (let n = 1; n <= count; n += 1) await sendAs(ann, chatId, `nummer ${n}`)
  return { ann, bo, chatId }
}

/** Finds the scroll container of the messages. */
const findScroller = (page: Page) =>
  log(page).evaluateHandle((element) => {
    let box: HTMLElement | null = element as HTMLElement
    while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
    if (!box) throw new Error('the messages have no scroll container')
    return box
  })

const readRowTop = async (page: Page, text: string): Promise<number> =>
  (await bubble(page, text).boundingBox())?.y ?? Number.NaN

/** Returns the text of the first message that is not cut off at the top. */
const readFirstInView = async (page: Page): Promise<string> => {
  const box = await findScroller(page)
  return box.evaluate((element) => {
    const top = element.getBoundingClientRect().top
    const texts = [...element.querySelectorAll('article p')].filter((p) => p.getBoundingClientRect().top >= top)
    return texts[0]?.textContent ?? ''
  })
}

const readDistanceFromBottom = async (page: Page): Promise<number> =>
  (await findScroller(page)).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)

for (const [device, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`a chat with many unread messages opens at their divider, which stays, on a ${device}`, async ({ browser }) => {
    const { ann, bo, chatId } = await aLongChat(120)
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, options)
    const divider = log(page).getByRole('separator', { name: '120 nya meddelanden' })
    await expect(divider).toBeVisible()
    await expect(async () => {
      const box = await (await findScroller(page)).evaluate((element) => element.getBoundingClientRect().toJSON())
      expect((await divider.boundingBox())?.y).toBeLessThan(box.y + box.height / 3)
    }).toPass()
    await expect(bubble(page, 'nummer 1')).toBeVisible()
    await sendAs(ann, chatId, 'ett till')
    await expect(page.getByRole('button', { name: /nya|Nya meddelanden/ })).toBeVisible()
    await expect(divider).toBeVisible()
  })

  test(`new messages do not move the list while a member reads older ones, on a ${device}`, async ({ browser }) => {
    const { ann, bo, chatId } = await aLongChat(60)
    await sendAs(bo, chatId, 'allt läst')
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, options)
    await expect(bubble(page, 'allt läst')).toBeVisible()
    await expect.poll(() => readDistanceFromBottom(page)).toBeLessThanOrEqual(1)
    await (await findScroller(page)).evaluate((element) => element.scrollBy(0, -600))
    await expect(page.getByRole('button', { name: 'Till det senaste meddelandet' })).toBeVisible()
    const visibleText = await readFirstInView(page)
    const topBefore = await readRowTop(page, visibleText)
    for (const n of [1, 2, 3]) await sendAs(ann, chatId, `under läsningen ${n}`)
    await expect(page.getByRole('button', { name: /3 nya/ })).toBeVisible()
    await expect.poll(async () => Math.abs((await readRowTop(page, visibleText)) - topBefore)).toBeLessThan(1)
    await page.getByRole('button', { name: /3 nya/ }).click()
    await expect(bubble(page, 'under läsningen 3')).toBeInViewport()
    await sendAs(ann, chatId, 'och en på botten')
    await expect(bubble(page, 'och en på botten')).toBeInViewport()
  })

  test(`older pages load without a jump, a gap or a duplicate, on a ${device}`, async ({ browser }) => {
    const { bo, chatId } = await aLongChat(130)
    await sendAs(bo, chatId, 'allt läst')
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, options)
    await expect(bubble(page, 'allt läst')).toBeVisible()
    const box = await findScroller(page)
    const seenNumbers = new Set<number>()
    const readVisible = async (): Promise<number[]> => {
      const texts = await log(page).locator('article p').allTextContents()
      const numbers = texts.flatMap((text) => (/^nummer \d+$/.test(text) ? [Number(text.slice(7))] : []))
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
      for (const number of numbers) seenNumbers.add(number)
      return numbers
    }
    /**
     * Scrolls to the top of the rendered messages, and returns how far the first one moves while older ones load above.
     */
    const measureShiftAtTop = () =>
      box.evaluate(async (element) => {
        element.scrollTo(0, 0)
        const [first] = element.querySelectorAll('article')
        const topBefore = first?.getBoundingClientRect().top ?? Number.NaN
        for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
        return Math.abs((first?.getBoundingClientRect().top ?? Number.NaN) - topBefore)
      })
    const shifts: number[] = []
    await expect(async () => {
      shifts.push(await measureShiftAtTop())
      expect((await readVisible())[0]).toBe(1)
    }).toPass()
    expect(Math.max(...shifts)).toBeLessThanOrEqual(2)
    for (let attempt = 0; seenNumbers.size < 130 && attempt < 40; attempt += 1) {
      await box.evaluate((element) => element.scrollBy(0, element.clientHeight / 2))
      await readVisible()
    }
    expect([...seenNumbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 130 }, (_, index) => index + 1))
  })
}

test('at most 200 messages are rendered at a time, and arrow keys move between them', async ({ browser }) => {
  const { bo, chatId } = await aLongChat(400)
  await sendAs(bo, chatId, 'allt läst')
  const page = await openAs(browser, bo, `/chats?id=${chatId}`)
  await expect(bubble(page, 'allt läst')).toBeVisible()
  const box = await findScroller(page)
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo(0, 0))
    expect(await log(page).getByRole('article').count()).toBeLessThanOrEqual(200)
    await expect(bubble(page, 'Hej, vill ni byta några rader?')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(composer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Till det senaste meddelandet' }).click()
  await expect(bubble(page, 'allt läst')).toBeInViewport()
  await log(page).getByRole('article').last().focus()
  await page.keyboard.press('ArrowUp')
  await expect(log(page).getByRole('article').filter({ hasText: 'nummer 400' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(log(page).getByRole('article').last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Ta bort meddelandet' })).toBeVisible()
  // The menu takes the focus after it has become visible.
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(log(page).getByRole('article').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeFocused()
})

test('Enter sends on a desktop and breaks the line on a phone, and new text survives a pending send', async ({
  browser,
}) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  const desktop = await openAs(browser, ann, `/chats?id=${chatId}`)
  const phone = await openAs(browser, bo, `/chats?id=${chatId}`, PHONE)
  await composer(desktop).fill('rad ett')
  await composer(desktop).press('Shift+Enter')
  await composer(desktop).pressSequentially('rad två')
  await composer(desktop).press('Enter')
  await composer(desktop).pressSequentially('nästa redan påbörjat')
  await expect(log(phone).getByText('rad två')).toBeVisible()
  await expect(composer(desktop)).toHaveValue('nästa redan påbörjat')
  await composer(phone).fill('första raden')
  await composer(phone).press('Enter')
  await composer(phone).pressSequentially('andra raden')
  await expect(composer(phone)).toHaveValue('första raden\nandra raden')
})
