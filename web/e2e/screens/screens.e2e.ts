import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ad } from '@app/contract/ads'
import type { ChatSummary } from '@app/contract/chats'
import type { Event } from '@app/contract/events'
import type { Group, GroupMessage } from '@app/contract/groups'
import type { NewsItem } from '@app/contract/news'
import type { CaseQueue, CaseRow } from '@app/contract/safety/cases'
import type { Decided } from '@app/contract/safety/decisions'
import type { Subject } from '@app/contract/safety/subjects'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleColors } from '../support/accessibility.ts'
import { openActions } from '../support/chatting.ts'
import {
  aMember,
  anOpenChat,
  as,
  DESKTOP,
  findLink,
  freshEmail,
  freshName,
  loginAs,
  type Member,
  PHONE,
  sendAs,
  waitForMail,
} from '../support/members.ts'
import { anEntryBy } from '../support/movie.ts'
import { addAuthenticator, addPasskey } from '../support/passkey.ts'
import { aPhotoBy, aPicture } from '../support/pictures.ts'
import { aModerator, aTeamMember } from '../support/team.ts'
import { test } from '../support/test.ts'

/** The folder for screenshots of every screen, for visual review. */
const screenshotDir = process.env.SCREENSHOTS

type Appearance = { device: 'phone' | 'desktop'; language: 'SWEDISH' | 'ENGLISH' }

const SIZES = { phone: PHONE, desktop: DESKTOP }
const THEMES = ['light', 'dark'] as const

/** The appearances to check. One by default, since each check covers both themes and the layout at the other size. */
const SELECTED = process.env.SCREENS ?? (screenshotDir ? 'all' : 'phone-swedish')
const APPEARANCES = (['phone', 'desktop'] as const)
  .flatMap((device) => (['SWEDISH', 'ENGLISH'] as const).map((language): Appearance => ({ device, language })))
  .filter(({ device, language }) => SELECTED === 'all' || SELECTED === `${device}-${language.toLowerCase()}`)
if (APPEARANCES.length === 0)
  throw new Error(`SCREENS is all or an appearance such as desktop-english; not ${SELECTED}.`)

/** Checks the visible screen in the light theme, its colors also in the dark one, and its layout at both sizes. */
async function checkScreen(page: Page, name: string, { device, language }: Appearance): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    if (screenshotDir) {
      await mkdir(screenshotDir, { recursive: true })
      const file = `${name}-${device}-${theme}-${language.slice(0, 2).toLowerCase()}.png`
      await page.screenshot({ path: join(screenshotDir, file), animations: 'disabled' })
    }
    if (theme === 'dark') await expectAccessibleColors(page, `${name}, dark`)
    else await expectAccessible(page, name, SIZES[device === 'phone' ? 'desktop' : 'phone'].viewport)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

async function applyAppearance(context: BrowserContext, { language }: Appearance, member?: Member): Promise<void> {
  const session = member && JSON.stringify({ ...member, email: undefined, password: undefined })
  await context.addInitScript(
    ([session, language]) => {
      if (session) localStorage.setItem('salong.session', session)
      localStorage.setItem('salong.language', language ?? '')
    },
    [session, language] as const,
  )
}

/** Creates a dinner in a group of the host. */
const aDinner = (host: Member, { groupId }: Group): Promise<Event> =>
  as(host).post<Event>(`/events/groups/${groupId}`, {
    title: 'Höstmiddag på Söder',
    description: 'Långbord, levande ljus och fem små rätter.\n\nTa med en tröja till **terrassen**.',
    place: 'Matsalen, Södermalm',
    date: `${new Date().getUTCFullYear() + 1}-11-22`,
    time: '18:30',
    paidEvent: true,
    capacity: 12,
  })

/** Reports content by an author as a member, and claims its case as an admin. */
async function claimCaseAbout(
  admin: Member,
  reporter: Member,
  subject: Subject,
  { userName }: Member,
): Promise<{ caseId: string; version: number }> {
  await as(reporter).post('/reports', { clientId: randomUUID(), subject, category: 'THREAT', illegal: false })
  const { rows } = await as(admin).get<CaseQueue>('/moderation/cases?limit=100')
  const row = rows.find(({ author }) => author === userName)
  if (!row) throw new Error(`the queue has no case about ${userName}`)
  const { version } = await as(admin).post<CaseRow>(`/moderation/cases/${row.id}/claim`)
  return { caseId: row.id, version }
}

/** Files a notice from outside, and returns the id of its case. */
async function fileNotice(admin: Member): Promise<string> {
  await as(admin).post('/notices', {
    address: 'En profil som heter Vargen, https://salong.example/profile?name=Vargen',
    category: 'MINOR',
    reason: 'Bilden visar ett barn.',
    goodFaith: true,
    language: 'SWEDISH',
  })
  const { rows } = await as(admin).get<CaseQueue>('/moderation/cases?limit=100')
  const ids = rows.filter(({ kind, heldBy }) => kind === 'NOTICE' && heldBy === null).map(({ id }) => Number(id))
  if (ids.length === 0) throw new Error('the queue has no case of a notice')
  return String(Math.max(...ids))
}

