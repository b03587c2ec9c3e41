import { expect, type Page } from '@playwright/test'
import { bubble, composer, log, sendText } from './support/chatting.ts'
import { waitForServiceWorker } from './support/device.ts'
import { openUntilReady, reloadUntilReady } from './support/hub.ts'
import { aMember, anOpenChat, as, DESKTOP, type Member, openAs, PHONE, readAs, sendAs } from './support/members.ts'
import { test } from './support/test.ts'

test('a request has the same id in the response and in the push to the recipient', async ({ browser }) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  const path = `/chats?id=${chatId}`
  const [annPage, boPage] = [await openAs(browser, ann, path), await openAs(browser, bo, path)]
  const frames = await reloadUntilReady(boPage)
  await expect(composer(boPage)).toBeVisible()
  const sentResponse = annPage.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith(`/chats/${chatId}`),
  )
  await sendText(annPage, 'Med ett nummer')
  await expect(bubble(boPage, 'Med ett nummer')).toBeVisible()
  const id = (await (await sentResponse).request().allHeaders())['x-request-id'] ?? ''
  expect((await sentResponse).headers()['x-request-id']).toBe(id)
  await expect
    .poll(() => frames.filter((frame) => frame.includes('"chat:message"') && frame.includes(`"${id}"`)))
    .toHaveLength(1)
})

