import { expect, type Locator, type Page } from '@playwright/test'
import { aChatWithMembers, composer, log } from './support/chatting.ts'
import { drag, holdAtBottom } from './support/dragging.ts'
import { aMember, DESKTOP, openAs, PHONE } from './support/members.ts'
import { aPicture } from './support/pictures.ts'
import { expectSaved } from './support/saving.ts'
import { test } from './support/test.ts'

const album = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tiles = (page: Page, name: string) => album(page, name).locator('[data-photo]')
const fileInput = (page: Page) => page.locator('input[type=file]')

/** Waits until the image shows the server's variant. */
async function expectProcessed(image: Locator): Promise<void> {
  await expect(image).toHaveAttribute('src', /\/media\//)
  await expect(async () => {
    expect(await image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth)).toBeTruthy()
  }).toPass()
}

const readShape = (image: Locator): Promise<'wide' | 'tall'> =>
  image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) =>
    naturalWidth > naturalHeight ? 'wide' : 'tall',
  )

const expectOrderSaved = (page: Page, action: () => Promise<void>): Promise<void> =>
  expectSaved(page, /\/members$/, action)

for (const [device, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`photos are uploaded, moved, rotated and deleted (${device})`, { tag: '@photos.flow' }, async ({ browser }) => {
    const mira = await aMember('Mira')
    const siv = await aMember('Siv')
    const page = await openAs(browser, mira, '/myprofile?tab=photo', options)
    await expect(album(page, 'Öppet')).toBeVisible()
    const pictures = [
      await aPicture(page),
      await aPicture(page, { hue: 200, type: 'image/png' }),
      await aPicture(page, { hue: 320 }),
    ]
    await fileInput(page).setInputFiles(pictures)
    await expect(tiles(page, 'Öppet')).toHaveCount(3)
    for (const tile of await tiles(page, 'Öppet').all()) await expectProcessed(tile.locator('img').last())
    await expect(tiles(page, 'Öppet').first()).toContainText('Profilfoto')

    await test.step('a photo is moved with the menu, and the server saves its album', async () => {
      const handle = page.getByRole('button', { name: 'Flytta Foto 1 i Öppet' })
      await handle.focus()
      await page.keyboard.press('Enter')
      await expectOrderSaved(page, () => page.getByRole('menuitem', { name: 'Flytta till Privat' }).click())
      await expect(tiles(page, 'Privat')).toHaveCount(1)
      await page.reload()
      await expect(tiles(page, 'Privat')).toHaveCount(1)
      await expect(tiles(page, 'Öppet')).toHaveCount(2)
    })

    await test.step('a photo is dragged before another', async () => {
      const [first, second] = await tiles(page, 'Öppet').evaluateAll((all) =>
        all.map((tile) => (tile as HTMLElement).dataset.photo),
      )
      await expectProcessed(tiles(page, 'Öppet').last().locator('img').last())
      await expectOrderSaved(page, () => drag(page, tiles(page, 'Öppet').last(), tiles(page, 'Öppet').first()))
      await expect(tiles(page, 'Öppet').first()).toHaveAttribute('data-photo', second ?? '')
      await page.reload()
      await expect(tiles(page, 'Öppet').first()).toHaveAttribute('data-photo', second ?? '')
      await expect(tiles(page, 'Öppet').last()).toHaveAttribute('data-photo', first ?? '')
    })

    await test.step('a photo is dragged into another album and back', async () => {
      await expectOrderSaved(page, () => drag(page, tiles(page, 'Privat').first(), tiles(page, 'Öppet').last()))
      await expect(tiles(page, 'Öppet')).toHaveCount(3)
      await expect(tiles(page, 'Privat')).toHaveCount(0)
      await expectOrderSaved(page, () => drag(page, tiles(page, 'Öppet').nth(1), album(page, 'Privat')))
      await expect(tiles(page, 'Privat')).toHaveCount(1)
      await page.reload()
      await expect(tiles(page, 'Privat')).toHaveCount(1)
      await expect(page.getByRole('menu')).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('a photo held at the edge scrolls to the other albums, and stays in its album when the drag is canceled', async () => {
      const verified = album(page, 'Verifierat')
      if (device === 'desktop') await page.setViewportSize({ width: 800, height: 500 })
      await holdAtBottom(page, tiles(page, 'Öppet').first(), () => expect(verified).toBeInViewport({ ratio: 0.9 }))
      await expect(tiles(page, 'Öppet')).toHaveCount(2)
      await page.setViewportSize(options.viewport)
    })

    await test.step('a photo is rotated', async () => {
      const image = tiles(page, 'Öppet').first().locator('img').last()
      await expectProcessed(image)
      expect(await readShape(image)).toBe('wide')
      await page.getByRole('button', { name: 'Rotera Foto 1 i Öppet' }).focus()
      await page.keyboard.press('Enter')
      await expect(async () => expect(await readShape(image)).toBe('tall')).toPass()
    })

    await test.step('the photos are viewed full screen, one after the other', async () => {
      await page.getByRole('button', { name: 'Visa Foto 1 i Öppet' }).focus()
      await page.keyboard.press('Enter')
      await expect(
        page.getByRole('dialog', { name: 'Foto 1 i Öppet' }).getByRole('button', { name: 'Stäng' }),
      ).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByText('2 av 3')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('other members see only the permitted albums', async () => {
      const visitor = await openAs(browser, siv, `/profile?name=${encodeURIComponent(mira.userName)}&tab=photo`)
      await expect(album(visitor, 'Öppet').getByRole('button')).toHaveCount(2)
      await expect(album(visitor, 'Privat')).toHaveCount(0)
      await visitor.close()
    })

    await test.step('a photo is deleted after a confirmation', async () => {
      await page.getByRole('button', { name: 'Ta bort Foto 1 i Öppet' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Ta bort fotot' }).click()
      await expect(tiles(page, 'Öppet')).toHaveCount(1)
      await page.reload()
      await expect(tiles(page, 'Öppet')).toHaveCount(1)
    })
  })

  test(`a photo is sent and received in a chat (${device})`, { tag: '@chats.photo-flow' }, async ({ browser }) => {
    const { ann, bo, chatId } = await aChatWithMembers()
    const sender = await openAs(browser, ann, `/chats?id=${chatId}`, options)
    const receiver = await openAs(browser, bo, `/chats?id=${chatId}`)
    await expect(composer(sender)).toBeVisible()
    await fileInput(sender).setInputFiles(await aPicture(sender))
    const dialog = sender.getByRole('dialog', { name: `Skicka foto till ${bo.userName}` })
    const zoom = dialog.getByRole('slider', { name: 'Zoom' })
    for (let count = 0; count < 38; count += 1) await zoom.press('ArrowRight')
    await expect(zoom).toHaveAttribute('aria-valuetext', '38 av 100')
    const frame = dialog.getByRole('group', { name: /^Utsnitt/ })
    await frame.press('+')
    await expect(zoom).toHaveAttribute('aria-valuetext', '39 av 100')
    await frame.press('ArrowLeft')
    await dialog.getByRole('button', { name: 'Rotera' }).click()
    await dialog.getByRole('textbox', { name: /Bildtext/ }).fill('Utsikten från terrassen')
    await dialog.getByRole('button', { name: 'Förhandsgranska' }).click()
    await expect(dialog.getByRole('img', { name: 'Fotot som det skickas' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Ändra utsnittet' })).toBeFocused()
    await sender.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Förhandsgranska' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Skicka foto' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(log(sender).getByText('Utsikten från terrassen')).toBeVisible()
    for (const page of [sender, receiver]) {
      const image = log(page).locator('article img').last()
      await expectProcessed(image)
      expect(
        await image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalWidth - naturalHeight),
      ).toBe(0)
    }
    await log(receiver).getByRole('button', { name: 'Visa fotot' }).click()
    await expect(receiver.getByRole('dialog')).toContainText('Utsikten från terrassen')
    await receiver.keyboard.press('Escape')
    await sender.reload()
    await expectProcessed(log(sender).locator('article img').last())
  })
}

test('an unreadable file is rejected with advice, which names the format if it is HEIC', async ({ browser }) => {
  const header = (brand: string) => Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0`, 'latin1')
  const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: header('heic') }
  const broken = { name: 'trasig.jpg', mimeType: 'image/jpeg', buffer: header('trasig') }
  const mira = await aMember('Mira')
  const page = await openAs(browser, mira, '/myprofile?tab=photo', { viewport: { width: 320, height: 640 } })
  await expect(album(page, 'Öppet')).toBeVisible()
  await fileInput(page).setInputFiles([heic, broken])
  await expect(page.getByText('Webbläsaren kan inte läsa HEIC. Spara fotot som JPEG och försök igen.')).toBeVisible()
  await expect(page.getByText('Filen går inte att läsa som foto. Spara den som JPEG och försök igen.')).toBeVisible()
  for (const text of await page.getByRole('alert').getByRole('paragraph').all()) {
    await expect(async () => {
      const [textBox, button] = [
        await text.boundingBox(),
        await text.locator('xpath=../..').getByRole('button').boundingBox(),
      ]
      expect(textBox?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0) - 4)
    }).toPass({ timeout: 20_000 })
  }

  const { ann, bo, chatId } = await aChatWithMembers()
  const english = await openAs(browser, { ...ann, language: 'ENGLISH' }, `/chats?id=${chatId}`)
  await expect(english.getByRole('button', { name: 'Choose a photo' })).toBeVisible()
  await fileInput(english).setInputFiles(heic)
  await expect(english.getByRole('dialog', { name: `Send photo to ${bo.userName}` }).getByRole('alert')).toHaveText(
    "Your browser can't read HEIC. Save the photo as JPEG and try again.",
  )
})

test('photos are blurred from their first frame in discreet mode', async ({ browser }) => {
  const mira = await aMember('Mira')
  const page = await openAs(browser, mira, '/myprofile?tab=photo')
  await fileInput(page).setInputFiles(await aPicture(page))
  await expectProcessed(tiles(page, 'Öppet').first().locator('img').last())
  await page.evaluate(() => localStorage.setItem('salong.discreet', 'on'))
  await page.reload()
  const image = tiles(page, 'Öppet').first().locator('img')
  await image.waitFor({ state: 'attached' })
  const readFilter = () => image.evaluate((element) => getComputedStyle(element).filter)
  expect(await readFilter()).toContain('blur(16px)')
  await image.hover()
  await expect.poll(readFilter).toBe('none')
  await page.mouse.move(4, 4)
  await expect.poll(readFilter).toContain('blur(16px)')
})
