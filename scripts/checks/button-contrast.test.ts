import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'
import { contrastOf } from './contrast.ts'

const TOKENS = 'web/src/ui/styles/tokens.css'

/** Returns the colors of each token in the light and in the dark theme. */
function readColors(): Map<string, string[]> {
  const colors = new Map<string, string[]>()
  postcss.parse(readFileSync(join(root, TOKENS), 'utf8')).walkDecls(/^--/, ({ prop, value }) => {
    const hexColors = value.match(/#[\da-f]{6}\b/g)
    if (hexColors && /^(#|light-dark\()/.test(value) && !colors.has(prop)) colors.set(prop, hexColors)
  })
  return colors
}

test.each([
  ['--on-plum', '--plum'],
  ['--on-plum', '--plum-hover'],
  ['--on-control', '--control'],
  ['--on-brick', '--brick'],
  ['--on-brick', '--brick-hover'],
])('%s on %s has a contrast of at least 4.5 in both themes', (ink, ground) => {
  const colors = readColors()
  const [inks = [], grounds = []] = [colors.get(ink), colors.get(ground)]
  expect(inks).not.toEqual([])
  expect(grounds).toHaveLength(2)
  for (const [theme, color] of grounds.entries())
    expect(contrastOf(inks[theme] ?? inks[0] ?? '', color)).toBeGreaterThanOrEqual(4.5)
})
