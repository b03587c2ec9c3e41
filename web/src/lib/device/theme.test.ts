import { beforeEach, expect, test } from 'vitest'
import { setTheme } from './theme.ts'

beforeEach(() => {
  document.head.innerHTML = ['light', 'dark']
    .map((name) => `<meta name="theme-color" data-theme="${name}" media="(prefers-color-scheme: ${name})">`)
    .join('')
})

const bars = () => [...document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')].map(({ media }) => media)

test("the browser's toolbar follows the chosen theme, or the device if none is chosen", () => {
  setTheme('dark')
  expect(bars()).toEqual(['not all', ''])
  setTheme('light')
  expect(bars()).toEqual(['', 'not all'])
  setTheme('device')
  expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
})
