import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'
import { contrastOf } from './contrast.ts'

const SHEET = 'web/src/ui/photos/landscape.module.css'

type Colors = Record<string, string>

/** Returns the colors that each class defines. */
function readPalettes(): Map<string, Colors> {
  const palettes = new Map<string, Colors>()
  postcss.parse(readFileSync(join(root, SHEET), 'utf8')).walkDecls(/^--/, ({ prop, value, parent }) => {
    if (!value.startsWith('#') || parent?.type !== 'rule') return
    const { selector } = parent as postcss.Rule
    palettes.set(selector, { ...palettes.get(selector), [prop]: value })
  })
  return palettes
}

test('the letter over the landscape of a member has a contrast of at least 4.5 in every palette', () => {
  const palettes = readPalettes()
  const ink = palettes.get('.landscape')?.['--landscape-ink'] ?? ''
  palettes.delete('.landscape')
  expect(palettes.size).toBe(7)
  expect(ink).not.toBe('')
  for (const [name, colors] of palettes)
    for (const ground of ['--sky', '--low', '--far']) {
      expect(colors, name).toHaveProperty(ground)
      expect(contrastOf(colors['--landscape-ink'] ?? ink, colors[ground] ?? ''), name + ground).toBeGreaterThanOrEqual(
        4.5,
      )
    }
})
