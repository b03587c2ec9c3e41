import { readFile } from 'node:fs/promises'
import type { Game, GameState } from '@app/contract/games'
import { expect, type Page } from '@playwright/test'
import { waitForServiceWorker } from './support/device.ts'
import { aMember, as, DESKTOP, type Member, openAs, PHONE } from './support/members.ts'
import { aTeamMember } from './support/team.ts'
import { test } from './support/test.ts'

// All tests share the one deck of the team.
test.describe.configure({ mode: 'serial' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

const HEADER = 'type;text;audience;spiciness'
const CARDS = 14
const rows = Array.from({ length: CARDS }, (_, n) => `DARE;{actor}, gör ${n + 1} knäböj;MIXED,MALE;GREEN`)

const TEXTS = {
  SWEDISH: {
    choose: 'Välj fil',
    save: 'Spara kortleken',
    template: 'Ladda ner mall',
    row: 'Rad 3: Kolumnen audience ska vara MIXED, MALE eller FEMALE, flera med komma emellan.',
    deck: (cards: number) => `${cards} kort i kortleken`,
    separator: ';',
  },
  ENGLISH: {
    choose: 'Choose file',
    save: 'Save deck',
    template: 'Download template',
    row: 'Row 3: The audience column has to be MIXED, MALE or FEMALE, several with commas between them.',
    deck: (cards: number) => `${cards} cards in the deck`,
    separator: ',',
  },
}

const file = (lines: string[]) => ({
  name: 'kort.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...lines].join('\r\n')),
})

for (const [language, size] of [
  ['ENGLISH', PHONE],
  ['SWEDISH', DESKTOP],
] as const) {
  const texts = TEXTS[language]
  test(`the team uploads an invalid deck, reads its errors, and uploads a valid one; ${language}`, async ({
    browser,
  }) => {
    const admin = await aTeamMember('Kortansvarig', { language })
    const page = await openAs(browser, admin, '/games?tab=cards', size)
    const choose = (lines: string[]) => page.locator('input[type=file]').setInputFiles(file(lines))
    await expect(button(page, texts.choose)).toBeVisible()
    await choose([rows[0] ?? '', 'DARE;Hej;ALLA;GREEN'])
    await button(page, texts.save).click()
    await expect(page.getByText(texts.row)).toBeVisible()
    await choose(rows)
    await button(page, texts.save).click()
    await expect(page.getByRole('heading', { name: texts.deck(CARDS) })).toBeVisible()

    const [download] = await Promise.all([page.waitForEvent('download'), button(page, texts.template).click()])
    const template = await readFile(await download.path())
    expect(template.toString()).toContain(`\ufefftype${texts.separator}text`)
    await page.locator('input[type=file]').setInputFiles({ name: 'mall.csv', mimeType: 'text/csv', buffer: template })
    await button(page, texts.save).click()
    await expect(page.getByRole('heading', { name: texts.deck(2) })).toBeVisible()
    await choose(rows)
    await button(page, texts.save).click()
    await expect(page.getByRole('heading', { name: texts.deck(CARDS) })).toBeVisible()
  })
}

async function addParticipants(page: Page): Promise<void> {
  for (const [name, sex] of [
    ['Linn', 'Kvinna'],
    ['Erik', 'Man'],
  ] as const) {
    await page.getByLabel('Namn').fill(name)
    await page.getByText(sex, { exact: true }).click()
    await page.getByText('Alla', { exact: true }).click()
    await button(page, 'Lägg till').click()
  }
}

/** Waits until the server has saved this many cards; a dropped socket needs some time to reconnect. */
const waitForSavedCards = (member: Member, cards: number) =>
  expect
    .poll(
      async () => {
        const { gameState } = await as(member).get<GameState>('/games/truth-or-dare/game-state')
        return (gameState as Partial<Game> | null)?.used?.length
      },
      { timeout: 60_000 },
    )
    .toBe(cards)

for (const [device, size] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`a member plays ten cards, the last ones offline, and resumes the game; ${device}`, {
    tag: '@games.flow',
  }, async ({ browser }) => {
    const ann = await aMember('Ann')
    const page = await openAs(browser, ann, '/games?tab=setup', size)
    const count = (number: number) => expect(page.getByText(`Kort ${number} av ${CARDS}`).first()).toBeVisible()
    await addParticipants(page)
    await button(page, 'Till spelet').click()
    await button(page, 'Dra första kortet').click()
    await count(1)
    await expect(page.getByText('Din tur, Linn')).toBeVisible()
    for (const number of [2, 3, 4, 5]) {
      await button(page, 'Nästa kort').click()
      await count(number)
    }
    await waitForSavedCards(ann, 5)
    await page.reload()
    await count(5)

    await waitForServiceWorker(page)
    await page.context().setOffline(true)
    for (const number of [6, 7, 8]) {
      await button(page, 'Nästa kort').click()
      await count(number)
    }
    await page.reload()
    await count(8)
    await button(page, 'Nästa kort').click()
    await button(page, 'Hoppa över').click()
    await count(10)
    await expect(page.getByText('Din tur, Linn')).toBeVisible()

    await page.context().setOffline(false)
    await waitForSavedCards(ann, 10)
  })
}

test('a participant who is removed and added again keeps the position, and settings stay', async ({ browser }) => {
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
  await button(page, 'Dra första kortet').click()
  await expect(page.getByText('Inga kort passar.')).toBeVisible()
})
