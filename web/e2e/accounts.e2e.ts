import { expect, type Page } from '@playwright/test'
import { reloadUntilReady } from './support/hub.ts'
import {
  aMember,
  DESKTOP,
  findLink,
  freshEmail,
  freshName,
  openAs,
  PASSWORD,
  PHONE,
  waitForMail,
} from './support/members.ts'
import { test } from './support/test.ts'

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-post', { exact: true }).fill(email)
  await page.getByLabel('Lösenord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Logga in' }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

for (const [device, options] of [
  ['on a phone', PHONE],
  ['on a desktop', DESKTOP],
] as const) {
  test.describe(device, () => {
    test.use(options)

    test('a visitor registers with the emailed link and reaches the chats', { tag: '@registration.flow' }, async ({
      page,
    }) => {
      const [email, name] = [freshEmail(), freshName('Ny')]
      await page.goto('/')
      await page.getByRole('link', { name: 'Bli medlem' }).click()
      // The email field of the login form stays on screen until this form replaces it.
      await page.getByRole('button', { name: 'Skicka länken' }).waitFor()
      await page.getByLabel('E-post').fill('inte en adress')
      await page.getByRole('button', { name: 'Skicka länken' }).click()
      await expect(page.getByText('E-postadressen ser inte rätt ut.').first()).toBeVisible()
      await page.getByLabel('E-post').fill(email)
      await page.getByRole('button', { name: 'Skicka länken' }).click()
      await expect(page).toHaveURL(`/registration/mail/${encodeURIComponent(email)}`)
      await expect(page.getByText(email)).toBeVisible()
      await page.goto(findLink(await waitForMail(email)))
      await expect(heading(page, 'Nästan klart')).toBeVisible()
      await page.getByRole('button', { name: 'Skapa konto' }).click()
      for (const problem of [
        'Välj ett lösenord.',
        'Välj ett profilnamn.',
        'Godkänn villkoren för att fortsätta.',
        'Välj minst en ort.',
      ]) {
        await expect(page.getByText(problem).first()).toBeVisible()
      }
      await expect(page.getByLabel('Lösenord', { exact: true })).toBeFocused()
      await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Profilnamn').fill(name)
      await page.getByText('Par', { exact: true }).click()
      for (const [index, [sex, year]] of [
        ['Kvinna', '1989'],
        ['Man', '2010'],
      ].entries()) {
        const person = page.getByRole('group', { name: `Person ${index + 1}` })
        await person.getByText(sex ?? '', { exact: true }).click()
        await person.getByLabel('Födelseår').fill(year ?? '')
      }
      for (const city of ['Göteborg', 'Uppsala']) {
        await page.getByLabel('Sök ort').fill(city)
        await page.getByRole('checkbox', { name: city }).check()
      }
      await page.getByRole('checkbox', { name: /villkoren/ }).check()
      await page.getByRole('button', { name: 'Skapa konto' }).click()
      await expect(
        page.getByText('Åldern måste vara mellan 18 och 110. Kontrollera födelseåret.').first(),
      ).toBeVisible()
      await page.getByRole('group', { name: 'Person 2' }).getByLabel('Födelseår').fill('1987')
      await page.getByRole('button', { name: 'Skapa konto' }).click()
      await expect(page).toHaveURL('/chats?welcome=photo')
      await expect(page.getByRole('heading', { name: 'Börja med ett foto' })).toBeFocused()
      await page.getByRole('button', { name: 'Hoppa över allt' }).click()
      await expect(page).toHaveURL('/chats')
      await expect(page.getByRole('region', { name: 'Kom igång' })).toBeVisible()
    })

    test('a member replaces a forgotten password with the emailed link, which works only once', {
      tag: '@password.reset-flow',
    }, async ({ page }) => {
      const member = await aMember('Glömsk')
      await page.goto('/')
      await page.getByRole('link', { name: 'Glömt lösenordet?' }).click()
      const send = page.getByRole('button', { name: 'Skicka länken' })
      // The email field of the login form stays on screen until this form replaces it.
      await send.waitFor()
      await page.getByLabel('E-post').fill(member.email)
      await send.click()
      await expect(page).toHaveURL(`/reset-pwd/mail/${encodeURIComponent(member.email)}`)
      await expect(page.getByText('två timmar')).toBeVisible()
      await expect(async () =>
        expect(findLink(await waitForMail(member.email))).toContain('/reset-pwd/token/'),
      ).toPass()
      const link = findLink(await waitForMail(member.email))
      await page.goto(link)
      await page.getByLabel('Nytt lösenord').fill('tjugo lugna vågor')
      await page.getByRole('button', { name: 'Spara lösenordet' }).click()
      await expect(page).toHaveURL(/\/$/)
      await logIn(page, member.email, member.password)
      await expect(page.getByText('Fel e-postadress eller lösenord.').first()).toBeVisible()
      await page.getByLabel('Lösenord', { exact: true }).fill('tjugo lugna vågor')
      await page.getByRole('button', { name: 'Logga in' }).click()
      await expect(page).toHaveURL(/\/chats/)
      await page.goto(link)
      await page.getByLabel('Nytt lösenord').fill('ännu ett lösenord')
      await page.getByRole('button', { name: 'Spara lösenordet' }).click()
      await expect(page.getByText('Länken gäller inte längre. Be om ett nytt mejl.').first()).toBeVisible()
    })
  })
}

