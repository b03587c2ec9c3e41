import { randomUUID } from 'node:crypto'
import type { Group, GroupMessage } from '@app/contract/groups'
import { expect, type Page } from '@playwright/test'
import { reloadUntilReady } from './support/hub.ts'
import { aMember, anOpenChat, as, DESKTOP, freshName, type Member, openAs, PHONE } from './support/members.ts'
import { aPicture } from './support/pictures.ts'
import { test } from './support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const log = (page: Page) => page.getByRole('log')
const post = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Skriv till gruppen' })

async function sendText(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Skicka', exact: true }).last().click()
}

const postAs = (sender: Member, { groupId }: Group, message: string): Promise<GroupMessage> =>
  as(sender).post<GroupMessage>(`/groups/${groupId}/messages`, { message, clientId: randomUUID() })

/** Creates a group of these members, owned by the first. */
async function aGroup(owner: Member, ...others: Member[]): Promise<Group> {
  const group = await as(owner).post<Group>('/groups', {
    groupName: freshName('Grupp'),
    description: 'Vi **äter** tillsammans.',
    isOpen: true,
  })
  for (const other of others) await as(other).post(`/groups/${group.groupId}/join`)
  return group
}

test('a member creates a group and invites another member, who accepts on the chats page', {
  tag: '@groups.invite-flow',
}, async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const name = freshName('Middagar')
  const annPage = await openAs(browser, ann, '/chats', DESKTOP)
  const invited = await openAs(browser, bo, '/chats?tab=invites', PHONE)
  await annPage.getByRole('button', { name: 'Ny chatt' }).first().click()
  await annPage.getByRole('dialog').getByRole('link', { name: 'Ny grupp' }).click()
  await annPage.getByLabel('Gruppens namn').fill(name)
  await annPage.getByLabel('Beskrivning').fill('Vi äter tillsammans.')
  await button(annPage, 'Skapa grupp').click()
  await expect(annPage.getByRole('heading', { name, level: 2 })).toBeVisible()

  await button(annPage, 'Bjud in').click()
  await annPage.getByLabel('Profilnamn').fill(bo.userName)
  await button(annPage, 'Sök').click()
  await annPage.getByRole('button', { name: new RegExp(bo.userName) }).click()
  await annPage.getByLabel('Hälsning').fill('Kom och ät!')
  await button(annPage, 'Skicka inbjudan').click()
  await expect(annPage.getByText(`Inbjudan till ${bo.userName} är skickad.`)).toBeVisible()

  const invite = invited.getByRole('article', { name: `${ann.userName} bjuder in dig till ${name}` })
  await expect(invite.getByText('Kom och ät!')).toBeVisible()
  await invite.getByRole('button', { name: 'Gå med' }).click()
  await expect(invited.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(invited.getByRole('heading', { name: `Välkommen till ${name}` })).toBeFocused()
  await expect(annPage.getByText('2 medlemmar').first()).toBeVisible()
  await annPage.getByRole('tab', { name: 'Medlemmar' }).click()
  await expect(annPage.getByRole('list', { name: 'Medlemmar' }).getByText(bo.userName)).toBeVisible()
})

test('a member is invited to a group from their profile, and can decline the invite and ignore the sender', {
  tag: '@groups.invite-from-profile-flow',
}, async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const group = await as(ann).post<Group>('/groups', { groupName: freshName('Grupp'), description: 'För oss.' })
  const page = await openAs(browser, ann, `/profile?name=${encodeURIComponent(bo.userName)}`, DESKTOP)
  await button(page, 'Bjud in till grupp').click()
  await page.getByLabel('Grupp', { exact: true }).selectOption({ label: group.groupName })
  await button(page, 'Skicka inbjudan').click()
  await expect(page.getByText(`Inbjudan till ${bo.userName} är skickad.`)).toBeVisible()
  const invited = await openAs(browser, bo, '/groups', PHONE)
  await invited.getByRole('link', { name: new RegExp(group.groupName) }).click()
  await button(invited, 'Tacka nej och ignorera').click()
  await invited.getByRole('alertdialog').getByRole('button', { name: 'Tacka nej och ignorera' }).click()
  await expect(invited.getByRole('link', { name: new RegExp(group.groupName) })).toBeHidden()
  await expect(invited.getByRole('heading', { level: 1 })).toBeFocused()
  await invited.goto(`/profile?name=${encodeURIComponent(ann.userName)}`)
  await expect(invited.getByText('Ni kan inte skriva till varandra.').first()).toBeVisible()
})

