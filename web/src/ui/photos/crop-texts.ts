import { defineTexts } from '../../lib/text/texts.ts'

/** Texts about choosing the crop of a photo, and about photos that cannot be used. */
export const cropTexts = defineTexts(
  {
    problem: {
      unreadable: 'Filen går inte att läsa som foto. Spara den som JPEG och försök igen.',
      heic: 'Webbläsaren kan inte läsa HEIC. Spara fotot som JPEG och försök igen.',
      tooLarge: 'Fotot är större än 15\u00a0MB.',
      tooManyPixels: 'Fotot har mer än 50 megapixlar.',
    },
    window: 'Utsnitt: flytta med piltangenterna, zooma med plus och minus',
    zoom: 'Zoom',
    zoomed: '{zoom, number} av 100',
    hint: 'Dra i fotot för att flytta utsnittet. Zooma med reglaget eller två fingrar.',
    rotate: 'Rotera',
    preview: 'Förhandsgranska',
    result: 'Fotot som det skickas',
    change: 'Ändra utsnittet',
    cancel: 'Avbryt',
  },
  {
    problem: {
      unreadable: "The file can't be read as a photo. Save it as JPEG and try again.",
      heic: "Your browser can't read HEIC. Save the photo as JPEG and try again.",
      tooLarge: 'The photo is larger than 15\u00a0MB.',
      tooManyPixels: 'The photo has more than 50 megapixels.',
    },
    window: 'Crop: move with the arrow keys, zoom with plus and minus',
    zoom: 'Zoom',
    zoomed: '{zoom, number} of 100',
    hint: 'Drag the photo to move it. Zoom with the slider or two fingers.',
    rotate: 'Rotate',
    preview: 'Preview',
    result: 'The photo as it will be sent',
    change: 'Adjust crop',
    cancel: 'Cancel',
  },
)
