import { defineTexts } from '../lib/texts.ts'

/** What the store says: apart from the others, which only the settings themselves load. */
export const settingsToastTexts = defineTexts({ ended: '{device} är utloggad.' }, { ended: '{device} is logged out.' })