test('two members invite, chat and ignore, one on a desktop and one on a phone', { tag: '@chats.flow' }, async ({
  browser,
}) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo', { couple: true })]
  // Neither page makes up for a typing indicator that it has missed.
  const desktop = await openUntilReady(browser, ann, '/chats', { ...DESKTOP, reducedMotion: 'no-preference' })
  const phone = await openUntilReady(browser, bo, '/chats', { ...PHONE, reducedMotion: 'no-preference' })
  await expect(desktop.getByText('Här är det lugnt')).toBeVisible()

  await test.step('Ann finds Bo by part of the name and sends an invite', async () => {
    await desktop.getByRole('button', { name: 'Ny chatt' }).first().click()
    const dialog = desktop.getByRole('dialog')
    await dialog.getByLabel('Profilnamn').fill(bo.userName.slice(0, -2))
    await dialog.getByRole('button', { name: 'Sök' }).click()
    await dialog.getByRole('button', { name: bo.userName }).click()
    await dialog.getByLabel('Första meddelandet').fill('Hej, vill ni byta några rader?')
    await dialog.getByRole('button', { name: 'Bjud in till chatt' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('Bo receives the invite immediately and accepts it', async () => {
    await phone.getByRole('tab', { name: /Inbjudningar/ }).click()
    await expect(phone.getByText(ann.userName).first()).toBeVisible()
    await expect(phone.getByText('Hej, vill ni byta några rader?').first()).toBeVisible()
    await phone.getByRole('button', { name: 'Tacka ja' }).first().click()
    await expect(composer(phone)).toBeVisible()
    await desktop.getByRole('tab', { name: /Chattar/ }).click()
    await desktop.getByRole('link', { name: new RegExp(bo.userName) }).click()
    await expect(composer(desktop)).toBeVisible()
  })

  await test.step('the typing indicator shows', async () => {
    await Promise.all([
      expect(desktop.getByText('skriver…').first()).toBeVisible(),
      composer(phone).pressSequentially('Nu skriver'),
    ])
    await composer(phone).fill('')
    await expect(desktop.getByText('skriver…')).toHaveCount(0)
  })

  await test.step('twenty messages in each direction arrive in order', async () => {
    for (let n = 1; n <= 20; n += 1) {
      await sendText(desktop, `från Ann ${n}`)
      await sendText(phone, `från Bo ${n}`)
    }
    for (const page of [desktop, phone]) {
      await expect(bubble(page, 'från Ann 20')).toBeVisible()
      await expect(bubble(page, 'från Bo 20')).toBeVisible()
    }
    const chatId = new URL(desktop.url()).searchParams.get('id') ?? ''
    const { messages } = await readAs(ann, chatId)
    expect(messages.filter(({ mine }) => mine).map(({ message }) => message)).toEqual([
      'Hej, vill ni byta några rader?',
      ...Array.from({ length: 20 }, (_, n) => `från Ann ${n + 1}`),
    ])
    expect(messages).toHaveLength(41)
  })

  await test.step('the last message is marked as read', async () => {
    await sendText(desktop, 'har du läst?')
    await expect(bubble(phone, 'har du läst?')).toBeVisible()
    await expect(log(desktop).getByText(/Läst/).last()).toBeVisible()
  })

  await test.step('a message is deleted for both', async () => {
    await bubble(desktop, 'har du läst?').hover()
    await desktop.getByRole('button', { name: 'Fler val för meddelandet' }).last().click()
    await desktop.getByRole('menuitem', { name: 'Ta bort meddelandet' }).click()
    await desktop.getByRole('alertdialog').getByRole('button', { name: 'Ta bort meddelandet' }).click()
    for (const page of [desktop, phone]) {
      await expect(bubble(page, 'har du läst?')).toHaveCount(0)
      await expect(log(page).getByText('Meddelandet är borttaget')).toBeVisible()
    }
  })

  await test.step('ignoring disables writing on both sides immediately', async () => {
    await desktop.getByRole('button', { name: `Fler val för chatten med ${bo.userName}` }).click()
    await desktop.getByRole('menuitem', { name: 'Ignorera' }).click()
    await expect(desktop.getByText(`Du ignorerar ${bo.userName}.`)).toBeVisible()
    await expect(phone.getByText('Ni kan inte skriva till varandra.')).toBeVisible()
    await expect(composer(phone)).toHaveCount(0)
  })

  await test.step('logging out redirects to the login page', async () => {
    await desktop.getByRole('button', { name: 'Logga ut' }).click()
    await expect(desktop.getByRole('heading', { name: 'Välkommen in' })).toBeVisible()
  })
})

test('an unread message shows a badge and the ball in every tab, and opening the chat clears the badges', async ({
  browser,
}) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  const page = await openAs(browser, bo, '/chats')
  const tab = await page.context().newPage()
  await tab.goto('/chats')
  await sendAs(ann, chatId, 'ett nytt meddelande')
  for (const openPage of [page, tab]) {
    await expect(openPage.getByRole('tab', { name: /Chattar/ })).toContainText('1')
    await expect(openPage.getByText('Du har bollen').first()).toBeVisible()
  }
  await page.getByRole('link', { name: new RegExp(ann.userName) }).click()
  await expect(page.getByText('1 nytt meddelande').first()).toBeVisible()
  for (const openPage of [page, tab])
    await expect(openPage.getByRole('tab', { name: /Chattar/ })).not.toContainText('1')
  await expect(page.getByText('1 nytt meddelande').first()).toBeVisible()
  await expect(page).toHaveTitle('Salong')
})

test('a draft survives a reload until it is sent', async ({ browser }) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  const page = await openAs(browser, ann, `/chats?id=${chatId}`)
  await composer(page).fill('halvfärdig tanke')
  await expect(page.getByText('Utkast').first()).toBeVisible()
  await page.reload()
  await expect(composer(page)).toHaveValue('halvfärdig tanke')
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
  await expect(bubble(page, 'halvfärdig tanke')).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await page.reload()
  await expect(composer(page)).toHaveValue('')
  await expect(page.getByText('Utkast')).toHaveCount(0)
})

/** Finds a member's row in the list. The name in the pane is also a link, but to the profile. */
const rowOf = (page: Page, { userName }: Member) => page.getByRole('link', { name: new RegExp(`^${userName} .`) })

test('the recipient postpones and declines an invite, which the sender does not see and can still withdraw', async ({
  browser,
}) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]

  await as(ann).post('/chats/invites', { recipientName: bo.userName, message: 'Ska vi ta en promenad?' })
  const invited = await openAs(browser, bo, '/chats', DESKTOP)
  const inviter = await openAs(browser, ann, '/chats', PHONE)
  await invited.getByRole('tab', { name: /Inbjudningar/ }).click()
  await expect(invited.getByRole('tab', { name: /Inbjudningar/ })).toContainText('1')
  await rowOf(invited, ann).click()
  await invited.getByRole('button', { name: 'Kanske' }).click()
  await expect(invited.getByRole('tab', { name: /Inbjudningar/ })).not.toContainText('1')
  await expect(invited.getByRole('heading', { name: ann.userName })).toBeFocused()
  await invited.getByRole('button', { name: 'Tacka nej' }).press('Enter')
  await expect(invited.getByText('Inga inbjudningar just nu')).toBeVisible()
  await expect(invited.getByRole('heading', { level: 1 })).toBeFocused()
  await inviter.getByRole('tab', { name: /Inbjudningar/ }).click()
  await expect(inviter.getByText(`Väntar på svar från ${bo.userName}.`).first()).toBeVisible()
  await inviter.getByRole('button', { name: 'Ta tillbaka inbjudan' }).click()
  await expect(inviter.getByText('Inga inbjudningar just nu')).toBeVisible()
})

