import { defineTexts } from '../../lib/text/texts.ts'

/** Texts for a message that was not sent, and for the reasons why the server rejects one. */
export const rejectionTexts = defineTexts(
  {
    photo: 'Fotot kan inte skickas som det är.',
    failed: 'Inte skickat.',
    retry: 'Försök igen',
    discard: 'Ta bort',
    FORBIDDEN: 'Det går inte att skriva här längre.',
    CONFLICT: 'Det är redan skickat i en annan chatt.',
    VALIDATION: 'Texten kan inte skickas som den är.',
    TOO_LARGE: 'Texten är för lång.',
    other: 'Det går inte att skicka.',
  },
  {
    photo: "The photo can't be sent as it is.",
    failed: 'Not sent.',
    retry: 'Try again',
    discard: 'Discard',
    FORBIDDEN: 'You can no longer write here.',
    CONFLICT: 'It has already been sent in another chat.',
    VALIDATION: "The text can't be sent as it is.",
    TOO_LARGE: 'The text is too long.',
    other: "It can't be sent.",
  },
)
