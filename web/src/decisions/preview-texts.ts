import { defineTexts } from '../lib/text/texts.ts'

export const previewTexts = defineTexts(
  { preview: 'Så läser medlemmen det', showAll: 'Visa hela' },
  { preview: 'How the member reads it', showAll: 'Show all' },
)
