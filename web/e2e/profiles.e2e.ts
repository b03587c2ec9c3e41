import type { ChatSummary } from '@app/contract/chats'
import type { MemberResponse } from '@app/contract/members/members'
import { expect, type Page } from '@playwright/test'
import {
  aMember,
  anOpenChat,
  as,
  DESKTOP,
  findLink,
  type Member,
  openAs,
  PHONE,
  waitForMail,
} from './support/members.ts'
import { test } from './support/test.ts'

const profileUrl = (member: Member): string => `/profile?name=${encodeURIComponent(member.userName)}`
const readProfile = (viewer: Member, member: Member): Promise<MemberResponse> =>
  as(viewer).get<MemberResponse>(`/members/username/${encodeURIComponent(member.userName)}`)
/** Returns the scroll position of the page. */
const readScrollTop = (page: Page) => page.getByRole('main').evaluate((main) => main.scrollTop)
const saveButton = (page: Page) => page.getByRole('button', { name: 'Spara profil' })

for (const [device, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`a member edits their profile, and others see it (${device})`, { tag: '@profiles.edit-flow' }, async ({
    browser,
  }) => {
    const [mira, linn] = await Promise.all([aMember('Mira'), aMember('Linn')])
    const page = await openAs(browser, mira, '/myprofile?tab=profile', options)
    await page.getByLabel('Om dig själv').fill('Jag tycker om **långa middagar**.')
    await page.getByLabel('Längd').fill('218')
    await page.getByLabel('Vikt').fill('62')
    await page.getByLabel('Läggning').selectOption({ label: 'Bi-nyfiken' })
    await page.getByRole('button', { name: 'Kvinnor', exact: true }).click()
    await page.getByRole('button', { name: 'Välj orter' }).click()
    await page.getByLabel('Sök ort').fill('Göteborg')
    await page.getByRole('checkbox', { name: 'Göteborg' }).check()
    await page.getByRole('button', { name: 'Klart' }).click()
    await saveButton(page).click()
    await expect(page.getByText('Längden ska vara mellan 140 och 210 cm.').first()).toBeVisible()
    await expect(page.getByLabel('Längd')).toBeFocused()
    await page.getByLabel('Längd').fill('171')
    await saveButton(page).click()
    await expect(page.getByText('Sparad · Visa')).toBeVisible()
    await expect(page).toHaveURL(/\/myprofile/)
    await page.getByRole('link', { name: 'Visa', exact: true }).click()
    await expect(page).toHaveURL(/\/profile\?name=/)
    await expect.poll(() => readScrollTop(page)).toBe(0)
    if (device === 'desktop')
      await expect(page.getByRole('link', { name: 'Min profil' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByText('Så här ser andra din profil.')).toBeVisible()
    await expect(page.getByText('långa middagar')).toHaveCSS('font-weight', '700')
    const { profile } = await readProfile(linn, mira)
    expect(profile).toMatchObject({
      cities: ['Stockholm', 'Uppsala', 'Göteborg'],
      lookingFor: ['FEMALES'],
      person1: { height: 171, weight: 62, orientation: 'BI_CURIOUS' },
    })
  })

  test(`unsaved changes survive a reload, and leaving the page asks for confirmation, including with Back (${device})`, async ({
    browser,
  }) => {
    const mira = await aMember('Mira')
    const page = await openAs(browser, mira, '/chats', options)
    await expect(page.getByRole('heading', { level: 1, name: 'Chatt' })).toBeVisible()
    if (device === 'phone') {
      await page.getByRole('button', { name: 'Meny' }).click()
      await page.getByRole('link', { name: /Min profil/ }).click()
    } else await page.getByRole('link', { name: 'Min profil' }).click()
    await page.getByLabel('Längd').fill('171')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByLabel('Längd')).toHaveValue('171')
    const confirmation = page.getByRole('alertdialog', { name: 'Lämna utan att spara?' })
    await page.getByLabel('Längd').fill('172')
    await page.evaluate(() => history.back())
    await confirmation.getByRole('button', { name: 'Stanna kvar' }).click()
    await expect(page).toHaveURL(/myprofile/)
    await expect(page.getByLabel('Längd')).toHaveValue('172')
    await page.getByRole('link', { name: /Chatt/ }).first().click()
    await confirmation.getByRole('button', { name: 'Stanna kvar' }).click()
    await expect(confirmation).toBeHidden()
    await page.evaluate(() => history.back())
    await confirmation.getByRole('button', { name: 'Lämna utan att spara' }).click()
    await expect(page).toHaveURL(/\/chats/)
    await page.evaluate(() => history.forward())
    await expect(page.getByLabel('Längd')).toHaveValue('')
  })

  test(`a member views a profile, sends a kiss, writes a note and sends an invite (${device})`, {
    tag: '@profiles.visit-flow',
  }, async ({ browser }) => {
    const [mira, ada] = await Promise.all([aMember('Mira'), aMember('Ada', { couple: true })])
    const page = await openAs(browser, mira, profileUrl(ada), options)
    await expect(page.getByRole('heading', { level: 2, name: ada.userName })).toBeVisible()
    await page.getByRole('button', { name: 'Ge en kyss' }).click()
    await expect(page.getByRole('button', { name: 'Kyss skickad i dag' })).toBeDisabled()
    await page.getByLabel('Privat anteckning').fill('Träffades på sommarfesten.')
    await expect(page.getByText('Sparad', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Bjud in till chatt' }).click()
    const dialog = page.getByRole('dialog', { name: `Bjud in ${ada.userName} till chatt` })
    await dialog.getByLabel('Första meddelandet').fill('Hej Ada och Viktor')
    await dialog.getByRole('button', { name: 'Bjud in till chatt' }).click()
    await expect(page.getByRole('button', { name: 'Inbjudan skickad' })).toBeDisabled()
    await page.reload()
    await expect(page.getByLabel('Privat anteckning')).toHaveValue('Träffades på sommarfesten.')
    await expect(page.getByRole('button', { name: 'Kyss skickad i dag' })).toBeDisabled()
    const [invite] = await as(ada).get<ChatSummary[]>('/chats/invites')
    await as(ada).post(`/chats/${invite?.chatId}/accept`)
    await page.getByRole('button', { name: 'Öppna chatten' }).click()
    await expect(page).toHaveURL(`/chats?id=${invite?.chatId}`)
    await page.getByRole('heading', { name: ada.userName }).getByRole('link').first().click()
    await expect(page).toHaveURL(profileUrl(ada))
    expect((await readProfile(ada, mira)).profile.profileNotes).toBeNull()
  })
}

test('a new page opens scrolled to the top, and Back returns to the previous scroll position', async ({ browser }) => {
  const mira = await aMember('Mira')
  const page = await openAs(browser, mira, '/myprofile?tab=profile')
  await expect(page.getByLabel('Längd')).toBeVisible()
  // The page saves the position on the scroll event.
  const scrollPosition = await page.getByRole('main').evaluate(async (main) => {
    const scrolled = new Promise((resolve) => main.addEventListener('scroll', resolve, { once: true }))
    main.scrollTop = main.scrollHeight
    await scrolled
    return main.scrollTop
  })
  expect(scrollPosition).toBeGreaterThan(100)
  // A click by Playwright would scroll the link into view first.
  await page.getByRole('link', { name: 'Visa som besökare' }).dispatchEvent('click')
  await expect(page.getByText('Så här ser andra din profil.')).toBeVisible()
  await expect.poll(() => readScrollTop(page)).toBe(0)
  await page.getByRole('tab', { name: 'Foton' }).click()
  await expect(page.getByText('Du har inga foton på din profil än.')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Längd')).toBeVisible()
  await expect.poll(() => readScrollTop(page)).toBe(scrollPosition)
})

test('an unsaved change appears in the other window, and saving it in one saves it in both', async ({ browser }) => {
  const mira = await aMember('Mira')
  const page = await openAs(browser, mira, '/myprofile?tab=profile')
  const otherWindow = await page.context().newPage()
  await otherWindow.goto('/myprofile?tab=profile')
  await expect(otherWindow.getByLabel('Vikt')).toHaveValue('')
  await page.getByLabel('Vikt').fill('70')
  await expect(otherWindow.getByLabel('Vikt')).toHaveValue('70')
  await saveButton(page).click()
  await expect(page.getByText('Sparad · Visa')).toBeVisible()
  await expect(otherWindow.getByRole('button', { name: 'Spara profil' })).toBeHidden()
  await expect(otherWindow.getByLabel('Vikt')).toHaveValue('70')
})

test('ignoring a member on their profile can be undone', async ({ browser }) => {
  const [mira, bo] = await Promise.all([aMember('Mira'), aMember('Bo')])
  await anOpenChat(mira, bo)
  const page = await openAs(browser, mira, profileUrl(bo))
  await page.getByRole('button', { name: 'Ignorera' }).click()
  await expect(page.getByText('Ni kan inte skriva till varandra.')).toBeVisible()
  await page.getByRole('button', { name: 'Ångra' }).click()
  await expect(page.getByRole('button', { name: 'Öppna chatten' })).toBeVisible()
})

test('a member downloads an export of their data, after which another one can be requested', async ({ browser }) => {
  const mira = await aMember('Mira')
  const page = await openAs(browser, mira, '/myprofile?tab=settings&section=login')
  await page.getByLabel('Lösenord', { exact: true }).fill('fel lösenord')
  await page.getByRole('button', { name: 'Be om mina uppgifter' }).click()
  await expect(page.getByText('Lösenordet stämmer inte.').first()).toBeVisible()
  await page.getByLabel('Lösenord', { exact: true }).fill(mira.password)
  await page.getByRole('button', { name: 'Be om mina uppgifter' }).click()
  const link = page.getByRole('link', { name: 'Hämta filen' })
  await expect(link).toBeVisible({ timeout: 60_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  await expect(page.getByRole('button', { name: 'Be om mina uppgifter' })).toBeVisible()
})

test('a deleted account is reported on the login page, and is restored with the emailed link', async ({ browser }) => {
  const [mira, linn] = await Promise.all([aMember('Mira'), aMember('Linn')])
  const page = await openAs(browser, mira, '/myprofile?tab=settings&section=login')
  await page.getByLabel('Ditt lösenord').fill('fel lösenord')
  const confirmation = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Ta bort kontot' }).click()
  await confirmation.getByRole('button', { name: 'Ta bort kontot' }).click()
  await expect(page.getByText('Lösenordet stämmer inte.').first()).toBeVisible()
  await expect(confirmation).toBeHidden()
  await page.getByLabel('Ditt lösenord').fill(mira.password)
  await page.getByRole('button', { name: 'Ta bort kontot' }).click()
  await confirmation.getByRole('button', { name: 'Ta bort kontot' }).click()
  await expect(page.getByText('Kontot tas bort om 30 dagar.')).toBeVisible()
  await expect(readProfile(linn, mira)).rejects.toThrow('404')
  await expect(async () => expect(findLink(await waitForMail(mira.email))).toContain('/undelete/token/')).toPass()
  await page.goto(findLink(await waitForMail(mira.email)))
  await page.getByRole('button', { name: 'Behåll kontot' }).click()
  await expect(page.getByText('Kontot är tillbaka.')).toBeVisible()
  await page.getByRole('link', { name: 'Till inloggningen' }).click()
  await page.getByLabel('E-post', { exact: true }).fill(mira.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(mira.password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).toHaveURL(/\/chats/)
  expect((await readProfile(linn, mira)).profile.userName).toBe(mira.userName)
})
