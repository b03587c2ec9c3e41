import { expect, type Page } from '@playwright/test'
import { twoInAChat } from './support/chatting.ts'
import { as, freshName, openAs } from './support/members.ts'
import { test } from './support/test.ts'

/** The pages that wait for their retries at the same time. */
const AT_ONCE = 5

const RETRY = { name: 'Försök igen' }

/** Rejects the first request to each path, as a rate limit does. Returns the rejected paths. */
async function rejectRequests(page: Page, status: 429 | 503): Promise<Set<string>> {
  const rejectedOnce = new Set<string>()
  await page.route('**/api/v2/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const isRead = request.method() === 'GET' || /filtered|search/.test(pathname)
    if (!isRead || rejectedOnce.has(pathname)) return route.fallback()
    rejectedOnce.add(pathname)
    return route.fulfill({
      status,
      headers: { 'retry-after': '1' },
      json: { code: status === 429 ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE', message: 'Vänta lite.' },
    })
  })
  return rejectedOnce
}

for (const status of [429, 503] as const) {
  test(`every page retries by itself after a ${status}`, async ({ browser }) => {
    const { ann, bo, chatId } = await twoInAChat()
    const { groupId } = await as(bo).post<{ groupId: string }>('/groups', {
      groupName: freshName('Bokcirkeln'),
      description: 'Vi läser.',
      isOpen: true,
    })
    const about = encodeURIComponent(ann.userName)
    const expectRetry = async (path: string): Promise<void> => {
      const page = await openAs(browser, bo, 'about:blank')
      const rejected = await rejectRequests(page, status)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(rejected.size, path).toBeGreaterThan(0)
      await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
      await expect(page.getByRole('button', RETRY), path).toHaveCount(0)
      await page.context().close()
    }
    const paths = [
      '/movie',
      '/ads',
      '/news',
      `/chats?id=${chatId}`,
      '/chats?tab=invites',
      '/groups',
      `/groups?id=${groupId}&tab=members`,
      '/events',
      '/games',
      '/profilelist?type=SINGLE_FEMALE&index=0',
      `/profile?name=${about}`,
      `/profile?name=${about}&tab=verification`,
      `/profile?name=${about}&tab=visitors`,
      '/myprofile?tab=photo',
      '/myprofile?tab=settings',
    ]
    for (let start = 0; start < paths.length; start += AT_ONCE)
      await Promise.all(paths.slice(start, start + AT_ONCE).map(expectRetry))
  })
}

test('the chats page sends eight requests at its start, and loads invites with their tab', async ({ browser }) => {
  const { bo } = await twoInAChat()
  const page = await openAs(browser, bo, 'about:blank')
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v2/')) calls.push(`${request.method()} ${pathname.slice('/api/v2/'.length)}`)
  })
  await page.goto('/chats')
  await expect(page.locator('a[data-chat]')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  expect(calls.sort()).toEqual([
    'GET app-config',
    'GET chats',
    'GET chats/count',
    'GET groups/count',
    `GET members/username/${encodeURIComponent(bo.userName)}`,
    'GET news/count',
    'GET sessions/verify',
    'POST members/last-active',
  ])
  calls.length = 0
  await page.getByRole('tab', { name: 'Inbjudningar' }).click()
  await expect(page.getByRole('heading', { name: 'Inga inbjudningar just nu' })).toBeVisible()
  expect(calls.sort()).toEqual(['GET chats/invites', 'GET chats/invites', 'GET groups/invites'])
})
