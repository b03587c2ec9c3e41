import { defineTexts } from '../lib/text/texts.ts'

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
    rotate: 'Rotera fotot',
    uploading: 'Laddar upp {percent, number}\u00a0%',
    cancel: 'Avbryt',
    rejected: 'Fotot kan inte skickas som det är.',
  },
  {
    photo: 'Photo',
    pick: 'Send photo',
    title: 'Send photo to {name}',
    send: 'Send photo',
    caption: 'Caption (optional)',
    captionTooLong: 'The caption can have at most {max, number} characters.',
    from: 'Photo from {name}',
    mine: 'Photo from you',
    open: 'Show photo',
    rotate: 'Rotate photo',
    uploading: 'Uploading {percent, number}%',
    cancel: 'Cancel',
    rejected: "The photo can't be sent as it is.",
  },
)
