import { randomUUID } from 'node:crypto'
import type { Group, GroupMessage } from '@app/contract/groups'
import { expect, type Page } from '@playwright/test'
import { aMember, anOpenChat, as, DESKTOP, freshName, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

const listMarks = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('found-words') ?? [])].map((range) => range.toString()))

test('a member finds a message in a chat and one in a group, and opens both; on a phone, back returns to the hits', {
  tag: '@message-search.flow',
}, async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const chatId = await anOpenChat(ann, bo)
  const group = await as(ann).post<Group>('/groups', {
    ...{ groupName: freshName('Grupp'), description: 'Vi äter tillsammans.', isOpen: true },
  })
  await as(bo).post(`/groups/${group.groupId}/join`)
  const send = (path: string, message: string) => as(bo).post(path, { message, clientId: randomUUID() })
  await send(`/chats/${chatId}`, 'Vi ses på kräftskivan på lördag')
  await send(`/chats/${chatId}`, 'Ta med hatt')
  await send(`/groups/${group.groupId}/messages`, 'Vem kommer på KRÄFTSKIVA?')

  const desktop = await openAs(browser, ann, '/chats', DESKTOP)
  await desktop.getByRole('button', { name: 'Sök i meddelanden' }).click()
  const field = desktop.getByRole('textbox', { name: 'Sök i meddelanden' })
  await expect(field).toBeFocused()
  await field.pressSequentially('kräftskiva')
  await expect(desktop.getByText('2 träffar i två samtal')).toBeVisible()
  await desktop.getByRole('link', { name: /kräftskivan på lördag/ }).click()
  await expect(desktop.getByRole('log').getByText('Vi ses på kräftskivan på lördag')).toBeVisible()
  await expect.poll(() => listMarks(desktop)).toEqual(['kräftskiva'])
  await field.press('ArrowDown')
  await desktop.keyboard.press('Enter')
  await expect(desktop.getByRole('log').getByText('Vem kommer på KRÄFTSKIVA?')).toBeVisible()
  await expect.poll(() => listMarks(desktop)).toEqual(['KRÄFTSKIVA'])
  await expect(desktop.getByText('2 träffar i två samtal')).toBeVisible()
  await field.press('Escape')
  await expect(field).toHaveValue('')
  await field.press('Escape')
  await expect(field).toBeHidden()

  const phone = await openAs(browser, ann, `/chats?id=${chatId}`, PHONE)
  await phone.getByRole('button', { name: `Fler val för chatten med ${bo.userName}` }).click()
  await phone.getByRole('menuitem', { name: 'Sök i chatten' }).click()
  await phone.getByRole('textbox', { name: 'Sök i chatten' }).fill('hatt')
  await phone.getByRole('link', { name: /Ta med hatt/ }).click()
  await expect(phone.getByRole('log').getByText('Ta med hatt')).toBeVisible()
  await phone.goBack()
  await expect(phone.getByRole('link', { name: /Ta med hatt/ })).toBeVisible()
})

test('a hit that is an old comment opens in view and with the focus, and its post stays above', {
  tag: '@group-chats.linked-comment',
}, async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const { groupId } = await as(ann).post<Group>('/groups', {
    ...{ groupName: freshName('Grupp'), description: 'Vi äter tillsammans.', isOpen: true },
  })
  await as(bo).post(`/groups/${groupId}/join`)
  const send = <Sent>(path: string, message: string) => as(bo).post<Sent>(path, { message, clientId: randomUUID() })
  const post = await send<GroupMessage>(`/groups/${groupId}/messages`, 'Vem tar med vad?')
  const comments = `/groups/${groupId}/messages/${post.id}/comments`
  await send(comments, 'Jag tar med surströmming')
  for (let n = 1; n <= 24; n += 1) await send(comments, `Svar nummer ${n}`)

  const page = await openAs(browser, ann, '/chats?find=all', PHONE)
  await page.getByRole('textbox', { name: 'Sök i meddelanden' }).fill('surström')
  await page.getByRole('link', { name: /surströmming/ }).click()
  const comment = page.getByRole('listitem').filter({ hasText: 'Jag tar med surströmming' })
  await expect(comment).toBeFocused()
  await expect(comment).toBeInViewport({ ratio: 1 })
  await expect(comment).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => listMarks(page)).toEqual(['surström'])
})
