import { defineTexts } from '../lib/texts.ts'

export const profileTexts = defineTexts(
  {
    loading: 'Laddar profil',
    failed: 'Misslyckades att ladda profil',
    missing: 'Ingen medlem heter så',
    missingText: 'Profilen finns inte, eller finns inte längre.',
  },
  {
    loading: 'Laddar profil',
    failed: 'Misslyckades att ladda profil',
    missing: 'No member has that name',
    missingText: 'The profile does not exist, or no longer.',
  },
)
