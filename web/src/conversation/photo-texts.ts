import { defineTexts } from '../lib/text/texts.ts'

export const photoTexts = defineTexts(
  {
    photo: 'Foto',
    pick: 'Välj ett foto',
    title: 'Skicka foto till {name}',
    from: 'Foto från {name}',
    mine: 'Foto från dig',
    open: 'Visa fotot',
    rotate: 'Rotera fotot',
    uploading: 'Laddar upp {percent, number}\u00a0%',
    cancel: 'Avbryt',
  },
  {
    photo: 'Photo',
    pick: 'Choose a photo',
    title: 'Send photo to {name}',
    from: 'Photo from {name}',
    mine: 'Photo from you',
    open: 'Show photo',
    rotate: 'Rotate photo',
    uploading: 'Uploading {percent, number}%',
    cancel: 'Cancel',
  },
)
