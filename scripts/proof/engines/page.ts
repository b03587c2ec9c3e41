import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import type { Driver, ElementReference } from './protocol.ts'

/** A description of elements: by role and accessible name, or by text. */
export type Query = {
  role?:
    | 'button'
    | 'link'
    | 'textbox'
    | 'searchbox'
    | 'checkbox'
    | 'radio'
    | 'heading'
    | 'dialog'
    | 'log'
    | 'main'
    | 'file'
  name?: string
  /** The whole text of the innermost element, or, with a role, a part of its text. */
  text?: string
  /** Whether `name`, or `text` without a role, is a regular expression. */
  isPattern?: boolean
  within?: Query
  /** A CSS selector that the element must match as well. */
  selector?: string
}

const TIMEOUT_MS = 60_000
const INTERVAL_MS = 150
/** WebDriver's code for the control key. */
const CONTROL = '\uE009'
/** WebDriver's code for the up arrow key. */
const ARROW_UP = '\uE013'

let bundle: Promise<string> | undefined
async function bundleInPage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'in-page.ts')],
    bundle: true,
    format: 'iife',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

const describe = (query: Query): string => JSON.stringify(query)

export type Page = ReturnType<typeof createPage>

/** Creates functions that use a tab as a member does. Each waits up to a minute until its element can be used. */
export function createPage(driver: Driver, origin: string) {
  /** Loads the functions of `in-page.ts` unless the document already has them. */
  async function prepare(): Promise<void> {
    bundle ??= bundleInPage()
    if (await driver.evaluate(`return 'inPage' in globalThis`)) return
    await driver.evaluate(`${await bundle}; return true`)
  }

  async function evaluate<Result>(body: string, input?: unknown): Promise<Result> {
    await prepare()
    return (await driver.evaluate(body, input)) as Result
  }

  /**
   * Repeats `attempt` until it returns a value other than false, null or undefined. An error, such as one from a
   * document that is being replaced, counts as a failed attempt.
   */
  async function poll<Result>(title: string, attempt: () => Promise<Result>): Promise<NonNullable<Result>> {
    const deadline = Date.now() + TIMEOUT_MS
    let problem = ''
    do {
      try {
        const result = await attempt()
        if (result !== undefined && result !== null && result !== false) return result
      } catch (error) {
        problem = `: ${error}`
      }
      await setTimeout(INTERVAL_MS)
    } while (Date.now() < deadline)
    throw new Error(`${title}${problem}`)
  }

  async function click(query: Query): Promise<void> {
    const point = await poll(`The member cannot click ${describe(query)}`, () =>
      evaluate<{ x: number; y: number } | undefined>('return inPage.locate(input)', query),
    )
    await driver.movePointer([
      { type: 'pointerMove', ...point },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  const count = (query: Query) => evaluate<number>('return inPage.count(input)', query)

  return {
    evaluate,
    poll,
    click,
    goto: (path: string) => driver.navigate(new URL(path, origin).href),
    /** Replaces the text of a field. */
    fill: async (query: Query, text: string) => {
      await poll(`The member cannot focus ${describe(query)}`, async () => {
        await click(query)
        return evaluate<boolean>('return inPage.find(input) === document.activeElement', query)
      })
      await driver.pressKeys([
        { type: 'keyDown', value: CONTROL },
        { type: 'keyDown', value: 'a' },
        { type: 'keyUp', value: 'a' },
        { type: 'keyUp', value: CONTROL },
        ...[...text].flatMap((value) => [{ type: 'keyDown', value } as const, { type: 'keyUp', value } as const]),
      ])
      await poll(`The field does not contain ${text}: ${describe(query)}`, () =>
        evaluate<boolean>('return inPage.find(input.query)?.value === input.text', { query, text }),
      )
    },
    pressArrowUp: () =>
      driver.pressKeys([
        { type: 'keyDown', value: ARROW_UP },
        { type: 'keyUp', value: ARROW_UP },
      ]),
    setFile: async (path: string, query: Query = { role: 'file' }) => {
      await prepare()
      const element = await poll<ElementReference | undefined>('There is no file field', () =>
        driver.findElement('return inPage.find(input) ?? null', query),
      )
      await driver.setFiles(element, [path])
    },
    see: (query: Query) => poll(`The member does not see ${describe(query)}`, async () => (await count(query)) > 0),
    seeOnce: (query: Query) =>
      poll(`The member does not see exactly one ${describe(query)}`, async () => (await count(query)) === 1),
    seeNone: (query: Query) => poll(`The member still sees ${describe(query)}`, async () => (await count(query)) === 0),
    /** Waits until the path and query of the address match. */
    seePath: (pattern: RegExp) =>
      poll(`The address does not match ${pattern}`, async () =>
        pattern.test(await evaluate<string>('return location.pathname + location.search')),
      ),
    saveScreenshot: async (file: string) => writeFileSync(file, Buffer.from(await driver.takeScreenshot(), 'base64')),
    close: () => driver.close(),
  }
}
