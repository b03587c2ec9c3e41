import type { ChatSummary } from '@app/contract/chats'
import type { MemberResponse } from '@app/contract/members/members'
import { expect, type Page } from '@playwright/test'
import { aMember, anOpenChat, as, DESKTOP, findLink, type Member, mailTo, openAs, PHONE } from './support/members.ts'
import { test } from './support/test.ts'

const profileOf = (member: Member): string => `/profile?name=${encodeURIComponent(member.userName)}`
const readProfile = (searcher: Member, member: Member): Promise<MemberResponse> =>
  as(searcher).get<MemberResponse>(`/members/username/${encodeURIComponent(member.userName)}`)
/** Returns the scroll position of the page. */
const scrollTop = (page: Page) => page.getByRole('main').evaluate((main) => main.scrollTop)
const save = (page: Page) => page.getByRole('button', { name: 'Spara profil' })

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
    await page.getByRole('button', { name: 'Kvinnor' }).click()
    await page.getByRole('button', { name: 'Välj orter' }).click()
    await page.getByLabel('Sök ort').fill('Göteborg')
    await page.getByRole('checkbox', { name: 'Göteborg' }).check()
    await page.getByRole('button', { name: 'Klart' }).click()
    await save(page).click()
    await expect(page.getByText('Längden ska vara mellan 140 och 210 cm.').first()).toBeVisible()
    await expect(page.getByLabel('Längd')).toBeFocused()
    await page.getByLabel('Längd').fill('171')
    await save(page).click()
    await expect(page.getByText('Sparad · Visa')).toBeVisible()
    await expect(page).toHaveURL(/\/myprofile/)
    await page.getByRole('link', { name: 'Visa', exact: true }).click()
    await expect(page).toHaveURL(/\/profile\?name=/)
    await expect.poll(() => scrollTop(page)).toBe(0)
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

  test(`unsaved changes survive a reload, and leaving them asks for confirmation, also with Back (${device})`, async ({
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
    const question = page.getByRole('alertdialog', { name: 'Lämna utan att spara?' })
    await page.getByLabel('Längd').fill('172')
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Stanna kvar' }).click()
    await expect(page).toHaveURL(/myprofile/)
    await expect(page.getByLabel('Längd')).toHaveValue('172')
    await page.getByRole('link', { name: /Chatt/ }).first().click()
    await question.getByRole('button', { name: 'Stanna kvar' }).click()
    await expect(question).toBeHidden()
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Lämna utan att spara' }).click()
    await expect(page).toHaveURL(/\/chats/)
    await page.evaluate(() => history.forward())
    await expect(page.getByLabel('Längd')).toHaveValue('')
  })

  test(`a member views a profile, kisses, takes a note and sends an invite (${device})`, {
    tag: '@profiles.visit-flow',
  }, async ({ browser }) => {
    const [mira, ada] = await Promise.all([aMember('Mira'), aMember('Ada', { couple: true })])
    const page = await openAs(browser, mira, profileOf(ada), options)
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
    await expect(page).toHaveURL(profileOf(ada))
    expect((await readProfile(ada, mira)).profile.profileNotes).toBeNull()
  })
}

test('starts a new page at its top and returns to where the reader left it', async ({ browser }) => {
  const mira = await aMember('Mira')
  const page = await openAs(browser, mira, '/myprofile?tab=profile')
  await expect(page.getByLabel('Längd')).toBeVisible()
  const scrolled = await page.getByRole('main').evaluate((main) => {
    main.scrollTop = main.scrollHeight
    return main.scrollTop
  })
  expect(scrolled).toBeGreaterThan(100)
  // A click by Playwright would scroll the link into view first.
  await page.getByRole('link', { name: 'Visa som besökare' }).dispatchEvent('click')
  await expect(page.getByText('Så här ser andra din profil.')).toBeVisible()
  expect(await scrollTop(page)).toBe(0)
  await page.getByRole('tab', { name: 'Foton' }).click()
  await expect(page.getByText('Du har inga foton på din profil än.')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Längd')).toBeVisible()
  await expect.poll(() => scrollTop(page)).toBe(scrolled)
})

test('a change saved in one window shows in the other', async ({ browser }) => {
  const mira = await aMember('Mira')
  const page = await openAs(browser, mira, '/myprofile?tab=profile')
  const other = await page.context().newPage()
  await other.goto('/myprofile?tab=profile')
  await expect(other.getByLabel('Vikt')).toHaveValue('')
  await page.getByLabel('Vikt').fill('70')
  await expect(other.getByLabel('Vikt')).toHaveValue('70')
  await save(page).click()
  await expect(page.getByText('Sparad · Visa')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Spara profil' })).toBeHidden()
  await expect(other.getByLabel('Vikt')).toHaveValue('70')
})

test('ignoring a member on their profile can be undone', async ({ browser }) => {
  const [mira, bo] = await Promise.all([aMember('Mira'), aMember('Bo')])
  await anOpenChat(mira, bo)
  const page = await openAs(browser, mira, profileOf(bo))
  await page.getByRole('button', { name: 'Ignorera' }).click()
  await expect(page.getByText('Ni kan inte skriva till varandra.')).toBeVisible()
  await page.getByRole('button', { name: 'Ångra' }).click()
  await expect(page.getByRole('button', { name: 'Öppna chatten' })).toBeVisible()
})

test('a member downloads all of their data, once', async ({ browser }) => {
  const mira = await aMember('Mira')
  const page = await openAs(browser, mira, '/myprofile?tab=settings')
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

test('a deleted account is reported at the login, and is restored with the mailed link', async ({ browser }) => {
  const [mira, linn] = await Promise.all([aMember('Mira'), aMember('Linn')])
  const page = await openAs(browser, mira, '/myprofile?tab=settings')
  await page.getByLabel('Ditt lösenord').fill('fel lösenord')
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Ta bort kontot' }).click()
  await question.getByRole('button', { name: 'Ta bort kontot' }).click()
  await expect(page.getByText('Lösenordet stämmer inte.').first()).toBeVisible()
  await expect(question).toBeHidden()
  await page.getByLabel('Ditt lösenord').fill(mira.password)
  await page.getByRole('button', { name: 'Ta bort kontot' }).click()
  await question.getByRole('button', { name: 'Ta bort kontot' }).click()
  await expect(page.getByText('Kontot tas bort om 30 dagar.')).toBeVisible()
  await expect(readProfile(linn, mira)).rejects.toThrow('404')
  await expect(async () => expect(findLink(await mailTo(mira.email))).toContain('/undelete/token/')).toPass()
  await page.goto(findLink(await mailTo(mira.email)))
  await page.getByRole('button', { name: 'Behåll kontot' }).click()
  await expect(page.getByText('Kontot är tillbaka.')).toBeVisible()
  await page.getByRole('link', { name: 'Till inloggningen' }).click()
  await page.getByLabel('E-post', { exact: true }).fill(mira.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(mira.password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).toHaveURL(/\/chats/)
  expect((await readProfile(linn, mira)).profile.userName).toBe(mira.userName)
})
