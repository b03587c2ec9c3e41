import { defineTexts } from '../../lib/text/texts.ts'

export const saveTexts = defineTexts(
  {
    save: 'Spara',
    saved: 'Sparad',
    view: 'Visa',
    unsaved: 'Osparade ändringar',
    unsavedIn: 'i {sections}',
  },
  {
    save: 'Save',
    saved: 'Saved',
    view: 'View',
    unsaved: 'Unsaved changes',
    unsavedIn: 'in {sections}',
  },
)
