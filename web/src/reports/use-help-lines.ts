import type { HelpLine } from '@app/contract/app'
import { useAppConfig } from '../lib/release/app-config.ts'
import { useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { reportTexts } from './texts.ts'

type Line = Pick<HelpLine, 'number' | 'more'> & { name: string; note: string }

/** Returns the help lines of this installation in the member's language; until they are known, only 112. */
export function useHelpLines(): Line[] {
  const t = useTexts(reportTexts)
  const isEnglish = useLanguage() === 'ENGLISH'
  const lines = useAppConfig(({ helpLines }) => helpLines)
  return (
    lines?.map(({ number, more, ...line }) => ({
      number,
      more,
      name: isEnglish ? line.en : line.sv,
      note: isEnglish ? line.noteEn : line.noteSv,
    })) ?? [{ number: '112', more: false, name: t('emergency'), note: t('emergencyNote') }]
  )
}
