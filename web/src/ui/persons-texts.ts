import { defineTexts } from '../lib/text/texts.ts'

/** Texts about persons in lists of members. */
export const personsTexts = defineTexts(
  {
    orientation: { HETERO: 'hetero', BI: 'bi', BI_CURIOUS: 'bi-nyfiken', HOMO: 'homo' },
    inList: {
      couple: 'Par, {first} och {second}',
      MALE: 'Man, {facts}',
      FEMALE: 'Kvinna, {facts}',
      NON_BINARY: 'Icke-binär, {facts}',
      SECRET: '{facts}',
    },
  },
  {
    orientation: { HETERO: 'straight', BI: 'bi', BI_CURIOUS: 'bi-curious', HOMO: 'gay' },
    inList: {
      couple: 'Couple, {first} and {second}',
      MALE: 'Man, {facts}',
      FEMALE: 'Woman, {facts}',
      NON_BINARY: 'Non-binary, {facts}',
      SECRET: '{facts}',
    },
  },
)
