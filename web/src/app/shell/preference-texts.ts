import { defineTexts } from '../../lib/text/texts.ts'

export const preferenceTexts = defineTexts(
  {
    theme: 'Tema',
    themeDevice: 'Följer enheten',
    themeLight: 'Ljust',
    themeDark: 'Mörkt',
    language: 'Språk',
    toProfile: 'Till profilen',
  },
  {
    theme: 'Theme',
    themeDevice: 'Same as device',
    themeLight: 'Light',
    themeDark: 'Dark',
    language: 'Language',
    toProfile: 'Go to profile',
  },
)