test('on a phone the back arrow returns to the list, and Back then leaves the chats', async ({ browser }) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  const page = await openAs(browser, bo, '/events', PHONE)
  await page.getByRole('link', { name: 'Chatt', exact: true }).click()
  await rowOf(page, ann).click()
  await expect(composer(page)).toBeVisible()
  await page.getByRole('link', { name: 'Till chattarna' }).click()
  await expect(rowOf(page, ann)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/events')
  await page.goto(`/chats?id=${chatId}`)
  await page.getByRole('link', { name: 'Till chattarna' }).click()
  await expect(rowOf(page, ann)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/events')
})

test('logging out with an unsent message asks for confirmation', async ({ browser }) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  const page = await openAs(browser, bo, `/chats?id=${chatId}`, { ...DESKTOP, serviceWorkers: 'allow' })
  await expect(composer(page)).toBeVisible()
  // Once the service worker controls the page, the dialog's code is cached on the device.
  await waitForServiceWorker(page)
  await page.context().setOffline(true)
  await sendText(page, 'Är du kvar?')
  await page.getByRole('button', { name: 'Logga ut' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Logga ut innan allt är skickat?' })
  await expect(confirmation).toContainText('ett meddelande som inte är skickat än')
  await confirmation.getByRole('button', { name: 'Stanna kvar' }).click()
  await page.context().setOffline(false)
  await expect(log(page)).toContainText('Är du kvar?')
  await expect.poll(async () => (await readAs(ann, chatId)).messages.length).toBe(2)
})

test('long words, other scripts and symbols do not widen the page, and script links and HTML are not rendered', async ({
  browser,
}) => {
  const [ann, bo] = [await aMember('Ann'), await aMember('Bo')]
  const chatId = await anOpenChat(ann, bo)
  for (const text of [
    'x'.repeat(1000),
    'مرحبا بالعالم كيف حالك',
    '👩‍❤️‍👩 🏳️‍🌈 👍',
    '**fet** och <b>inte</b> [länk](javascript:alert(1))',
  ])
    await sendAs(ann, chatId, text)
  await sendAs(bo, chatId, 'mitt svar')
  for (const options of [PHONE, { viewport: { width: 320, height: 640 } }, DESKTOP]) {
    const page = await openAs(browser, bo, `/chats?id=${chatId}`, options)
    await expect(log(page).getByText('fet', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await expect(log(page).locator('a[href^="javascript"], img, b')).toHaveCount(0)
    await page.close()
  }
})

for (const id of ['abc', '-1', '999999']) {
  test(`the URL of a chat that does not exist (${id}) shows the list`, async ({ browser }) => {
    const page = await openAs(browser, await aMember('Vilse'), `/chats?id=${id}`)
    await expect(page.getByText('Här är det lugnt')).toBeVisible()
    await expect(page.getByText('Det gick inte')).toHaveCount(0)
  })
}
