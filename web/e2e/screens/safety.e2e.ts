import { randomUUID } from 'node:crypto'
import type { Group } from '@app/contract/groups'
import type { CaseQueue, CaseRow } from '@app/contract/safety/cases'
import type { Decided } from '@app/contract/safety/decisions'
import type { Subject } from '@app/contract/safety/subjects'
import { expect } from '@playwright/test'
import { openActions } from '../support/chatting.ts'
import { aMember, anOpenChat, as, findLink, freshName, type Member, sendAs, waitForMail } from '../support/members.ts'
import { addAuthenticator, addPasskey } from '../support/passkey.ts'
import { applyAppearance, checkScreen, describeAppearances } from '../support/screens.ts'
import { aModerator, aTeamMember } from '../support/team.ts'
import { test } from '../support/test.ts'

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

describeAppearances((appearance, text) => {
  const { device, language } = appearance

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
      for (const member of [mira, vargen]) if (member !== owner) await as(member).post(`/groups/${group.groupId}/join`)
    }
    await applyAppearance(context, appearance, mira)
    await page.goto('/myprofile?tab=settings&section=safety')
    const heading = page.getByRole('heading', { name: text('Blockerade', 'Blocked') })
    await expect(page.getByText(text('Du har inte blockerat någon.', "You haven't blocked anyone."))).toBeVisible()
    await heading.scrollIntoViewIfNeeded()
    await checkScreen(page, 'blocked-empty', appearance)
    await page.goto(`/chats?id=${chatId}`)
    await page.getByRole('button', { name: text('Fler val för chatten med', 'More options for the chat with') }).click()
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
    const { caseId, version } = await claimCaseAbout(vera, mira, { kind: 'CHAT_MESSAGE', id, parentId: chatId }, couple)
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