for (const appearance of APPEARANCES) {
  const { device, language } = appearance
  const text = (sv: string, en: string): string => (language === 'SWEDISH' ? sv : en)

  test.describe(`${device}, ${language.toLowerCase()}, in both themes`, () => {
    test.use({ ...SIZES[device], colorScheme: 'light' })

    test('every screen of a visitor is accessible', async ({ page, context }) => {
      await applyAppearance(context, appearance)
      await page.goto('/')
      await checkScreen(page, 'login', appearance)
      await page.getByRole('button', { name: text('Logga in', 'Log in') }).click()
      await checkScreen(page, 'login-errors', appearance)
      for (const [path, name] of [
        ['/passkey', 'passkey-login'],
        ['/registration', 'registration'],
        ['/registration/mail/mira@exempel.se', 'registration-sent'],
        ['/reset-pwd', 'reset'],
        ['/reset-pwd/mail/mira@exempel.se', 'reset-sent'],
        ['/reset-pwd/token/abc', 'reset-password'],
        ['/undelete/token/abc', 'undelete'],
        ['/email/token/abc', 'email'],
        ['/email-return/token/abc', 'email-return'],
        ['/unsubscribe/token/abc', 'unsubscribe'],
        ['/notice', 'notice'],
        ['/terms', 'terms'],
        ['/about', 'about'],
      ] as const) {
        await page.goto(path)
        await checkScreen(page, name, appearance)
      }
      const send = page.getByRole('button', { name: text('Skicka anmälan', 'Send report') })
      await page.goto('/notice')
      await send.click()
      await expect(page.locator('[aria-invalid]')).toHaveCount(6)
      await checkScreen(page, 'notice-errors', appearance)
      await page.getByRole('combobox').selectOption('MINOR')
      await page.getByRole('textbox', { name: text('Var du såg det', 'Where you saw it') }).fill('En profil')
      await page.getByRole('textbox', { name: text('Vad som är fel', 'What is wrong') }).fill('Bilden visar ett barn.')
      await page.getByRole('checkbox').check()
      await send.click()
      await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
      await checkScreen(page, 'notice-sent', appearance)
      const email = freshEmail()
      await page.goto('/registration')
      await page.getByRole('textbox').fill(email)
      await page.getByRole('button', { name: text('Skicka länken', 'Send link') }).click()
      await page.goto(findLink(await waitForMail(email)))
      await checkScreen(page, 'registration-form', appearance)
      await page.getByRole('button', { name: text('Skapa konto', 'Create account') }).click()
      await checkScreen(page, 'registration-form-errors', appearance)
    })

    test('every screen of chats is accessible', async ({ page, context }) => {
      const [mira, couple, inviter, invitee] = await Promise.all([
        aMember('Mira', { language }),
        aMember('Linn och Erik', { couple: true }),
        aMember('Skogsparet', { couple: true }),
        aMember('Saga på ön'),
      ])
      const chatId = await anOpenChat(mira, couple)
      await applyAppearance(context, appearance, mira)
      await page.goto('/chats')
      await checkScreen(page, 'chats', appearance)
      for (const message of [
        'Då vågar jag nog. Vad brukar folk ha på sig?',
        'Långbord, levande ljus och ingen som känner alla.',
      ])
        await sendAs(mira, chatId, message)
      for (const message of [
        'Klä dig så du trivs, men ta med en **varm tröja**. Terrassen blir sval efter tio.',
        'Vi ses vid åtta!',
      ])
        await sendAs(couple, chatId, message)
      await as(inviter).post('/chats/invites', {
        recipientName: mira.userName,
        message: 'Hej Mira, vi läste din text om vinterbad och skrattade högt. Vill du byta några rader?',
      })
      await as(mira).post('/chats/invites', {
        recipientName: invitee.userName,
        message: 'Hej Saga, vad fint du skriver om havet.',
      })
      await page.goto(`/chats?id=${chatId}`)
      await expect(page.getByRole('log')).toContainText('Vi ses vid åtta!')
      await checkScreen(page, 'chat', appearance)
      await page.goto('/chats?find=all')
      await page.getByRole('textbox', { name: text('Sök i meddelanden', 'Search messages') }).fill('tröja')
      await expect(page.getByRole('link', { name: /varm tröja/ })).toBeVisible()
      await checkScreen(page, 'message-search', appearance)
      await page.goto('/chats')
      await page.getByRole('tab', { name: text('Inbjudningar', 'Invites') }).click()
      await expect(page.getByText(inviter.userName).first()).toBeVisible()
      await checkScreen(page, 'invites', appearance)
      await as(mira).post('/members/contact', { needs: ['VERIFIED', 'SEARCH'], others: 'PUT_ASIDE' })
      const stranger = await aMember('Fyr')
      await as(stranger).post('/chats/invites', { recipientName: mira.userName, message: 'Ring mig på 070-123 45 67!' })
      await page.goto('/chats?tab=invites&view=aside')
      await expect(page.getByRole('link', { name: stranger.userName })).toBeVisible()
      await checkScreen(page, 'put-aside', appearance)
      await page.getByRole('checkbox').click()
      await checkScreen(page, 'put-aside-chosen', appearance)
      await page.goto('/chats?tab=invites')
      // Only wide screens show an invite beside the list.
      await page.setViewportSize(SIZES.desktop.viewport)
      await page.getByRole('link', { name: new RegExp(inviter.userName) }).click()
      await checkScreen(page, 'invite', appearance)
      await page.setViewportSize(SIZES[device].viewport)
      await page.goto('/chats')
      await page
        .getByRole('button', { name: text('Ny chatt', 'New chat') })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('textbox').fill('saga')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByText(invitee.userName)).toBeVisible()
      await checkScreen(page, 'new-chat', appearance)
      await page.goto(`/chats?id=${chatId}`)
      await page.locator('input[type=file]').setInputFiles(await aPicture(page))
      await expect(page.getByRole('slider')).toBeVisible()
      await checkScreen(page, 'photo-crop', appearance)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('Skicka foto', 'Send photo') })
        .click()
      await expect(page.getByRole('log').locator('img[src*="/media/"]').last()).toBeVisible()
      await checkScreen(page, 'chat-photo', appearance)
      await page.goto(`/chats?id=${chatId}`)
      await expect(page.getByRole('log')).toContainText('Vi ses vid åtta!')
      await context.setOffline(true)
      await expect(page.getByText(text('Du är offline', 'You are offline')).first()).toBeVisible()
      await checkScreen(page, 'offline', appearance)
    })

    test('every screen of reports is accessible', { tag: '@screens.member' }, async ({ page, context }) => {
      const [mira, couple] = await Promise.all([
        aMember('Mira', { language }),
        aMember('Linn och Erik', { couple: true }),
      ])
      const chatId = await anOpenChat(mira, couple)
      await sendAs(couple, chatId, 'Svara då. Jag vet var du brukar simma på morgnarna.')
      await applyAppearance(context, appearance, mira)
      await page.goto('/safety')
      await expect(page.getByText(text('Du har inte anmält något.', 'You have not reported anything.'))).toBeVisible()
      await checkScreen(page, 'reports-empty', appearance)
      await page.goto(`/chats?id=${chatId}`)
      await openActions(page, 'Svara då.')
      await expect(page.getByRole('menu')).toBeVisible()
      await checkScreen(page, 'report-menu', appearance)
      await page.getByRole('menuitem', { name: text('Anmäl meddelandet', 'Report message') }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('radio')).toHaveCount(13)
      await checkScreen(page, 'report', appearance)
      await dialog.getByRole('radio', { name: text('Hot eller våld', 'Threats or violence') }).click()
      await dialog.getByRole('textbox').fill('Han skriver varje dag fast jag har sagt nej. Jag är rädd nu.')
      await checkScreen(page, 'report-words', appearance)
      await dialog.getByRole('textbox').fill('')
      await dialog.getByText(text('Jag tror att det här är olagligt', 'I believe this is illegal')).click()
      await dialog.getByRole('button', { name: text('Skicka anmälan', 'Send report') }).click()
      await expect(dialog.locator('[aria-invalid]')).toBeVisible()
      await checkScreen(page, 'report-words-error', appearance)
      await dialog.getByRole('textbox').fill('Det är olaga hot.')
      await dialog.getByRole('switch').press('Space')
      await dialog.getByRole('button', { name: text('Skicka anmälan', 'Send report') }).click()
      await expect(dialog.getByRole('link', { name: /112/ })).toBeVisible()
      await checkScreen(page, 'report-sent', appearance)
      await dialog.getByRole('button', { name: text('Mina anmälningar', 'My reports') }).click()
      await expect(page.getByText(text('Mottagen', 'Received'))).toBeVisible()
      await checkScreen(page, 'reports', appearance)
      for (const member of [couple, mira]) await as(member).post(`/chats/${chatId}/delete`)
      await page.getByRole('tab', { name: text('Chattar som har försvunnit', 'Chats that have vanished') }).click()
      await expect(page.getByText(couple.userName)).toBeVisible()
      await checkScreen(page, 'reports-past', appearance)
    })

    test('every screen of blocks is accessible', { tag: '@screens.member' }, async ({ page, context }) => {
      const [mira, vargen, third] = await Promise.all([
        aMember('Mira', { language }),
        aMember('Vargen'),
        aMember('Nattuggla'),
      ])
      const chatId = await anOpenChat(mira, vargen)
      await sendAs(vargen, chatId, 'Svara då. Jag vet var du brukar simma på morgnarna.')
      for (const owner of [third, vargen]) {
        const group = await as(owner).post<Group>('/groups', {
          groupName: freshName(owner === vargen ? 'Naturvänner' : 'Höstmiddagar'),
          description: 'Vi ses varje vecka.',
          isOpen: true,
        })
        for (const member of [mira, vargen])
          if (member !== owner) await as(member).post(`/groups/${group.groupId}/join`)
      }
      await applyAppearance(context, appearance, mira)
      await page.goto('/myprofile?tab=settings&section=safety')
      const heading = page.getByRole('heading', { name: text('Blockerade', 'Blocked') })
      await expect(page.getByText(text('Du har inte blockerat någon.', "You haven't blocked anyone."))).toBeVisible()
      await heading.scrollIntoViewIfNeeded()
      await checkScreen(page, 'blocked-empty', appearance)
      await page.goto(`/chats?id=${chatId}`)
      await page
        .getByRole('button', { name: text('Fler val för chatten med', 'More options for the chat with') })
        .click()
      await page.getByRole('menuitem', { name: text('Blockera', 'Block') }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog.getByRole('checkbox')).toBeVisible()
      await checkScreen(page, 'block', appearance)
      await dialog.getByRole('button', { name: text('Blockera', 'Block') }).click()
      await page.getByRole('button', { name: text('Till inställningarna', 'Go to settings') }).click()
      await as(mira).post('/blocks', { userName: third.userName })
      await expect(page.getByText(third.userName)).toBeVisible()
      await checkScreen(page, 'blocked', appearance)
      await page
        .getByRole('button', { name: text(`Häv blockeringen av ${vargen.userName}`, `Unblock ${vargen.userName}`) })
        .click()
      await expect(dialog).toBeVisible()
      await checkScreen(page, 'unblock', appearance)
      await dialog.getByRole('button', { name: text('Behåll', 'Keep') }).click()
      await page.getByRole('link', { name: text('Läs chatten', 'Read the chat') }).click()
      await expect(page.getByRole('log')).toContainText('Svara då.')
      await checkScreen(page, 'kept-chat', appearance)
    })

    test('every screen of profiles and settings is accessible', { tag: '@screens.member' }, async ({
      page,
      context,
    }) => {
      const [mira, couple] = await Promise.all([
        aMember('Mira', { language }),
        aMember('Linn och Erik', { couple: true }),
      ])
      await anOpenChat(mira, couple)
      await applyAppearance(context, appearance, mira)
      // The settings also list the session of another device.
      await loginAs(mira)
      for (const [name, cities] of [
        ['Par i Stockholm', ['Stockholm']],
        ['Alla par', []],
      ] as const)
        await as(mira).post('/searches', {
          ...{ name, inDigest: cities.length > 0 },
          filter: {
            ...{ couples: true, cities },
            ...{ person1Selection: { sex: 'FEMALE', minAge: 30, maxAge: 60 }, person2Selection: { sex: 'MALE' } },
          },
        })
      for (const section of ['display', 'notifications', 'safety', 'searches']) {
        await page.goto(`/myprofile?tab=settings&section=${section}`)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await checkScreen(page, `settings-${section}`, appearance)
      }
      await page.goto('/myprofile?tab=settings&section=login')
      await expect(page.getByText(text('Den här enheten', 'This device'), { exact: true })).toBeVisible()
      await checkScreen(page, 'settings', appearance)
      for (const [change, send] of [
        [text('Byt e-postadress', 'Change email address'), text('Skicka länken', 'Send link')],
        [text('Byt lösenord', 'Change password'), text('Spara lösenordet', 'Save password')],
      ] as const) {
        await page.getByRole('button', { name: change }).click()
        await page.getByRole('button', { name: send }).click()
      }
      await expect(page.getByText(text('Skriv ditt lösenord.', 'Enter password'))).toHaveCount(2)
      await checkScreen(page, 'settings-errors', appearance)
      await page.getByRole('button', { name: text('Logga ut överallt', 'Log out everywhere') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await checkScreen(page, 'settings-confirmation', appearance)
      await page.goto('/myprofile?tab=profile')
      await page.getByLabel(text('Längd', 'Height')).fill('218')
      await page.getByRole('button', { name: text('Förhandsgranska', 'Preview') }).click()
      await page.getByRole('button', { name: text('Fler uppgifter', 'More details') }).click()
      await page.getByRole('button', { name: text('Spara profil', 'Save profile') }).click()
      await expect(
        page.getByText(text('Längden ska vara mellan 140 och 210 cm.', 'Invalid height')).first(),
      ).toBeVisible()
      await checkScreen(page, 'own-profile', appearance)
      if (device === 'phone') await page.getByRole('button', { name: text('Meny', 'Menu') }).click()
      await page.getByRole('button', { name: text('Logga ut', 'Log out'), exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await checkScreen(page, 'log-out-confirmation', appearance)
      await page.getByRole('button', { name: text('Stanna kvar', 'Stay') }).click()
      await page.getByRole('button', { name: text('Ångra', 'Undo') }).click()
      await page.goto(`/profile?name=${encodeURIComponent(couple.userName)}`)
      await expect(page.getByRole('button', { name: text('Öppna chatten', 'Open chat') })).toBeVisible()
      await checkScreen(page, 'profile', appearance)
      await page.goto(`/profile?name=${encodeURIComponent(couple.userName)}&tab=photo`)
      await expect(
        page.getByRole('tabpanel').getByRole('heading', { name: text('Inga foton', 'No photos') }),
      ).toBeVisible()
      await checkScreen(page, 'profile-without-photos', appearance)
      await aPhotoBy(page, couple)
      await page.reload()
      await expect(page.getByRole('tabpanel').locator('img[src*="/media/"]')).toBeVisible()
      await checkScreen(page, 'profile-photos', appearance)
      await page.goto(`/profile?name=${encodeURIComponent(couple.userName)}&tab=visitors`)
      await expect(page.getByRole('tabpanel').getByRole('link', { name: new RegExp(mira.userName) })).toBeVisible()
      await checkScreen(page, 'profile-visitors', appearance)
      await page.goto(`/profile?name=${encodeURIComponent(mira.userName)}`)
      await expect(page.getByText(text('Så här ser andra din profil.', 'This is how others see'))).toBeVisible()
      await checkScreen(page, 'profile-own', appearance)
      await page.goto('/profile?name=Ingen%20heter%20s')
      await expect(page.getByText(text('Ingen medlem heter så', 'No member has that name'))).toBeVisible()
      await checkScreen(page, 'profile-missing', appearance)
      await page.goto('/myprofile?tab=photo')
      await expect(page.getByRole('region', { name: text('Öppet', 'Public'), exact: true })).toBeVisible()
      await page.locator('input[type=file]').setInputFiles([await aPicture(page), await aPicture(page, { hue: 200 })])
      await expect(page.locator('[data-photo] img[src*="/media/"]')).toHaveCount(2)
      await page.locator('[data-handle]').first().focus()
      await checkScreen(page, 'own-photos', appearance)
      await page.locator('[data-photo] button').first().focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkScreen(page, 'photo-viewer', appearance)
      await page.evaluate(() => localStorage.setItem('salong.discreet', 'on'))
      await page.goto('/myprofile?tab=photo')
      await expect(page.locator('[data-photo] img[src*="/media/"]')).toHaveCount(2)
      await checkScreen(page, 'own-photos-discreet', appearance)
      await page.evaluate(() => localStorage.setItem('salong.discreet', 'off'))
      await as(couple).post(`/profiles/visits/kiss/${encodeURIComponent(mira.userName)}`)
      await as(couple).post('/verifications/verify', { userName: mira.userName, action: 'ASK' })
      await page.goto('/myprofile?tab=visitors')
      await expect(page.getByRole('link', { name: new RegExp(couple.userName) })).toBeVisible()
      await checkScreen(page, 'visitors', appearance)
      await page.goto('/myprofile?tab=verification')
      await expect(page.getByRole('link', { name: new RegExp(couple.userName) })).toBeVisible()
      await checkScreen(page, 'verification', appearance)
      await page.goto(`/profile?name=${encodeURIComponent(couple.userName)}&tab=verification`)
      await expect(page.getByText(text('ber dig om verifiering', 'is asking you to verify them'))).toBeVisible()
      await checkScreen(page, 'profile-verification', appearance)
    })

    test('every screen of the search and the menu is accessible', { tag: '@screens.member' }, async ({
      page,
      context,
    }) => {
      const [mira, couple] = await Promise.all([
        aMember('Mira', { language }),
        aMember('Linn och Erik', { couple: true }),
      ])
      await applyAppearance(context, appearance, mira)
      await page.goto('/profilelist')
      await expect(page.getByText(text('Du har inte sökt än.', "Haven't even tried yet."))).toBeVisible()
      await checkScreen(page, 'search-not-started', appearance)
      await page.goto('/profilelist?type=MIXED_COUPLE&orientation1=BI&age2=30-60&city=Stockholm&filter=open')
      await expect(page.getByRole('radio', { name: text('Kvinna och man', 'Woman and man') })).toBeChecked()
      await expect(page.getByRole('button', { name: /^(Visa|Show|Inga|No) \S/ })).toBeVisible()
      await checkScreen(page, 'search-filter', appearance)
      await page.goto('/profilelist?type=MIXED_COUPLE&city=Stockholm')
      await expect(page.getByRole('link', { name: new RegExp(couple.userName) })).toBeVisible()
      await checkScreen(page, 'search', appearance)
      await page.goto('/profilelist?type=SINGLE_NON_BINARY&age1=98-99&verified=1')
      await expect(page.getByRole('heading', { name: text('Inga träffar', 'No results') })).toBeVisible()
      await checkScreen(page, 'search-no-results', appearance)
      await page.goto('/ingenstans')
      await checkScreen(page, 'not-found', appearance)
      // Only narrow screens have a menu.
      await page.setViewportSize(SIZES.phone.viewport)
      await page.getByRole('button', { name: text('Meny', 'Menu') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkScreen(page, 'menu', appearance)
      await page.setViewportSize(SIZES[device].viewport)
    })

    test('every screen of groups is accessible', { tag: '@screens.groups-and-events' }, async ({ page, context }) => {
      const [mira, couple] = await Promise.all([
        aMember('Mira', { language }),
        aMember('Siv och Tor', { couple: true }),
      ])
      const group = await as(couple).post<Group>('/groups', {
        groupName: freshName('Middagar'),
        description: 'Vi lagar mat **tillsammans** när det blåser ute.',
        isOpen: true,
      })
      const post = (message: string) => as(couple).post<GroupMessage>(`/groups/${group.groupId}/messages`, { message })
      await applyAppearance(context, appearance, mira)
      await page.goto(`/groups?id=${group.groupId}`)
      await expect(page.getByRole('button', { name: text('Gå med', 'Join'), exact: true })).toBeVisible()
      await checkScreen(page, 'group-as-non-member', appearance)
      await as(mira).post(`/groups/${group.groupId}/join`)
      await aDinner(couple, group)
      const question = await post('Vem tar med bröd?')
      await as(mira).post(`/groups/${group.groupId}/messages/${question.id}/comments`, { message: 'Jag bakar något.' })
      await post('Tack, då ses vi på lördag.')
      await page.goto(`/groups?id=${group.groupId}&tab=chat`)
      await expect(page.getByRole('log')).toContainText('Tack, då ses vi på lördag.')
      await checkScreen(page, 'group-chat', appearance)
      for (const tab of ['about', 'members', 'events'] as const) {
        await page.goto(`/groups?id=${group.groupId}&tab=${tab}`)
        await expect(page.getByRole('tabpanel')).toBeVisible()
        await checkScreen(page, `group-${tab}`, appearance)
      }
      const ownGroup = await as(mira).post<Group>('/groups', { groupName: freshName('Keramik'), description: 'Lera.' })
      await as(mira).post('/groups/invites', { groupId: ownGroup.groupId, recipientName: couple.userName })
      await page.goto(`/groups?id=${ownGroup.groupId}&tab=invites`)
      await expect(page.getByRole('tabpanel').getByText(couple.userName, { exact: true })).toBeVisible()
      await checkScreen(page, 'group-invites', appearance)
      const couplesGroup = await as(couple).post<Group>('/groups', {
        groupName: freshName('Fyrar'),
        description: 'Fyrar.',
      })
      await as(couple).post('/groups/invites', {
        groupId: couplesGroup.groupId,
        recipientName: mira.userName,
        message: 'Du som läser om fyrar borde se en inifrån.',
      })
      await page.goto('/groups')
      await page.getByRole('link', { name: new RegExp(couplesGroup.groupName) }).waitFor()
      await checkScreen(page, 'groups', appearance)
      await page.getByRole('link', { name: new RegExp(couplesGroup.groupName) }).click()
      await expect(page.getByRole('button', { name: text('Gå med', 'Join'), exact: true })).toBeVisible()
      await checkScreen(page, 'group-invite', appearance)
      await page.goto('/chats?tab=invites')
      await expect(page.getByText(couplesGroup.groupName).first()).toBeVisible()
      await checkScreen(page, 'group-invite-among-chats', appearance)
      await page.goto('/groups?new=1')
      await page.getByRole('button', { name: text('Skapa grupp', 'Create group') }).click()
      await checkScreen(page, 'group-form', appearance)
    })

    test('every screen of events is accessible', { tag: '@screens.groups-and-events' }, async ({ page, context }) => {
      const [mira, couple] = await Promise.all([
        aMember('Mira', { language }),
        aMember('Siv och Tor', { couple: true }),
      ])
      const group = await as(couple).post<Group>('/groups', {
        groupName: freshName('Middagar'),
        description: 'Vi lagar mat tillsammans.',
        isOpen: true,
      })
      await as(mira).post(`/groups/${group.groupId}/join`)
      await applyAppearance(context, appearance, mira)
      const dinner = await aDinner(couple, group)
      await as(couple).post(`/events/${dinner.id}/attending`)
      await page.goto('/events')
      await expect(page.getByRole('link', { name: /Höstmiddag på Söder/ }).first()).toBeVisible()
      await checkScreen(page, 'events', appearance)
      await page.getByRole('button', { name: text('Prenumerera i kalendern', 'Add to my calendar app') }).click()
      await expect(page.getByRole('button', { name: text('Skapa adress', 'Create address') })).toBeVisible()
      await checkScreen(page, 'events-calendar', appearance)
      await page.goto(`/events?id=${dinner.id}`)
      await page.getByRole('button', { name: text('Jag kommer', "I'm coming") }).click()
      await expect(page.getByRole('link', { name: new RegExp(mira.userName) })).toBeVisible()
      await checkScreen(page, 'event', appearance)
      // Only admins of a group create events in it.
      const ownGroup = await as(mira).post<Group>('/groups', { groupName: freshName('Keramik'), description: 'Lera.' })
      const ownDinner = await aDinner(mira, ownGroup)
      await page.goto(`/events?id=${ownDinner.id}`)
      await page.getByRole('button', { name: text('Fler val för eventet', 'More options for the event') }).click()
      await page.getByRole('menuitem', { name: text('Ställ in', 'Cancel event') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await checkScreen(page, 'event-cancellation', appearance)
      await page.goto('/events?new=1')
      await page.getByRole('button', { name: text('Skapa event', 'Create event'), exact: true }).click()
      await checkScreen(page, 'event-form', appearance)
    })

    test('every screen of ads is accessible', async ({ page, context }) => {
      const [mira, couple] = await Promise.all([aMember('Mira', { language }), aMember('Kustparet', { couple: true })])
      const couplesAd = await as(couple).post<Ad>('/ads', {
        title: 'Ö söker vänner',
        content: 'Vi har ett gästrum, en vedbastu och alldeles för mycket potatis.\n\nKom ut en helg.',
      })
      await as(mira).post('/ads', { title: 'Sällskap till vinterbadet', content: 'Efteråt kaffe på stenarna.' })
      await applyAppearance(context, appearance, mira)
      await page.goto('/ads')
      await expect(page.getByText(text('Din annons', 'Your ad'))).toBeVisible()
      await checkScreen(page, 'ads', appearance)
      await page.goto(`/ads?id=${couplesAd.id}`)
      await page.getByRole('button', { name: text('Svara på annonsen', 'Reply to ad') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkScreen(page, 'ad-answer', appearance)
      await page.goto('/ads?new=1')
      await page.getByRole('button', { name: text('Lägg in annonsen', 'Publish ad') }).click()
      await checkScreen(page, 'ad-form', appearance)
    })

    test('every screen of truth or dare is accessible', { tag: '@screens.games' }, async ({ page, context }) => {
      const team = await aTeamMember('Kortansvarig', { language })
      const person = (name: string, sex: 'MALE' | 'FEMALE') => ({ id: name, name, sex, doWith: 'DO_WITH_BOTH' })
      const settings = { spiciness: 'EXTREME', audience: 'MIXEDAUDIENCE', truthDareRatio: 0.5 }
      const participants = [person('Linn', 'FEMALE'), person('Ett namn med trettio bokstäver', 'MALE')]
      await as(team).post('/games/truth-or-dare/game-state', {
        gameState: { participants, settings, turn: 0, used: [], drawn: null },
      })
      await applyAppearance(context, appearance, team)
      await page.goto('/games')
      await expect(page.getByText('Linn', { exact: true })).toBeVisible()
      await checkScreen(page, 'game-start', appearance)
      await page.getByRole('button', { name: text('Vänd första kortet', 'Turn the first card') }).click()
      await expect(page.getByRole('button', { name: text('Nästa kort', 'Next card') })).toBeVisible()
      await checkScreen(page, 'game', appearance)
      for (const tab of ['rules', 'setup'] as const) {
        await page.goto(`/games?tab=${tab}`)
        await checkScreen(page, `game-${tab}`, appearance)
      }
      await page.goto('/games?tab=cards')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'kort.csv', mimeType: 'text/csv', buffer: Buffer.from('type;text\nTRUTH;x') })
      await page.getByRole('button', { name: text('Spara kortleken', 'Save deck') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await checkScreen(page, 'game-cards', appearance)
    })

    test('every screen of the photo feed is accessible', async ({ page, context }) => {
      const [mira, couple] = await Promise.all([aMember('Mira', { language }), aMember('Linn', { couple: true })])
      await applyAppearance(context, appearance, mira)
      await page.goto('/movie')
      const couplesEntry = await anEntryBy(page, couple, 'Sista kvällen på berget innan vintern.')
      await anEntryBy(page, mira, 'Morgon efter första frosten.', 220)
      await as(mira).post('/movie/like', { id: couplesEntry.id })
      await page.reload()
      await expect(page.getByRole('button', { name: text('Ta bort foto', 'Delete photo') }).first()).toBeVisible()
      await checkScreen(page, 'movie', appearance)
      await page
        .getByRole('button', { name: text('Visa större', 'Show larger') })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkScreen(page, 'movie-viewer', appearance)
      await page.keyboard.press('Escape')
      await page.locator('input[type=file]').setInputFiles(await aPicture(page, { hue: 90 }))
      await expect(page.getByRole('slider')).toBeVisible()
      await checkScreen(page, 'movie-upload', appearance)
    })

    test('every screen of news and of the team is accessible', async ({ page, context }) => {
      const [team, mira] = await Promise.all([aTeamMember('Vera', { language }), aMember('Mira')])
      const publish = (title: string, content: string) =>
        as(team).post<NewsItem>('/news', { title, content, clientId: randomUUID() })
      const linkedNews = await publish(
        'Middagar i fyra nya städer',
        'Grupperna i Malmö, Örebro, Umeå och Västerås öppnar.',
      )
      const { id } = await publish('Diskret läge är här', 'Slå på det med **ögat**.\n\n> Valet sparas på din enhet.')
      await as(mira).post('/news/kiss', { id })
      await as(mira).post(`/news/${id}/comments`, { message: 'Perfekt för oss som pendlar.', clientId: randomUUID() })
      await applyAppearance(context, appearance, team)
      await page.goto('/news')
      await expect(page.getByRole('article', { name: 'Diskret läge är här' }).first()).toBeVisible()
      await checkScreen(page, 'news', appearance)
      await page.goto(`/news?comments=${id}`)
      await expect(page.getByText('Perfekt för oss som pendlar.')).toBeVisible()
      await checkScreen(page, 'news-comments', appearance)
      await page.goto('/news?publish=1')
      await page.getByLabel(text('Rubrik', 'Title')).fill('Nytt hos oss')
      await checkScreen(page, 'news-publish', appearance)
      await page.getByLabel(text('Text', 'Text'), { exact: true }).fill('En **fet** nyhet.\n\n- med punkter')
      await checkScreen(page, 'news-publish-filled', appearance)
      await page.goto(`/news?delete=${linkedNews.id}`)
      await expect(page.getByRole('button', { name: text('Ta bort nyheten', 'Delete post') })).toBeVisible()
      await checkScreen(page, 'news-delete', appearance)
      const { chatId } = await as(team).post<ChatSummary>('/chats/invites', {
        recipientName: mira.userName,
        message: 'Hej Mira, välkommen hit.',
      })
      await sendAs(mira, chatId, 'Tack! Hur syns vi för andra?')
      await page.goto('/chats')
      await expect(page.getByRole('tab', { name: text('Teamet', 'Team') })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('link', { name: new RegExp(mira.userName) })).toBeVisible()
      await checkScreen(page, 'team-chats', appearance)
      await page.goto(`/chats?id=${chatId}`)
      await expect(page.getByRole('log')).toContainText(team.userName)
      await checkScreen(page, 'team-chat', appearance)
    })

    test('every screen of passkeys, duties and the team log is accessible', async ({ page, context }) => {
      const team = await aTeamMember('Vera', { language })
      await applyAppearance(context, appearance, team)
      await addAuthenticator(page)
      await page.goto('/moderation')
      const add = text('Lägg till en passkey', 'Add a passkey')
      await expect(page.getByRole('link', { name: add })).toBeVisible()
      await checkScreen(page, 'moderation-passkey-missing', appearance)
      await page.getByRole('link', { name: add }).click()
      await addPasskey(page, text('Datorn hemma', 'The computer at home'), text)
      await page.getByRole('button', { name: add }).click()
      await page.getByRole('button', { name: add }).click()
      await expect(page.getByText(text('Ge din passkey ett namn.', 'Give your passkey a name.'))).toBeVisible()
      await checkScreen(page, 'settings-passkeys', appearance)
      await page.getByRole('button', { name: text('Ta bort passkeyn', 'Delete the passkey') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await checkScreen(page, 'settings-passkey-confirmation', appearance)
      await page.goto('/moderation')
      const link = page.getByRole('link', { name: text('Logga in med passkey', 'Log in with passkey') })
      await expect(link).toBeVisible()
      await checkScreen(page, 'moderation-passkey-needed', appearance)
      await link.click()
      await page.getByRole('button', { name: text('Logga in med en passkey', 'Log in with a passkey') }).click()
      await page.getByRole('tab', { name: text('Uppdrag', 'Duties') }).click()
      await expect(page.getByRole('region', { name: team.userName })).toBeVisible()
      await checkScreen(page, 'moderation-duties', appearance)
      await page.getByRole('tab', { name: text('Logg', 'Log') }).click()
      await expect(page.getByRole('listitem').filter({ hasText: team.userName }).first()).toBeVisible()
      await checkScreen(page, 'moderation-log', appearance)
      await page.getByRole('tab', { name: text('Siffror', 'Figures') }).click()
      await expect(page.getByRole('table', { name: text('Överklaganden', 'Appeals') })).toBeVisible()
      await checkScreen(page, 'moderation-figures', appearance)
    })

    test('every screen of cases is accessible', async ({ page, context }) => {
      const [vera, mira, couple] = await Promise.all([
        aModerator('Vera', { language }),
        aMember('Mira'),
        aMember('Linn och Erik', { couple: true }),
      ])
      const chatId = await anOpenChat(mira, couple)
      await sendAs(couple, chatId, 'Svara då. Jag vet var du brukar simma på morgnarna.')
      await as(mira).post('/reports', {
        clientId: randomUUID(),
        subject: { kind: 'CHAT_MESSAGE', id: 'LATEST', parentId: chatId },
        category: 'THREAT',
        words: 'Han ger sig inte fast jag har sagt nej.',
        illegal: true,
      })
      await applyAppearance(context, appearance, vera)
      await page.goto('/moderation')
      const row = page.getByRole(device === 'phone' ? 'listitem' : 'row').filter({ hasText: couple.userName })
      await expect(row).toBeVisible()
      await checkScreen(page, 'cases', appearance)
      await row.getByRole('link').click()
      const showPart = async (sv: string, en: string) => {
        if (device === 'phone') await page.getByRole('tab', { name: text(sv, en) }).click()
      }
      await expect(page.getByText('Svara då.')).toBeVisible()
      await checkScreen(page, 'case', appearance)
      await showPart('Anmälningar', 'Reports')
      await page.getByRole('button', { name: text('Fråga anmälaren', 'Ask the reporter') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkScreen(page, 'case-question', appearance)
      await page.keyboard.press('Escape')
      await showPart('Beslut', 'Decision')
      await page.getByRole('button', { name: text('Avskriv', 'Dismiss') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkScreen(page, 'case-dismissal', appearance)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: text('Fatta beslut', 'Decide') }).click()
      await page.getByRole('button', { name: text('Begränsa', 'Restrict') }).click()
      await expect(
        page.getByRole('region', { name: text('Så läser medlemmen det', 'How the member reads it') }),
      ).toBeVisible()
      await checkScreen(page, 'case-decision', appearance)
      await page.goto(`/profile?name=${encodeURIComponent(couple.userName)}`)
      const openCase = text('Öppna ett ärende', 'Open a case')
      if (device === 'phone') {
        await page.getByRole('button', { name: text('Fler val för', 'More options for') }).click()
        await page.getByRole('menuitem', { name: openCase }).click()
      } else await page.getByRole('button', { name: openCase }).click()
      await expect(page.getByRole('dialog').getByRole('radio', { name: text('Vi såg det', 'We saw it') })).toBeChecked()
      await checkScreen(page, 'case-opening', appearance)
      await page.goto(`/moderation?case=${await fileNotice(vera)}`)
      await expect(page.getByRole('heading', { name: text('Hitta innehållet', 'Find the content') })).toBeVisible()
      await checkScreen(page, 'case-notice', appearance)
    })

    test('every screen of decisions is accessible', { tag: '@screens.member' }, async ({ page, context }) => {
      const [vera, nils, mira, couple] = await Promise.all([
        aModerator('Vera'),
        aModerator('Nils', { language }),
        aMember('Mira'),
        aMember('Linn och Erik', { couple: true, language }),
      ])
      const chatId = await anOpenChat(couple, mira)
      const { id } = await sendAs(couple, chatId, 'Jag vet var du brukar simma på morgnarna.')
      const { caseId, version } = await claimCaseAbout(
        vera,
        mira,
        { kind: 'CHAT_MESSAGE', id, parentId: chatId },
        couple,
      )
      const { decisionId } = await as(vera).post<Decided>(`/moderation/cases/${caseId}/decide`, {
        version,
        reason: 'TERMS_THREAT',
        facts: 'Du skrev att du vet var någon annan brukar simma, efter ett nej.',
        actions: [{ kind: 'REMOVE' }, { kind: 'RESTRICT', scopes: ['CONTACT', 'POST'], days: 30 }],
      })
      await applyAppearance(context, appearance, couple)
      await page.goto('/chats')
      const gate = page.getByRole('alertdialog')
      await expect(gate).toBeVisible()
      await checkScreen(page, 'decision-gate', appearance)
      await gate.getByRole('button', { name: text('Överklaga', 'Appeal') }).click()
      await gate.getByRole('button', { name: text('Skicka överklagan', 'Send appeal') }).click()
      await expect(gate.locator('[aria-invalid]')).toBeVisible()
      await checkScreen(page, 'decision-appeal', appearance)
      await as(couple).post(`/decisions/${decisionId}/read`)
      await page.goto('/safety?tab=decisions')
      await expect(page.getByRole('tabpanel').getByRole('listitem')).toBeVisible()
      await checkScreen(page, 'decisions', appearance)
      await page.goto(findLink(await waitForMail(couple.email)))
      await expect(page.getByText('Jag vet var du brukar simma på morgnarna.')).toBeVisible()
      await checkScreen(page, 'decision-by-link', appearance)
      await as(couple).post(`/decisions/${decisionId}/appeal`, { words: 'Det är en rad ur en visa.' })
      await page.reload()
      await expect(page.getByText(text('Vi har din överklagan.', 'We have your appeal.'))).toBeVisible()
      await checkScreen(page, 'decision-appealed', appearance)
      await context.addInitScript(
        (session) => localStorage.setItem('salong.session', session),
        JSON.stringify({ ...nils, email: undefined, password: undefined }),
      )
      await page.goto(`/moderation?case=${caseId}&part=decision`)
      await expect(page.getByText('Det är en rad ur en visa.')).toBeVisible()
      await checkScreen(page, 'case-appeal', appearance)
    })
  })
}
