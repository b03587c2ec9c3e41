import { defineTexts } from '../../lib/text/texts.ts'

export const sendPhotoTexts = defineTexts(
  {
    send: 'Skicka foto',
    caption: 'Bildtext (valfritt)',
    captionTooLong: 'Bildtexten får ha högst {max, number} tecken.',
  },
  {
    send: 'Send photo',
    caption: 'Caption (optional)',
    captionTooLong: 'The caption can have at most {max, number} characters.',
  },
)
