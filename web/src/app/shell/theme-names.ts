import type { Theme } from '../../lib/device/theme.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { preferenceTexts } from './preference-texts.ts'

const KEYS = { device: 'themeDevice', light: 'themeLight', dark: 'themeDark' } as const satisfies Record<Theme, string>

export function useThemeName(): (theme: Theme) => string {
  const t = useTexts(preferenceTexts)
  return (theme) => t(KEYS[theme])
}
