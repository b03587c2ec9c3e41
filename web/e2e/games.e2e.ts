import { readFile } from 'node:fs/promises'
import type { Game, GameState } from '@app/contract/games'
import { expect, type Page } from '@playwright/test'
import { waitForServiceWorker } from './support/device.ts'
import { aMember, as, DESKTOP, type Member, openAs, PHONE } from './support/members.ts'
import { aTeamMember } from './support/team.ts'
import { test } from './support/test.ts'

// All tests share the team's only deck.
test.describe.configure({ mode: 'serial' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

const HEADER = 'type;text;audience;spiciness'
const CARD_COUNT = 14
const ROWS = Array.from({ length: CARD_COUNT }, (_, n) => `DARE;{actor}, gör ${n + 1} knäböj;MIXED,MALE;GREEN`)

const TEXTS = {
  SWEDISH: {
    choose: 'Välj fil',
    save: 'Spara kortleken',
    template: 'Ladda ner mall',
    rowError: 'Rad 3: Kolumnen audience ska vara MIXED, MALE eller FEMALE, flera med komma emellan.',
    deck: (cards: number) => `${cards} kort i kortleken`,
    separator: ';',
  },
  ENGLISH: {
    choose: 'Choose file',
    save: 'Save deck',
    template: 'Download template',
    rowError: 'Row 3: The audience column has to be MIXED, MALE or FEMALE, or several separated by commas.',
    deck: (cards: number) => `${cards} cards in the deck`,
    separator: ',',
  },
}

const deckFile = (lines: string[]) => ({
  name: 'kort.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...lines].join('\r\n')),
})

for (const [language, size] of [
  ['ENGLISH', PHONE],
  ['SWEDISH', DESKTOP],
] as const) {
  const texts = TEXTS[language]
  test(`the team uploads an invalid deck, reads its errors, and uploads a valid one (${language.toLowerCase()})`, async ({
    browser,
  }) => {
    const admin = await aTeamMember('Kortansvarig', { language })
    const page = await openAs(browser, admin, '/games?tab=cards', size)
    const chooseFile = (lines: string[]) => page.locator('input[type=file]').setInputFiles(deckFile(lines))
    await expect(button(page, texts.choose)).toBeVisible()
    await chooseFile([ROWS[0] ?? '', 'DARE;Hej;ALLA;GREEN'])
    await button(page, texts.save).click()
    await expect(page.getByText(texts.rowError)).toBeVisible()
    await chooseFile(ROWS)
    await button(page, texts.save).click()
    await expect(page.getByRole('heading', { name: texts.deck(CARD_COUNT) })).toBeVisible()

    const [download] = await Promise.all([page.waitForEvent('download'), button(page, texts.template).click()])
    const template = await readFile(await download.path())
    expect(template.toString()).toContain(`\ufefftype${texts.separator}text`)
    await page.locator('input[type=file]').setInputFiles({ name: 'mall.csv', mimeType: 'text/csv', buffer: template })
    await button(page, texts.save).click()
    await expect(page.getByRole('heading', { name: texts.deck(2) })).toBeVisible()
    await chooseFile(ROWS)
    await button(page, texts.save).click()
    await expect(page.getByRole('heading', { name: texts.deck(CARD_COUNT) })).toBeVisible()
  })
}

async function addParticipants(page: Page): Promise<void> {
  for (const [name, sex] of [
    ['Linn', 'Kvinna'],
    ['Erik', 'Man'],
  ] as const) {
    await page.getByLabel('Namn').fill(name)
    await page.getByText(sex, { exact: true }).click()
    await button(page, 'Lägg till').click()
  }
}

/**
 * Waits until the server has saved a game with this many drawn cards; a dropped socket needs some time to reconnect.
 */
const waitForSavedCards = (member: Member, count: number) =>
  expect
    .poll(
      async () => {
        const { gameState } = await as(member).get<GameState>('/games/truth-or-dare/game-state')
        return (gameState as Partial<Game> | null)?.used?.length
      },
      { timeout: 60_000 },
    )
    .toBe(count)

for (const [device, size] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`a member plays ten cards, the last ones offline, and resumes the game (${device})`, {
    tag: '@games.flow',
  }, async ({ browser }) => {
    const ann = await aMember('Ann')
    const page = await openAs(browser, ann, '/games?tab=setup', { ...size, serviceWorkers: 'allow' })
    const expectCard = (number: number) =>
      expect(page.getByText(`Kort ${number} av ${CARD_COUNT}`).first()).toBeVisible()
    await addParticipants(page)
    await button(page, 'Till spelet').click()
    await button(page, 'Vänd första kortet').click()
    await expectCard(1)
    await expect(page.getByText('Din tur, Linn')).toBeVisible()
    for (const number of [2, 3, 4, 5]) {
      await button(page, 'Nästa kort').click()
      await expectCard(number)
    }
    await waitForSavedCards(ann, 5)
    await page.reload()
    await expectCard(5)

    await waitForServiceWorker(page)
    await page.context().setOffline(true)
    for (const number of [6, 7, 8]) {
      await button(page, 'Nästa kort').click()
      await expectCard(number)
    }
    await page.reload()
    await expectCard(8)
    await button(page, 'Nästa kort').click()
    await button(page, 'Hoppa över').click()
    await expectCard(10)
    await expect(page.getByText('Din tur, Linn')).toBeVisible()

    await page.context().setOffline(false)
    await waitForSavedCards(ann, 10)
  })
}

test('a restored participant keeps the turn, and a ratio that excludes all cards shows a message', async ({
  browser,
}) => {
  const ann = await aMember('Ann')
  const page = await openAs(browser, ann, '/games?tab=setup', DESKTOP)
  await addParticipants(page)
  await button(page, 'Ta bort Linn').click()
  await expect(page.getByRole('tabpanel').getByText('Linn')).toHaveCount(0)
  await button(page, 'Ångra').click()
  await page.getByText('Röd', { exact: true }).click()
  await page.getByRole('slider').press('End')
  await expect(page.getByText('100 % sanning')).toBeVisible()
  await tab(page, 'Spela').click()
  await expect(page.getByText('Din tur, Linn')).toBeVisible()
  await button(page, 'Vänd första kortet').click()
  await expect(page.getByText('Inga kort passar.')).toBeVisible()
})
