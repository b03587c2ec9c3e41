import { randomUUID } from 'node:crypto'
import type { Ad } from '@app/contract/ads'
import type { Event } from '@app/contract/events'
import type { Group, GroupMessage } from '@app/contract/groups'
import type { NewsItem } from '@app/contract/news'
import { expect } from '@playwright/test'
import { walkByKeyboard } from '../support/keyboard.ts'
import { aMember, anOpenChat, as, DESKTOP, freshName, openAs, sendAs } from '../support/members.ts'
import { anEntryBy } from '../support/movie.ts'
import { aTeamMember } from '../support/team.ts'
import { test } from '../support/test.ts'

test('Tab reaches the controls of the main screens, and each is visible and marked while focused', async ({
  browser,
}) => {
  const [mira, couple, team] = await Promise.all([
    aMember('Mira'),
    aMember('Linn och Erik', { couple: true }),
    aTeamMember('Vera'),
  ])
  const chatId = await anOpenChat(mira, couple)
  for (let n = 0; n < 12; n += 1) await sendAs(n % 2 ? mira : couple, chatId, `Rad ${n} om vinterbad och **bastu**.`)
  await as(couple).post(`/profiles/visits/kiss/${encodeURIComponent(mira.userName)}`)
  const group = await as(couple).post<Group>('/groups', {
    groupName: freshName('Middagar'),
    description: 'Vi lagar mat tillsammans.',
    isOpen: true,
  })
  await as(mira).post(`/groups/${group.groupId}/join`)
  const post = await as(couple).post<GroupMessage>(`/groups/${group.groupId}/messages`, { message: 'Vem tar bröd?' })
  await as(mira).post(`/groups/${group.groupId}/messages/${post.id}/comments`, { message: 'Jag bakar något.' })
  const event = await as(couple).post<Event>(`/events/groups/${group.groupId}`, {
    title: 'Höstmiddag',
    description: 'Långbord och levande ljus.',
    place: 'Matsalen',
    date: `${new Date().getUTCFullYear() + 1}-11-22`,
    time: '18:30',
  })
  const ad = await as(couple).post<Ad>('/ads', { title: 'Ö söker vänner', content: 'Vi har ett gästrum.' })
  const news = await as(team).post<NewsItem>('/news', {
    title: 'Middagar i nya städer',
    content: 'Grupperna öppnar.',
    clientId: randomUUID(),
  })
  const page = await openAs(browser, mira, '/movie', DESKTOP)
  await anEntryBy(page, couple, freshName('Kväll'))

  for (const path of [
    '/chats',
    `/chats?id=${chatId}`,
    '/groups',
    `/groups?id=${group.groupId}&tab=chat`,
    '/events',
    `/events?id=${event.id}`,
    '/ads',
    `/ads?id=${ad.id}`,
    '/movie',
    '/news',
    `/news?comments=${news.id}`,
    `/profile?name=${encodeURIComponent(couple.userName)}`,
    '/myprofile?tab=profile',
    '/myprofile?tab=photo',
    '/myprofile?tab=visitors',
    '/myprofile?tab=verification',
    '/myprofile?tab=settings',
    '/myprofile?tab=settings&section=notifications',
    '/myprofile?tab=settings&section=safety',
    '/myprofile?tab=settings&section=searches',
    '/myprofile?tab=settings&section=login',
    '/profilelist?type=MIXED_COUPLE&city=Stockholm',
    '/profilelist?type=MIXED_COUPLE&city=Stockholm&filter=open',
    '/games',
    '/games?tab=setup',
  ])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      // The open filter traps the focus, which the walk takes into account if it is open by then.
      if (path.endsWith('filter=open')) await expect(page.getByRole('dialog')).toBeVisible()
      const { count, problems } = await walkByKeyboard(page)
      expect.soft(problems, path).toEqual([])
      expect.soft(count, path).toBeGreaterThan(10)
    })
})