test('group invites are declined and accepted by keyboard beside their list, and a withdrawn one disappears', async ({
  browser,
}) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const invites = await Promise.all([aGroup(ann), aGroup(ann), aGroup(ann)])
  for (const { groupId } of invites) {
    await as(ann).post('/groups/invites', { groupId, recipientName: bo.userName, message: 'Kom och ät!' })
  }
  const [withdrawn, accepted, declined] = invites as [Group, Group, Group]
  const page = await openAs(browser, bo, '/chats?tab=invites', DESKTOP)
  const row = ({ groupName }: Group) => page.getByRole('link', { name: new RegExp(groupName) })
  const invite = ({ groupName }: Group) =>
    page.getByRole('region', { name: `${ann.userName} bjuder in dig till ${groupName}` })

  await row(declined).click()
  await expect(page).toHaveURL(`/chats?tab=invites&group=${declined.groupId}`)
  await expect(invite(declined).getByText('Kom och ät!')).toBeVisible()
  await page.reload()
  // The list and the invite beside it are rendered one after the other.
  await expect(row(declined)).toBeVisible()
  await invite(declined).getByRole('button', { name: 'Tacka nej', exact: true }).press('Enter')
  await expect(row(declined)).toHaveCount(0)
  await expect(row(accepted)).toBeFocused()
  await as(ann).post(`/groups/${withdrawn.groupId}/invites/${encodeURIComponent(bo.userName)}/withdraw`)
  await expect(row(withdrawn)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await invite(accepted).getByRole('button', { name: 'Gå med' }).press('Enter')
  await expect(page).toHaveURL(`/groups?id=${accepted.groupId}`)
  await expect(composer(page)).toBeVisible()
})

test('three members of a group see messages, edits, comments and deletions immediately', {
  tag: '@group-chats.flow',
}, async ({ browser }) => {
  const [ann, bo, cia] = await Promise.all([aMember('Ann'), aMember('Bo'), aMember('Cia')])
  const group = await aGroup(ann, bo, cia)
  const path = `/groups?id=${group.groupId}&tab=chat`
  const [annPage, boPage, ciaPage] = [
    await openAs(browser, ann, path, DESKTOP),
    await openAs(browser, bo, path, PHONE),
    await openAs(browser, cia, '/groups', DESKTOP),
  ]
  await expect(composer(boPage)).toBeVisible()
  await sendText(annPage, 'Vem tar med bröd?')
  await expect(post(boPage, 'Vem tar med bröd?')).toBeVisible()
  await expect(ciaPage.getByRole('link', { name: new RegExp(group.groupName) })).toContainText('1 oläst')
  await ciaPage.getByRole('link', { name: new RegExp(group.groupName) }).click()
  await expect(post(ciaPage, 'Vem tar med bröd?')).toBeVisible()

  const field = post(boPage, 'Vem tar med bröd?').getByRole('textbox', { name: /Skriv en kommentar/ })
  await field.fill('Jag tar surdeg')
  await post(boPage, 'Vem tar med bröd?').getByRole('button', { name: 'Skicka', exact: true }).click()
  await expect(post(annPage, 'Vem tar med bröd?').getByText('Jag tar surdeg')).toBeVisible()
  await expect(post(ciaPage, 'Vem tar med bröd?').getByText('Jag tar surdeg')).toBeVisible()

  await composer(annPage).focus()
  await annPage.keyboard.press('ArrowUp')
  const editor = annPage.getByRole('textbox', { name: 'Redigera meddelandet' })
  await editor.fill('Vem tar med bröd och smör?')
  await button(annPage, 'Spara').click()
  await expect(post(boPage, 'Vem tar med bröd och smör?')).toBeVisible()
  await expect(post(boPage, 'Vem tar med bröd och smör?').getByText('Jag tar surdeg')).toBeVisible()

  await post(annPage, 'Vem tar med bröd och smör?').getByRole('button', { name: 'Fler val för meddelandet' }).click()
  await annPage.getByRole('menuitem', { name: 'Ta bort meddelandet' }).click()
  await annPage.getByRole('alertdialog').getByRole('button', { name: 'Ta bort meddelandet' }).click()
  for (const page of [annPage, boPage, ciaPage]) {
    await expect(log(page).getByText('Meddelandet är borttaget')).toBeVisible()
    await expect(page.getByText('Vem tar med bröd och smör?')).toBeHidden()
  }
})

