import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'

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

/** Returns the relative luminance of a color, as WCAG defines it. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

test('the letter over the landscape of a member has a contrast of at least 4.5 in every palette', () => {
  const palettes = readPalettes()
  const ink = palettes.get('.landscape')?.['--landscape-ink'] ?? ''
  palettes.delete('.landscape')
  expect(palettes.size).toBe(7)
  for (const [name, colors] of palettes)
    for (const ground of ['--sky', '--low', '--far'])
      expect(contrastOf(colors['--landscape-ink'] ?? ink, colors[ground] ?? ''), name + ground).toBeGreaterThanOrEqual(
        4.5,
      )
})
