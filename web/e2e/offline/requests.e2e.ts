import { type BrowserContext, expect, type Page } from '@playwright/test'
import { aChatWithMembers } from '../support/chatting.ts'
import { as, DESKTOP, FIRST_VISIT, freshName, openAs } from '../support/members.ts'
import { test } from '../support/test.ts'

/** The number of pages that are open at the same time. */
const PARALLEL_PAGES = 5

const RETRY = { name: 'Försök igen' }

/** How a gateway rejects requests over the rate limit, and requests while it is overloaded. */
const REJECTIONS = [
  { status: 429, code: 'TOO_MANY_REQUESTS' },
  { status: 503, code: 'UNAVAILABLE' },
]

/** Rejects the first two reads of each path, once with each status. Returns the number of rejections by path. */
async function rejectRequests(page: Page): Promise<Map<string, number>> {
  const rejections = new Map<string, number>()
  await page.route('**/api/v2/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const isRead = request.method() === 'GET' || /filtered|search/.test(pathname)
    const count = rejections.get(pathname) ?? 0
    const rejection = REJECTIONS[count]
    if (!isRead || !rejection) return route.fallback()
    rejections.set(pathname, count + 1)
    const { status, code } = rejection
    return route.fulfill({ status, headers: { 'retry-after': '1' }, json: { code, message: 'Vänta lite.' } })
  })
  return rejections
}

test('pages retry their requests automatically after a 429 and after a 503', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const { groupId } = await as(bo).post<{ groupId: string }>('/groups', {
    groupName: freshName('Bokcirkeln'),
    description: 'Vi läser.',
    isOpen: true,
  })
  const encodedName = encodeURIComponent(ann.userName)
  const expectRetry = async (page: Page, path: string, request: string): Promise<void> => {
    const rejections = await rejectRequests(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => rejections.get(`/api/v2/${request}`), path).toBe(REJECTIONS.length)
    await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
    await expect(page.getByRole('button', RETRY), path).toHaveCount(0)
    await page.close()
  }
  // Each page, and a request for its content.
  const pages: [string, string][] = [
    ['/movie', 'movie'],
    ['/ads', 'ads/filtered'],
    ['/news', 'news'],
    [`/chats?id=${chatId}`, `chats/${chatId}`],
    ['/chats?tab=invites', 'groups/invites'],
    ['/groups', 'groups'],
    [`/groups?id=${groupId}&tab=members`, `groups/${groupId}/members`],
    ['/events', 'events/public'],
    ['/games', 'games/truth-or-dare'],
    ['/profilelist?type=SINGLE_FEMALE&index=0', 'profiles/search-encrypted'],
    [`/profile?name=${encodedName}`, `members/username/${encodedName}`],
    [`/profile?name=${encodedName}&tab=verification`, `verifications/${encodedName}`],
    [`/profile?name=${encodedName}&tab=visitors`, `profiles/visits/${encodedName}`],
    ['/myprofile?tab=photo', 'photos/private'],
    ['/myprofile?tab=settings&section=login', 'sessions'],
  ]
  const expectRetries = async (): Promise<void> => {
    let context: BrowserContext | undefined
    for (let next = pages.shift(); next; next = pages.shift()) {
      const page = await openAs(browser, bo, 'about:blank', DESKTOP, context)
      context = page.context()
      await expectRetry(page, ...next)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_PAGES }, expectRetries))
})

test('a first visit requests the chats before and again after the hub is ready, and received invites only when their tab is opened', async ({
  browser,
}) => {
  const { bo } = await aChatWithMembers()
  const page = await openAs(browser, bo, 'about:blank', FIRST_VISIT)
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v2/')) requests.push(`${request.method()} ${pathname.slice('/api/v2/'.length)}`)
  })
  await page.goto('/chats')
  await expect(page.locator('a[data-chat]')).toHaveCount(1)
  const firstRequests = [
    'GET absence',
    'GET app-config',
    ...['GET chats', 'GET chats'],
    ...['GET chats/count', 'GET chats/count'],
    // The invites that the member has sent.
    ...['GET chats/invites', 'GET chats/invites'],
    'GET groups/count',
    `GET members/username/${encodeURIComponent(bo.userName)}`,
    'GET news/count',
    'GET sessions/verify',
    'POST members/last-active',
  ]
  // The hub may become ready after the network was idle for a moment.
  await expect.poll(() => [...requests].sort()).toEqual(firstRequests)
  await page.waitForLoadState('networkidle')
  expect([...requests].sort()).toEqual(firstRequests)
  requests.length = 0
  await page.getByRole('tab', { name: 'Inbjudningar' }).click()
  await expect(page.getByRole('heading', { name: 'Inga inbjudningar just nu' })).toBeVisible()
  // The second request lists the invites that were put aside.
  await expect
    .poll(() => [...requests].sort())
    .toEqual(['GET chats/invites', 'GET chats/invites', 'GET groups/invites'])
})
