import type { Language } from '@app/contract/text/language'
import { saveFile } from '../lib/device/save-file.ts'
import { getTexts } from '../lib/text/texts.ts'
import { gamesTexts } from './texts.ts'

/** The byte order mark by which Excel detects UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** The rows of the template. Excel separates columns by semicolons in Swedish, and by commas in English. */
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

/** Downloads a spreadsheet with example cards, to be filled in with a deck. */
export const saveTemplate = (language: Language): void =>
  saveFile(
    new Blob([BYTE_ORDER_MARK, TEMPLATES[language].join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' }),
    getTexts(gamesTexts)('upload.templateName'),
  )