test('a member changes the password, and only this browser stays logged in', { tag: '@password.change-flow' }, async ({
  browser,
}) => {
  const member = await aMember('Byter lösenord')
  const page = await openAs(browser, member, '/myprofile?tab=settings&section=login')
  const otherPage = await (await browser.newContext()).newPage()
  await otherPage.goto('/')
  await logIn(otherPage, member.email, member.password)
  await expect(otherPage).toHaveURL(/\/chats/)
  await page.getByRole('button', { name: 'Byt lösenord' }).click()
  await page.getByLabel('Nuvarande lösenord').fill('inte mitt lösenord')
  await page.getByLabel('Nytt lösenord').fill('tjugo lugna vågor')
  await page.getByRole('button', { name: 'Spara lösenordet' }).click()
  await expect(page.getByText('Lösenordet stämmer inte.').first()).toBeVisible()
  await page.getByLabel('Nuvarande lösenord').fill(member.password)
  await page.getByRole('button', { name: 'Spara lösenordet' }).click()
  await expect(page.getByText('Lösenordet är bytt, och andra enheter är utloggade.')).toBeVisible()
  await expect(otherPage.getByRole('button', { name: 'Logga in' })).toBeVisible()
  await logIn(otherPage, member.email, 'tjugo lugna vågor')
  await expect(otherPage).toHaveURL(/\/chats/)
  await page.goto('/chats')
  await expect(page.getByText('Här är det lugnt')).toBeVisible()
})

test('a new email address is active once it is confirmed with its link, and a link sent to the old one reverts the change', {
  tag: '@email-changes.flow',
}, async ({ browser }) => {
  const [member, email] = [await aMember('Byter adress'), freshEmail()]
  const page = await openAs(browser, member, '/myprofile?tab=settings&section=login')
  await page.getByRole('button', { name: 'Byt e-postadress' }).click()
  await page.getByLabel('Ny e-postadress').fill(email)
  await page.getByLabel('Nuvarande lösenord').fill(member.password)
  await page.getByRole('button', { name: 'Skicka länken' }).click()
  await expect(page.getByText(email)).toBeVisible()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(findLink(await waitForMail(email)))
  await visitor.getByRole('button', { name: 'Bekräfta adressen' }).click()
  await expect(visitor.getByText('Adressen är bytt. Nu loggar du in med den nya.')).toBeVisible()
  await visitor.getByRole('link', { name: 'Till inloggningen' }).click()
  await logIn(visitor, email, member.password)
  await expect(visitor).toHaveURL(/\/chats/)
  await expect(async () => expect(findLink(await waitForMail(member.email))).toContain('/email-return/token/')).toPass()
  const owner = await (await browser.newContext()).newPage()
  await owner.goto(findLink(await waitForMail(member.email)))
  await owner.getByRole('button', { name: 'Hämta tillbaka kontot' }).click()
  await expect(owner.getByText(/Kontot har din gamla adress igen/)).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Logga in' })).toBeVisible()
  await expect(async () => expect(findLink(await waitForMail(member.email))).toContain('/reset-pwd/token/')).toPass()
  await owner.goto(findLink(await waitForMail(member.email)))
  await owner.getByLabel('Nytt lösenord').fill('tjugo lugna vågor')
  await owner.getByRole('button', { name: 'Spara lösenordet' }).click()
  await logIn(owner, member.email, 'tjugo lugna vågor')
  await expect(owner).toHaveURL(/\/chats/)
})

test('a session that is revoked from another device ends in all of its tabs without waiting for a poll', async ({
  browser,
}) => {
  const member = await aMember('Flera ställen')
  const ownPage = await openAs(browser, member, '/chats')
  const tab = await ownPage.context().newPage()
  await tab.goto('/chats')
  for (const page of [ownPage, tab]) await reloadUntilReady(page)
  const otherPage = await (await browser.newContext()).newPage()
  await otherPage.goto('/')
  await logIn(otherPage, member.email, member.password)
  await expect(otherPage).toHaveURL(/\/chats/)
  await otherPage.goto('/myprofile?tab=settings&section=login')
  await otherPage
    .getByRole('button', { name: /^Logga ut (?!överallt).+/ })
    .first()
    .click()
  // While the hub is connected, pages verify their session more rarely than this timeout, so only a push can end it.
  for (const page of [ownPage, tab]) await expect(heading(page, 'Välkommen in')).toBeVisible()
  await expect(otherPage.getByText('Den här enheten', { exact: true })).toBeVisible()
})

test("logging out ends the session in all tabs of the browser and removes the member's data", async ({ browser }) => {
  const member = await aMember('Går hem')
  const page = await openAs(browser, member, '/chats')
  const tab = await page.context().newPage()
  await tab.goto('/chats')
  await page.getByRole('button', { name: 'Logga ut' }).first().click()
  for (const openPage of [page, tab]) await expect(heading(openPage, 'Välkommen in')).toBeVisible()
  const readStorage = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  for (const secret of [member.userName, member.sessionId]) await expect.poll(readStorage).not.toContain(secret)
  await page.goto('/chats')
  await expect(heading(page, 'Välkommen in')).toBeVisible()
})

test('the language switch translates the login page, and the choice survives a reload', {
  tag: '@accounts.language-flow',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
  await page.getByText('English', { exact: true }).click()
  await expect(heading(page, 'Welcome')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(heading(page, 'Welcome')).toBeVisible()
})

test('an unknown URL shows an error to a member, and a member page shows the login to a visitor', {
  tag: '@app.unknown-url-flow',
}, async ({ browser, page }) => {
  const member = await aMember('Vilse')
  const memberPage = await openAs(browser, member, '/ingenstans')
  await expect(memberPage.getByText('Sidan finns inte.')).toBeVisible()
  await page.goto('/chats')
  await expect(heading(page, 'Välkommen in')).toBeVisible()
})
