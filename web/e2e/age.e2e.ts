import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { test } from './support/age-checks.ts'
import { bubble } from './support/chatting.ts'
import { walkByKeyboard } from './support/keyboard.ts'
import { aMember, anOpenChat, as, DESKTOP, openAs, PHONE, sendAs } from './support/members.ts'

// The tests share a provider, and change its behavior.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ ageChecks }) => ageChecks.provider.behave({ asks: true }))

const UNDERAGE = { asks: true, claims: { age_over_18: false } }
const SETTINGS = '/myprofile?tab=settings&section=login'

/** Checks a page in both themes, at its size and the other one. */
async function expectAccessibleInThemes(page: Page, name: string): Promise<void> {
  const { width } = page.viewportSize() ?? DESKTOP.viewport
  const otherSize = width > PHONE.viewport.width ? PHONE.viewport : DESKTOP.viewport
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${name}, ${colorScheme}`, otherSize)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const heading = (page: Page) => page.getByRole('heading', { name: /^(Bekräfta din ålder|Confirm your age)$/, level: 1 })
const startButton = (page: Page) => page.getByRole('button', { name: /^(Till ålderskontrollen|Go to the age check)$/ })
const problem = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ })
const answer = (page: Page, name: 'Confirm' | 'Cancel') => page.getByRole('link', { name, exact: true })

/** Goes to the provider, and returns with an answer. */
async function checkAge(page: Page, name: 'Confirm' | 'Cancel'): Promise<void> {
  await startButton(page).click()
  await answer(page, name).click()
}

test('on a phone, a member reaches the chats when the provider has confirmed their age, and nothing before', {
  tag: '@age-checks.flow',
}, async ({ browser, ageChecks: { required, provider } }) => {
  const [ann, bo] = await Promise.all([aMember('Ann'), aMember('Bo')])
  const chatId = await anOpenChat(ann, bo)
  await sendAs(bo, chatId, 'Vi ses på bryggan.')
  const page = await browser.newPage({ ...PHONE, locale: 'sv-SE' })
  const responses: string[] = []
  page.on('response', async (response) => responses.push(await response.text().catch(() => '')))
  await page.goto(required)
  await page.getByLabel('E-post', { exact: true }).fill(ann.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await expect(heading(page)).toBeFocused()
  await expectAccessibleInThemes(page, 'age page')
  for (const path of ['/', `/chats?id=${chatId}`, SETTINGS]) {
    await page.goto(`${required}${path}`)
    await expect(page).toHaveURL(`${required}/age`)
    await expect(startButton(page)).toBeVisible()
  }

  await checkAge(page, 'Cancel')
  await expect(problem(page)).toHaveText('Ålderskontrollen avbröts. Du kan börja om när du vill.')
  await expect(page).toHaveURL(`${required}/age`)
  await expectAccessibleInThemes(page, 'canceled check')

  provider.behave(UNDERAGE)
  await checkAge(page, 'Confirm')
  const failed = 'Kontrollen visade inte att du är 18 eller äldre. Blev något fel kan du göra om den.'
  await expect(problem(page)).toHaveText(failed)
  await expectAccessibleInThemes(page, 'failed check')
  await page.reload()
  await expect(problem(page)).toHaveText(failed)

  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(responses.join()).not.toContain(bo.userName)
  provider.behave({ asks: true })
  await checkAge(page, 'Confirm')
  await expect(page).toHaveURL(/\/chats/)
  await expect(page.getByText('Din ålder är bekräftad.')).toBeVisible()
  await page.getByRole('link', { name: bo.userName }).click()
  await expect.poll(() => responses.join()).toContain(bo.userName)
  await expect(bubble(page, 'Vi ses på bryggan.')).toBeVisible()
  await sendAs(bo, chatId, 'Ta med handduk.')
  await expect(bubble(page, 'Ta med handduk.')).toBeVisible()
})

test('on a desktop, a member checks their age in English with the keyboard alone', {
  tag: '@age-checks.keyboard-flow',
}, async ({ browser, ageChecks: { required } }) => {
  const ann = await aMember('Ann', { language: 'ENGLISH' })
  const page = await openAs(browser, ann, `${required}/chats`, { ...DESKTOP })
  const { keyboard } = page
  await expect(heading(page)).toBeFocused()
  await expectAccessibleInThemes(page, 'age page')
  expect((await walkByKeyboard(page)).problems).toEqual([])

  await heading(page).focus()
  await keyboard.press('Tab')
  await expect(startButton(page)).toBeFocused()
  for (const [name, opened] of [
    ['Get your data', page.getByRole('button', { name: 'Request my data' })],
    ['Read decisions about you', page.getByText('There are no decisions.')],
    ['Delete the account', page.getByRole('button', { name: 'Delete my account' })],
  ] as const) {
    const disclosure = page.getByRole('button', { name }).first()
    await expect(disclosure).toHaveAttribute('aria-expanded', 'false')
    await disclosure.press('Enter')
    await expect(disclosure).toHaveAttribute('aria-expanded', 'true')
    await expect.soft(opened, name).toBeVisible()
  }
  await expectAccessibleInThemes(page, 'opened sections')
  expect((await walkByKeyboard(page)).problems).toEqual([])

  await startButton(page).focus()
  await keyboard.press('Enter')
  await expect(answer(page, 'Confirm')).toBeVisible()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(answer(page, 'Cancel')).toBeFocused()
  await keyboard.press('Enter')
  await expect(problem(page)).toHaveText('The age check was canceled. You can start again whenever you like.')
  await expect(heading(page)).toBeFocused()
  await expectAccessibleInThemes(page, 'canceled check')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(answer(page, 'Confirm')).toBeVisible()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chats/)
  await expect(page.getByText('Your age is confirmed.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(as(ann).get('/chats')).resolves.toBeTruthy()
})

for (const { device, language, texts } of [
  {
    device: PHONE,
    language: 'SWEDISH',
    texts: {
      canceled: 'Ålderskontrollen avbröts. Du kan börja om när du vill.',
      failed: 'Kontrollen visade inte att du är 18 eller äldre. Blev något fel kan du göra om den.',
      passed: 'Din ålder är bekräftad.',
    },
  },
  {
    device: DESKTOP,
    language: 'ENGLISH',
    texts: {
      canceled: 'The age check was canceled. You can start again whenever you like.',
      failed: "The check didn't show that you are 18 or older. If something went wrong, you can do it again.",
      passed: 'Your age is confirmed.',
    },
  },
] as const)
  test(`at ${device.viewport.width} px, an optional check returns to the settings with its result`, {
    tag: '@age-checks.optional-flow',
  }, async ({ browser, ageChecks: { optional, provider } }) => {
    const page = await openAs(browser, await aMember('Ann', { language }), `${optional}${SETTINGS}`, { ...device })
    const card = page.getByRole('region', { name: /^(Ålder|Age)$/ })
    const toast = (text: string) => page.getByRole('status').filter({ hasText: text })
    await expect(startButton(page)).toBeVisible()
    await card.scrollIntoViewIfNeeded()
    await expectAccessibleInThemes(page, 'card')

    await checkAge(page, 'Cancel')
    await expect(page).toHaveURL(`${optional}${SETTINGS}`)
    await expect.soft(toast(texts.canceled)).toBeVisible()
    await expect(problem(page)).toHaveCount(0)

    provider.behave(UNDERAGE)
    await checkAge(page, 'Confirm')
    await expect.soft(toast(texts.failed)).toBeVisible()
    await expect(card.getByRole('alert')).toHaveText(texts.failed)
    await card.scrollIntoViewIfNeeded()
    await expectAccessibleInThemes(page, 'card after a failed check')

    provider.behave({ asks: true })
    await checkAge(page, 'Confirm')
    await expect(card).toContainText(texts.passed)
    await expect(startButton(page)).toHaveCount(0)
    await card.scrollIntoViewIfNeeded()
    await expectAccessibleInThemes(page, 'card after a passed check')
  })
