import { defineTexts } from '../lib/text/texts.ts'

/** Texts about who may write first to the member. */
export const contactTexts = defineTexts(
  {
    title: 'Vem får skriva först',
    loading: 'Läser in vem som får skriva först',
    failed: 'Inställningen kunde inte läsas in.',
    everyone: 'Alla',
    limited: 'Bara de som…',
    need: {
      VERIFIED: 'är verifierade',
      PHOTO: 'har foto',
      SEARCH: 'passar in på en sparad sökning',
    },
    searchHint: 'Utan sparade sökningar gäller typ, ålder och ort från din profil.',
    all: 'Allt som är ikryssat ska stämma.',
    none: 'Kryssa i minst en ruta, annars får alla skriva.',
    others: 'Alla andra',
    PUT_ASIDE: 'Läggs åt sidan',
    REFUSE: 'Får inte skriva',
    PUT_ASIDEHint:
      'Inbjudan hamnar i ”Åt sidan”, utan avisering. Den som skrev märker inget. Efter 30 dagar försvinner den.',
    REFUSEHint: 'De ser på din profil att de inte kan skriva först, och vad som saknas.',
    team: 'Teamet kan alltid skriva till dig.',
    chosen: 'Bara de som',
    open: 'Alla får skriva till dig först.',
    change: 'Ändra',
    othersDo: { PUT_ASIDE: 'Alla andra läggs åt sidan. De märker inget.', REFUSE: 'Alla andra får inte skriva.' },
  },
  {
    title: 'Who may write first',
    loading: 'Loading who may write first',
    failed: "The setting couldn't be loaded.",
    everyone: 'Everyone',
    limited: 'Only those who…',
    need: {
      VERIFIED: 'are verified',
      PHOTO: 'have a photo',
      SEARCH: 'match one of my saved searches',
    },
    searchHint: 'Without saved searches, the kind, age and city from your profile count.',
    all: 'Everything you tick has to be true.',
    none: 'Tick at least one box, or everyone may write.',
    others: 'Everyone else',
    PUT_ASIDE: 'Are put aside',
    REFUSE: 'May not write',
    PUT_ASIDEHint:
      "The invite goes to “Put aside”, without a notification. The sender won't notice. It disappears after 30 days.",
    REFUSEHint: "They see on your profile that they can't write first, and what is missing.",
    team: 'The team can always write to you.',
    chosen: 'Only those who',
    open: 'Everyone may write to you first.',
    change: 'Change',
    othersDo: { PUT_ASIDE: "Everyone else is put aside. They won't notice.", REFUSE: 'Everyone else may not write.' },
  },
)
