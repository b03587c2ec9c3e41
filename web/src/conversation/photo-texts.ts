import { defineTexts } from '../lib/texts.ts'

export const photoTexts = defineTexts(
  {
    photo: 'Foto',
    pick: 'Skicka foto',
    title: 'Skicka foto till {name}',
    send: 'Skicka foto',
    caption: 'Bildtext (valfritt)',
    captionTooLong: 'Bildtexten får ha högst {max, number} tecken.',
    from: 'Foto från {name}',
    mine: 'Foto från dig',
    open: 'Visa fotot',
    turn: 'Rotera fotot',
    uploading: 'Laddar upp {percent, number} %',
    cancel: 'Avbryt',
    refused: 'Fotot kan inte skickas som det är.',
  },
  {
    photo: 'Photo',
    pick: 'Send photo',
    title: 'Send photo to {name}',
    send: 'Send photo',
    caption: 'Caption (optional)',
    captionTooLong: 'The caption may have {max, number} characters at most.',
    from: 'Photo from {name}',
    mine: 'Photo from you',
    open: 'Show the photo',
    turn: 'Rotate the photo',
    uploading: 'Uploading {percent, number} %',
    cancel: 'Cancel',
    refused: 'The photo cannot be sent as it is.',
  },
)
