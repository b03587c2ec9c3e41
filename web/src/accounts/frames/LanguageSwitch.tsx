import { setLanguage, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { LANGUAGE_CHOICES } from '../../ui/forms/language-choices.ts'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { accountTexts } from '../texts.ts'

/** Switches the language of this device, on pages that open without a login. */
export function LanguageSwitch() {
  const t = useTexts(accountTexts)
  return <Segmented label={t('language')} choices={LANGUAGE_CHOICES} value={useLanguage()} onChange={setLanguage} />
}
