import { defineTexts } from '../../lib/text/texts.ts'

export const findTexts = defineTexts(
  {
    name: 'Profilnamn',
    hint: 'En del av namnet räcker.',
    search: 'Sök',
    notStarted: 'Du har inte sökt än.',
    loading: 'Söker',
    failed: 'Sökningen gick inte',
    none: 'Ingen medlem heter så. Prova en annan del av namnet.',
    hits: '{count, plural, one {# träff} other {# träffar}}',
  },
  {
    name: 'Profile name',
    hint: 'Part of the name is enough.',
    search: 'Search',
    notStarted: "Haven't even tried yet.",
    loading: 'Loading',
    failed: 'Failed',
    none: 'No member has that name. Try another part of it.',
    hits: '{count, plural, one {# result} other {# results}}',
  },
)
