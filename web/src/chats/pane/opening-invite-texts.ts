import { defineTexts } from '../../lib/text/texts.ts'

export const openingInviteTexts = defineTexts(
  {
    title: 'Ni kan skriva nu',
    titleClosed: 'Så började det',
    invited: '{name} bjöd in dig {when}.',
    invitedByMe: 'Du bjöd in {name} {when}.',
    accepted:
      '{name} tackade ja {when}{turn, select, mine {, så det är din tur} theirs {, så det är deras tur} other {}}.',
    acceptedByMe:
      'Du tackade ja {when}{turn, select, mine {, så det är din tur} theirs {, så det är deras tur} other {}}.',
    turn: 'Det är {turn, select, mine {din} other {deras}} tur.',
    justNow: 'nyss',
    onDate: 'den {date}',
  },
  {
    title: 'You can write now',
    titleClosed: 'How it began',
    invited: '{name} invited you {when}.',
    invitedByMe: 'You invited {name} {when}.',
    accepted:
      '{name} accepted {when}{turn, select, mine {, so it is your turn} theirs {, so it is their turn} other {}}.',
    acceptedByMe:
      'You accepted {when}{turn, select, mine {, so it is your turn} theirs {, so it is their turn} other {}}.',
    turn: 'It is {turn, select, mine {your} other {their}} turn.',
    justNow: 'just now',
    onDate: 'on {date}',
  },
)
