import { deviceSetting } from './device-setting.ts'

export const THEMES = ['device', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const setting = deviceSetting('theme', THEMES, (theme) => {
  if (theme === 'device') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
})

export const setTheme = setting.set
export const useTheme = setting.use
