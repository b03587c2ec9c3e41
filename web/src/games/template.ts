import type { Language } from '@app/contract/text/language'
import { saveFile } from '../lib/device/save-file.ts'
import { textsNow } from '../lib/text/texts.ts'
import { gamesTexts } from './texts.ts'

/** The byte order mark from which Excel detects UTF-8. */
const MARK = '\ufeff'

/** Excel separates by semicolons in Swedish, and by commas in English. */
const TEMPLATES: Record<Language, string[]> = {
  SWEDISH: [
    'type;text;audience;spiciness',
    'TRUTH;{actor}, vad gör dig glad?;MIXED,MALE,FEMALE;',
    'DARE;{actor}, ge {partner} en komplimang.;MIXED;GREEN',
  ],
  ENGLISH: [
    'type,text,audience,spiciness',
    'TRUTH,"{actor}, what makes you happy?","MIXED,MALE,FEMALE",',
    'DARE,"{actor}, pay {partner} a compliment.",MIXED,GREEN',
  ],
}

export const saveTemplate = (language: Language): void =>
  saveFile(
    new Blob([MARK, TEMPLATES[language].join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' }),
    textsNow(gamesTexts)('upload.templateName'),
  )
