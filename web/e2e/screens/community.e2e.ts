import { randomUUID } from 'node:crypto'
import type { Ad } from '@app/contract/ads'
import type { ChatSummary } from '@app/contract/chats'
import type { Event } from '@app/contract/events'
import type { Group, GroupMessage } from '@app/contract/groups'
import type { NewsItem } from '@app/contract/news'
import { expect } from '@playwright/test'
import { aMember, as, freshName, type Member, sendAs } from '../support/members.ts'
import { anEntryBy } from '../support/movie.ts'
import { aPicture } from '../support/pictures.ts'
import { applyAppearance, checkScreen, describeAppearances } from '../support/screens.ts'
import { aTeamMember } from '../support/team.ts'
import { test } from '../support/test.ts'

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

describeAppearances((appearance, text) => {
  const { language } = appearance

  test('every screen of groups is accessible', { tag: '@screens.groups-and-events' }, async ({ page, context }) => {
    const [mira, couple] = await Promise.all([aMember('Mira', { language }), aMember('Siv och Tor', { couple: true })])
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
    const [mira, couple] = await Promise.all([aMember('Mira', { language }), aMember('Siv och Tor', { couple: true })])
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
})
