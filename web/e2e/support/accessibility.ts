import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Runs all axe rules that apply to all pages, of any impact, including the experimental label rule. */
async function violationsOn(page: Page): Promise<string[]> {
  // An open dialog hides the page behind it from assistive technology, its heading and landmarks included.
  const enabled = (await page.getByRole('dialog').count()) === 0
  const axe = new AxeBuilder({ page })
    .options({
      rules: {
        'label-content-name-mismatch': { enabled: true },
        'landmark-one-main': { enabled },
        'page-has-heading-one': { enabled },
      },
    })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  return listViolations(axe)
}

/** Runs axe, and returns the violated rules with their elements. */
export async function listViolations(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  const describe = ({ target, any }: (typeof violations)[number]['nodes'][number]) =>
    [target.join(' '), ...any.map(({ message }) => message)].join(': ')
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(describe).join(', ')}`)
}

/** The rules whose result depends on the theme. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Lists standalone links and buttons lower than 24 px; a link within a sentence is as high as its line. */
const lowTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        const besideText = [...(element.parentNode?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
        return width > 1 && height > 1 && height < 24 && !besideText && element.checkVisibility()
      })
      .map((element) => `${element.className} ${element.textContent}`),
  )

/** Lists elements whose text does not grow with a doubled font size; a narrower layout may grow it by less. */
const textThatKeepsItsSize = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const withText = [...document.body.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    )
    const sizes = () => withText.map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const before = sizes()
    document.documentElement.style.fontSize = '200%'
    const after = sizes()
    document.documentElement.style.fontSize = ''
    return withText
      .filter((_, index) => (after[index] ?? 0) < (before[index] ?? 0) * 1.25)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)
  })

/** Lists selected controls that look like the others in forced colors. */
async function unmarkedSelections(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const unmarked = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"], label:has([type="radio"]:checked)',
      ),
    ]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).outlineStyle === 'none')
      .map((element) => `${element.tagName} ${element.className}`),
  )
  await page.emulateMedia({ forcedColors: null })
  return unmarked
}

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Checks the narrowest screen (320 px) for sideways scrolling and a cut page title. */
async function narrowProblems(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const clipped = await page
    .locator('h1')
    .evaluateAll((titles) =>
      titles
        .filter((title) => title.scrollWidth > title.clientWidth + 1 || title.scrollHeight > title.clientHeight + 1)
        .map((title) => `cut: ${title.textContent}`),
    )
  const scrolls = (await sidewaysScroll(page)) > 0 ? ['scrolls sideways'] : []
  if (size) await page.setViewportSize(size)
  return [...clipped, ...scrolls]
}

/**
 * Waits until no finite animation runs, since axe checks a sheet at its current position and opacity. An animation can
 * start in the frame after another one has ended, and that of a dialog only when it is no longer marked as entering.
 */
const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isRunning = ({ effect, playState }: Animation) =>
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY && playState === 'running'
    const isMoving = () =>
      document.getAnimations().some(isRunning) || document.querySelector('[data-entering], [data-exiting]') !== null
    do {
      await nextFrame()
      await Promise.allSettled(
        document
          .getAnimations()
          .filter(isRunning)
          .map(({ finished }) => finished),
      )
      await nextFrame()
    } while (isMoving())
  })

/** Checks the requirements of WCAG 2.2 AA and of this product. Soft, so that one run lists all violations. */
export async function expectAccessible(page: Page, name: string, isPhone: boolean): Promise<void> {
  await waitForAnimations(page)
  expect.soft(await violationsOn(page), `${name}: axe`).toEqual([])
  expect.soft(await sidewaysScroll(page), `${name}: scrolls sideways`).toBeLessThanOrEqual(0)
  expect.soft(await lowTargets(page), `${name}: targets lower than 24 px`).toEqual([])
  expect.soft(await textThatKeepsItsSize(page), `${name}: text that keeps its size`).toEqual([])
  expect.soft(await unmarkedSelections(page), `${name}: selections without a line in forced colors`).toEqual([])
  if (isPhone) expect.soft(await narrowProblems(page), `${name}: at 320 px`).toEqual([])
}