test('a photo in a group is visible to the others once it is processed', async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const group = await aGroup(ann, bo)
  const path = `/groups?id=${group.groupId}&tab=chat`
  const [annPage, boPage] = [await openAs(browser, ann, path, PHONE), await openAs(browser, bo, path, DESKTOP)]
  await expect(composer(annPage)).toBeVisible()
  await annPage
    .locator('input[type=file]')
    .first()
    .setInputFiles(await aPicture(annPage))
  await annPage.getByRole('dialog').getByRole('button', { name: 'Skicka foto' }).click()
  await expect(log(boPage).locator('img[src*="/media/"]').last()).toBeVisible()
})

test('a removed member loses access to the group immediately and receives none of its later messages', async ({
  browser,
}) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const group = await aGroup(ann, bo)
  const [annPage, boPage] = [
    await openAs(browser, ann, `/groups?id=${group.groupId}&tab=members`, DESKTOP),
    await openAs(browser, bo, `/groups?id=${group.groupId}&tab=chat`, PHONE),
  ]
  await expect(composer(boPage)).toBeVisible()
  await annPage.getByRole('button', { name: `Hantera ${bo.userName}` }).click()
  await annPage.getByRole('menuitem', { name: 'Ta bort ur gruppen' }).click()
  await annPage.getByRole('alertdialog').getByRole('button', { name: 'Ta bort ur gruppen' }).click()
  await expect(boPage.getByText('Du är inte med i gruppen längre.')).toBeVisible()
  const received = await reloadUntilReady(boPage)
  await postAs(ann, group, 'bara vi kvar')
  const chatId = await anOpenChat(ann, bo)
  await expect(async () => expect(received.join('')).toContain(chatId)).toPass()
  expect(received.join('')).not.toContain('bara vi kvar')
})

test('a link to an old message opens at that message, and messages of ignored members are collapsed', async ({
  browser,
}) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const group = await aGroup(ann, bo)
  const firstMessage = await postAs(ann, group, 'det här är meddelandet')
  for (let count = 0; count < 70; count += 1) await postAs(count % 2 ? ann : bo, group, `nummer ${count}`)
  const page = await openAs(browser, bo, `/groups?id=${group.groupId}&message=${firstMessage.id}`, DESKTOP)
  const linked = post(page, 'det här är meddelandet')
  await expect(linked).toBeInViewport()
  await expect(linked).toHaveAttribute('aria-current', 'true')
  await expect(log(page).getByText('nummer 3', { exact: true })).toBeAttached()
  await as(bo).post('/ignore', ann.userName)
  await page.goto(`/groups?id=${group.groupId}&tab=chat`)
  const ignoredNotice = `Ett meddelande från ${ann.userName}, som du ignorerar.`
  const ignoredPost = log(page).getByRole('article').filter({ hasText: ignoredNotice }).last()
  await expect(ignoredPost).toBeVisible()
  await expect(page.getByText('nummer 69', { exact: true })).toBeHidden()
  await ignoredPost.getByRole('button', { name: 'Visa' }).click()
  await expect(page.getByText('nummer 69', { exact: true })).toBeVisible()
})

