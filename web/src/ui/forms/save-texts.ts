import { defineTexts } from '../../lib/text/texts.ts'

export const saveTexts = defineTexts(
  {
    save: 'Spara',
    saved: 'Sparad',
    view: 'Visa',
    unsaved: 'Osparade ändringar',
    unsavedIn: 'i {parts}',
  },
  {
    save: 'Save',
    saved: 'Saved',
    view: 'View',
    unsaved: 'Unsaved changes',
    unsavedIn: 'in {parts}',
  },
)
