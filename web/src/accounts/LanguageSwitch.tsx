import { setLanguage, useLanguage } from '../lib/language.ts'
import { useTexts } from '../lib/texts.ts'
import { LANGUAGE_CHOICES } from '../ui/language-choices.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { accountTexts } from './texts.ts'

/** Switches the language of this device, for visitors, who have no account settings. */
export function LanguageSwitch() {
  const t = useTexts(accountTexts)
  return <Segmented label={t('language')} choices={LANGUAGE_CHOICES} value={useLanguage()} onChange={setLanguage} />
}
