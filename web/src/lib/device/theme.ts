import { createDeviceSetting } from './device-setting.ts'

export const THEMES = ['device', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Sets the color of the browser's toolbar to that of the theme. */
function colorBrowserBar(theme: Theme): void {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    const { theme: barTheme } = bar.dataset
    bar.media = theme === 'device' ? `(prefers-color-scheme: ${barTheme})` : barTheme === theme ? '' : 'not all'
  }
}

const setting = createDeviceSetting('theme', THEMES, (theme) => {
  colorBrowserBar(theme)
  if (theme === 'device') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
})

export const setTheme = setting.set
export const useTheme = setting.use
