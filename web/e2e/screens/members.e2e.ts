import { expect } from '@playwright/test'
import { aMember, anOpenChat, as, loginAs, sendAs } from '../support/members.ts'
import { aPhotoBy, aPicture } from '../support/pictures.ts'
import { applyAppearance, checkScreen, describeAppearances, SIZES } from '../support/screens.ts'
import { test } from '../support/test.ts'

describeAppearances((appearance, text) => {
  const { device, language } = appearance

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

  test('every screen of profiles and settings is accessible', { tag: '@screens.member' }, async ({ page, context }) => {
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
})
