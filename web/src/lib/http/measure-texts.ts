import { defineTexts } from '../text/texts.ts'

/** The errors of restricted and suspended members. Few members ever see them, so they load on first use. */
export const measureTexts = defineTexts(
  {
    RESTRICTED: 'Ett beslut begränsar ditt konto, så det här går inte just nu.',
    RESTRICTED_UNTIL: 'Ett beslut begränsar ditt konto till {date}, så det här går inte just nu.',
    note: {
      invite: 'Ett beslut begränsar ditt konto till {date}. Till dess kan du inte bjuda in någon.',
      write: 'Ett beslut begränsar ditt konto till {date}. Till dess kan du läsa här, men inte skriva.',
      upload: 'Ett beslut begränsar ditt konto till {date}. Till dess kan du inte ladda upp foton.',
      publishPhoto: 'Ett beslut begränsar ditt konto till {date}. Till dess kan du inte lägga upp foton i Film.',
    },
    read: 'Läs beslutet',
    SUSPENDED:
      'Ditt konto är avstängt. Vi har mejlat beslutet. Länken i mejlet visar varför, och där överklagar du utan att logga in.',
    SUSPENDED_UNTIL:
      'Ditt konto är avstängt till {date}. Vi har mejlat beslutet. Länken i mejlet visar varför, och där överklagar du utan att logga in.',
  },
  {
    RESTRICTED: "A decision restricts your account, so you can't do this right now.",
    RESTRICTED_UNTIL: "A decision restricts your account until {date}, so you can't do this right now.",
    note: {
      invite: "A decision restricts your account until {date}. Until then you can't invite anyone.",
      write: 'A decision restricts your account until {date}. Until then you can read here, but not write.',
      upload: "A decision restricts your account until {date}. Until then you can't upload photos.",
      publishPhoto: "A decision restricts your account until {date}. Until then you can't post photos in Film.",
    },
    read: 'Read the decision',
    SUSPENDED:
      'Your account is suspended. We have emailed you the decision. The link in the email tells you why, and there you can appeal without logging in.',
    SUSPENDED_UNTIL:
      'Your account is suspended until {date}. We have emailed you the decision. The link in the email tells you why, and there you can appeal without logging in.',
  },
)
