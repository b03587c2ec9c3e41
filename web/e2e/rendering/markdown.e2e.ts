import { randomUUID } from 'node:crypto'
import type { Event } from '@app/contract/events'
import type { Group } from '@app/contract/groups'
import type { NewsItem } from '@app/contract/news'
import { expect, type Page } from '@playwright/test'
import { aChatWithMembers, bubble } from '../support/chatting.ts'
import { as, FIRST_VISIT, freshName, openAs, sendAs } from '../support/members.ts'
import { aTeamMember } from '../support/team.ts'
import { test } from '../support/test.ts'

declare global {
  interface Window {
    markup: string[]
    shift: number
  }
}

const MESSAGE_TEXT = 'Det **viktiga** står [här](https://exempel.se).'

/** Collects, from the first frame on, visible Markdown markup and the layout shift. */
const observeRendering = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.markup = []
    window.shift = 0
    new MutationObserver(() => {
      const match = /^#+ .*|\*\*.*?\*\*|\]\(http/m.exec(document.body?.innerText ?? '')
      if (match) window.markup.push(match[0])
    }).observe(document, { childList: true, subtree: true, characterData: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const readMarkup = (page: Page): Promise<string[]> => page.evaluate(() => window.markup)

for (const path of ['/about', '/terms']) {
  test(`${path} shows no raw Markdown in any frame, and its layout does not shift`, async ({ page }) => {
    await observeRendering(page)
    await page.goto(path)
    await expect(page.locator('.markdown h2').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await readMarkup(page)).toEqual([])
    expect(await page.evaluate(() => window.shift)).toBeLessThan(0.02)
  })
}

test('profiles, groups, events, news and messages never show raw Markdown', async ({ browser }) => {
  const [{ ann, bo, chatId }, team] = await Promise.all([aChatWithMembers(), aTeamMember('Vera')])
  await as(bo).post('/members', { profile: { description: MESSAGE_TEXT } })
  const group = await as(ann).post<Group>('/groups', {
    groupName: freshName('Bokcirkeln'),
    description: MESSAGE_TEXT,
    isOpen: true,
  })
  const event = await as(ann).post<Event>('/events/public/', {
    title: freshName('Middag'),
    description: MESSAGE_TEXT,
    place: 'Kajen',
    date: `${new Date().getFullYear() + 1}-05-04`,
    time: '18:00',
  })
  const news = await as(team).post<NewsItem>('/news', {
    title: freshName('Nytt'),
    content: MESSAGE_TEXT,
    clientId: randomUUID(),
  })
  await sendAs(bo, chatId, MESSAGE_TEXT)
  for (const path of [
    `/profile?name=${encodeURIComponent(bo.userName)}`,
    `/groups?id=${group.groupId}&tab=about`,
    `/events?id=${event.id}`,
    `/news?comments=${news.id}`,
    `/chats?id=${chatId}`,
  ]) {
    const page = await openAs(browser, ann, 'about:blank', FIRST_VISIT)
    await observeRendering(page)
    await page.goto(path)
    await expect(page.locator('.markdown strong', { hasText: 'viktiga' }).first(), path).toBeVisible()
    expect(await readMarkup(page), path).toEqual([])
    await page.context().close()
  }
})

test('a message shows its raw text if the renderer cannot be loaded', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  await sendAs(bo, chatId, MESSAGE_TEXT)
  const page = await openAs(browser, ann, 'about:blank')
  await page.route(/\/assets\/markdown-/, (route) => route.abort())
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('/markdown-'))
  await page.goto(`/chats?id=${chatId}`)
  await aborted
  await expect(bubble(page, MESSAGE_TEXT)).toBeVisible()
})