test('the button to the newest message and sending a message both scroll from a linked message to the end', async ({
  browser,
}) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const group = await aGroup(ann, bo)
  const sentMessages: GroupMessage[] = []
  for (let count = 0; count < 60; count += 1) sentMessages.push(await postAs(ann, group, `nummer ${count}.`))
  const page = await openAs(browser, bo, `/groups?id=${group.groupId}&message=${sentMessages[25]?.id}`, DESKTOP)
  await expect(post(page, 'nummer 25.')).toBeInViewport()
  await button(page, 'Till det senaste').click()
  await expect(post(page, 'nummer 59.')).toBeInViewport()
  await page.reload()
  await expect(post(page, 'nummer 25.')).toBeInViewport()
  await sendText(page, 'Jag svarar på allt')
  await expect(post(page, 'Jag svarar på allt')).toBeInViewport()
  await expect(button(page, 'Till det senaste')).toBeHidden()
})

test('joining moves the focus to the welcome heading, and a removal moves it to the page heading for both members', async ({
  browser,
}) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const group = await aGroup(ann)
  const [annPage, boPage] = [
    await openAs(browser, ann, `/groups?id=${group.groupId}&tab=members`, DESKTOP),
    await openAs(browser, bo, `/groups?id=${group.groupId}`, PHONE),
  ]
  const heading = (page: Page) => page.getByRole('heading', { name: 'Grupper', level: 1 })
  await button(boPage, 'Gå med').click()
  await expect(composer(boPage)).toBeVisible()
  await expect(boPage.getByRole('heading', { name: `Välkommen till ${group.groupName}` })).toBeFocused()
  await composer(boPage).fill('Mitt i en me')
  await annPage.getByRole('button', { name: `Hantera ${bo.userName}` }).click()
  await annPage.getByRole('menuitem', { name: 'Ta bort ur gruppen' }).click()
  // The toast disappears after a few seconds.
  await Promise.all([
    expect(boPage.getByText('Du är inte med i gruppen längre.')).toBeVisible(),
    annPage.getByRole('alertdialog').getByRole('button', { name: 'Ta bort ur gruppen' }).click(),
  ])
  await expect(annPage.getByRole('link', { name: bo.userName })).toHaveCount(0)
  await expect(heading(annPage)).toBeFocused()
  await expect(heading(boPage)).toBeFocused()
})

test('the description of a group is reachable and scrollable by keyboard, even without links', async ({ browser }) => {
  const ann = await aMember('Ann')
  const group = await as(ann).post<Group>('/groups', {
    groupName: freshName('Grupp'),
    description: 'Vi äter tillsammans.\n\n'.repeat(40),
    isOpen: true,
  })
  const page = await openAs(browser, ann, `/groups?id=${group.groupId}&tab=about`, DESKTOP)
  await expect(page.getByText('Vi äter tillsammans.').first()).toBeVisible()
  const panel = page.getByRole('tabpanel', { name: 'Om' })
  await expect(panel).toHaveAttribute('tabindex', '0')
  await page.getByRole('tab', { name: 'Om' }).focus()
  await page.keyboard.press('Tab')
  await expect(panel).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByText('Öppen grupp')).toBeInViewport()
  await page.getByRole('tab', { name: 'Gruppchatt' }).click()
  await expect(page.getByRole('tabpanel')).not.toHaveAttribute('tabindex')
})

test('two members of a group react to a post, and both see the same count', async ({ browser }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const group = await aGroup(ann, bo)
  const path = `/groups?id=${group.groupId}&tab=chat`
  const [annPage, boPage] = [await openAs(browser, ann, path, DESKTOP), await openAs(browser, bo, path, DESKTOP)]
  await expect(composer(boPage)).toBeVisible()
  await sendText(annPage, 'Fest på lördag')
  for (const page of [annPage, boPage]) {
    await post(page, 'Fest på lördag').hover()
    await post(page, 'Fest på lördag').getByRole('button', { name: 'Tumme upp', exact: true }).first().click()
  }
  for (const page of [annPage, boPage]) {
    await expect(
      post(page, 'Fest på lördag').getByRole('button', { name: 'Tumme upp, 2, du är en av dem' }),
    ).toBeVisible()
  }
})
