import { afterEach, expect, test } from 'vitest'
import { preloadOnIntent } from './preload-on-intent.ts'

afterEach(() => document.body.replaceChildren())

/** Points at the innermost element with this text. */
const pointAt = (text: string) =>
  [...document.querySelectorAll('a, span')]
    .findLast(({ textContent }) => textContent === text)
    ?.dispatchEvent(new Event('pointerover', { bubbles: true }))

test('preloads the page of an internal link when the member points at or focuses it, until preloading is stopped', () => {
  document.body.innerHTML =
    '<a href="/groups?id=3"><span>Bokcirkeln</span></a><a href="https://exempel.se/ads">Exempel</a><a href="/ads">Annonser</a>'
  const preloaded: string[] = []
  const stop = preloadOnIntent((path) => preloaded.push(path))
  pointAt('Bokcirkeln')
  pointAt('Exempel')
  document.querySelector<HTMLAnchorElement>('a[href="/ads"]')?.focus()
  expect(preloaded).toEqual(['/groups', '/ads'])
  stop()
  pointAt('Annonser')
  expect(preloaded).toHaveLength(2)
})
