import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

type Size = { width: number; height: number }

/** The tags of the rules that apply to all pages, of any impact. */
const RULE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Loads axe unless the document already has it: compiling it takes several times as long as running its rules. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source)
}

/** The rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

type Rules = Pick<axe.RunOptions, 'runOnly' | 'rules'>

const ALL_RULES: Rules = {
  runOnly: { type: 'tag', values: RULE_TAGS },
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/** Runs axe rules, and returns the violated ones with their elements. The app has no frames. */
async function listViolations(page: Page, exclude: readonly string[], { runOnly, rules }: Rules): Promise<string[]> {
  await loadAxe(page)
  return page.evaluate(
    async ({ exclude, runOnly, rules }) => {
      // An open dialog hides the page behind it from assistive technology, its heading and landmarks included.
      const enabled = document.querySelector('[role="dialog"], [role="alertdialog"]') === null
      const results = await window.axe?.run(
        { exclude: [...exclude] },
        {
          ...(runOnly && { runOnly }),
          rules: rules && { ...rules, 'landmark-one-main': { enabled }, 'page-has-heading-one': { enabled } },
          // Describing each element that passes would take longer than the rules.
          resultTypes: ['violations'],
        },
      )
      if (!results) throw new Error('axe is not loaded')
      return results.violations.map(({ id, nodes }) => {
        const elements = nodes.map(({ target, any }) =>
          [target.join(' '), ...any.map(({ message }) => message)].join(': '),
        )
        return `${id}: ${elements.join(', ')}`
      })
    },
    { exclude, runOnly, rules },
  )
}

/** Lists standalone links and buttons lower than 24 px; a link within a sentence is as high as its line. */
const listLowTargets = (page: Page): Promise<string[]> =>
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
const listTextsOfFixedSize = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const elementsWithText = [...document.body.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    )
    const readSizes = () => elementsWithText.map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const normalSizes = readSizes()
    document.documentElement.style.fontSize = '200%'
    const enlargedSizes = readSizes()
    document.documentElement.style.fontSize = ''
    return elementsWithText
      .filter((_, index) => (enlargedSizes[index] ?? 0) < (normalSizes[index] ?? 0) * 1.25)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)
  })

/** Lists selected controls without an outline in forced colors. */
async function listUnmarkedSelections(page: Page): Promise<string[]> {
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

/** Measures how far the page or an open dialog scrolls sideways. */
const measureSidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
    return Math.max(
      document.documentElement.scrollWidth - window.innerWidth,
      ...dialogs.map((dialog) => dialog.scrollWidth - dialog.clientWidth),
    )
  })

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

/** Resizes the page, and waits until it has rendered for the new size. */
async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await waitForAnimations(page)
}

/** Checks a screen size for sideways scrolling and low targets. */
async function listProblemsAt(page: Page, size: Size): Promise<string[]> {
  await resize(page, size)
  const low = (await listLowTargets(page)).map((target) => `low: ${target}`)
  const scrolls = (await measureSidewaysScroll(page)) > 0 ? ['scrolls sideways'] : []
  return [...low, ...scrolls]
}

/** Checks the narrowest screen (320 px) for sideways scrolling and a cut page title. */
async function listNarrowProblems(page: Page): Promise<string[]> {
  await resize(page, { width: 320, height: 640 })
  const clipped = await page
    .locator('h1')
    .evaluateAll((titles) =>
      titles
        .filter((title) => title.scrollWidth > title.clientWidth + 1 || title.scrollHeight > title.clientHeight + 1)
        .map((title) => `cut: ${title.textContent}`),
    )
  const scrolls = (await measureSidewaysScroll(page)) > 0 ? ['scrolls sideways'] : []
  return [...clipped, ...scrolls]
}

/** Checks the rules of axe. Soft; axe skips elements that match `exclude`. */
export async function expectNoViolations(page: Page, name: string, exclude: readonly string[] = []): Promise<void> {
  await waitForAnimations(page)
  expect.soft(await listViolations(page, exclude, ALL_RULES), `${name}: axe`).toEqual([])
}

/** Checks the rules of axe about colors, in another theme than that of `expectAccessible`. Soft. */
export async function expectAccessibleColors(page: Page, name: string, exclude: readonly string[] = []): Promise<void> {
  await waitForAnimations(page)
  expect.soft(await listViolations(page, exclude, { runOnly: COLOR_RULES }), `${name}: axe, colors`).toEqual([])
}

/**
 * Checks the rules of axe and this product's own requirements at this screen size, and the layout at 320 px and at
 * `otherSize`. Soft, so that one run lists all violations. Axe skips elements that match `exclude`.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  otherSize: Size,
  exclude: readonly string[] = [],
): Promise<void> {
  await expectNoViolations(page, name, exclude)
  expect.soft(await measureSidewaysScroll(page), `${name}: scrolls sideways`).toBeLessThanOrEqual(0)
  expect.soft(await listLowTargets(page), `${name}: targets lower than 24 px`).toEqual([])
  expect.soft(await listTextsOfFixedSize(page), `${name}: text that keeps its size`).toEqual([])
  expect.soft(await listUnmarkedSelections(page), `${name}: selections without a line in forced colors`).toEqual([])
  const size = page.viewportSize()
  expect.soft(await listNarrowProblems(page), `${name}: at 320 px`).toEqual([])
  expect.soft(await listProblemsAt(page, otherSize), `${name}: at ${otherSize.width} px`).toEqual([])
  if (size) await page.setViewportSize(size)
}
