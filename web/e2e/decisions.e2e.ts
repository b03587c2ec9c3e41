import type { MovieEntry } from '@app/contract/movie'
import { expect, type Page } from '@playwright/test'
import { aMember, as, DESKTOP, freshName, type Member, openAs, PHONE } from './support/members.ts'
import { anEntryBy } from './support/movie.ts'
import { aModerator } from './support/team.ts'
import { test } from './support/test.ts'

const entryOf = (page: Page, caption: string) => page.getByRole('article').filter({ hasText: caption })
const readLikes = async (member: Member, id: string) =>
  (await as(member).get<MovieEntry[]>('/movie')).find((entry) => entry.id === id)?.likes

/** Takes the case about a member from the queue. */
async function takeCase(page: Page, { userName }: Member): Promise<void> {
  await page.getByRole('row').filter({ hasText: userName }).getByRole('link', { name: 'Hot eller våld' }).click()
  await expect(page.getByText('Oförändrat sedan anmälan')).toBeVisible()
}

test('a reported threat is removed, its author appeals, and a second admin restores it with its likes', {
  tag: '@decisions.flow',
}, async ({ browser }) => {
  const [ann, bo, vera, nils] = await Promise.all([
    aMember('Ann'),
    aMember('Bo'),
    aModerator('Vera'),
    aModerator('Nils'),
  ])
  const caption = freshName('Jag vet var du bor')
  const boPage = await openAs(browser, bo, '/movie', PHONE)
  const { id } = await anEntryBy(boPage, ann, caption)
  await as(bo).post('/movie/like', { id })
  const annPage = await openAs(browser, ann, '/movie', PHONE)
  await expect(entryOf(annPage, caption)).toBeVisible()
  const gate = annPage.getByRole('alertdialog', { name: 'Ett beslut om dig' })

  await test.step('a member reports the photo with two taps in the dialog', async () => {
    await boPage.reload()
    await boPage.getByRole('button', { name: `Fler val för fotot av ${ann.userName}` }).click()
    await boPage.getByRole('menuitem', { name: 'Anmäl fotot' }).click()
    const dialog = boPage.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Hot eller våld' }).click()
    await dialog.getByRole('button', { name: 'Skicka anmälan' }).click()
    await expect(dialog.getByRole('heading', { name: 'Tack, vi har din anmälan' })).toBeFocused()
  })

  await test.step('an admin takes the case, removes the photo and warns its author', async () => {
    const page = await openAs(browser, vera, '/moderation', DESKTOP)
    await takeCase(page, ann)
    await page.getByRole('button', { name: 'Ta bort bilden' }).click()
    await page.getByRole('button', { name: 'Varna' }).click()
    await page.getByLabel('Vad som har hänt').fill('Du skrev att du vet var någon bor.')
    await expect(page.getByRole('region', { name: 'Så läser medlemmen det' })).toContainText('ger dig en varning')
    await page.getByRole('button', { name: 'Fatta beslut' }).click()
    await expect(page.getByRole('heading', { name: 'Ärenden', level: 1 })).toBeVisible()
    expect(await readLikes(ann, id)).toBeUndefined()
  })

  await test.step('the author reads the statement before anything else, and appeals', async () => {
    await expect(gate).toContainText('Du skrev att du vet var någon bor.')
    // The statement prints in dark ink and without buttons, even in the dark theme.
    await annPage.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(annPage.getByRole('heading', { name: /^Vi har tagit bort/ })).toHaveCSS('color', 'rgb(40, 26, 39)')
    await expect(annPage.getByRole('button')).toHaveCount(0)
    await annPage.emulateMedia({ media: null, colorScheme: null })
    await gate.getByRole('button', { name: 'Överklaga' }).click()
    await gate.getByLabel('Vad har vi missat?').fill('Det är en rad ur en visa.')
    await gate.getByRole('button', { name: 'Skicka överklagan' }).click()
    await expect(gate.getByText('Vi har din överklagan.')).toBeVisible()
    await gate.getByRole('button', { name: 'Jag har läst beslutet' }).click()
    await expect(gate).toHaveCount(0)
    await expect(entryOf(annPage, caption)).toHaveCount(0)
  })

  await test.step('another admin overturns the decision', async () => {
    const page = await openAs(browser, nils, '/moderation?view=APPEALED', DESKTOP)
    await takeCase(page, ann)
    await expect(page.getByText('Det är en rad ur en visa.')).toBeVisible()
    await page.getByText('Ändra beslutet').click()
    await page.getByLabel('Svar till medlemmen').fill('Du har rätt, det är en visa.')
    await page.getByRole('button', { name: 'Skicka svaret' }).click()
    await expect(page.getByRole('heading', { name: 'Ärenden', level: 1 })).toBeVisible()
  })

  await test.step('the photo is back with its like, and the author reads the answer', async () => {
    expect(await readLikes(ann, id)).toBe(1)
    await annPage.reload()
    await expect(entryOf(annPage, caption)).toBeVisible()
    await annPage.goto('/safety?tab=decisions')
    await expect(annPage.getByText('Gäller inte längre')).toBeVisible()
  })
})
