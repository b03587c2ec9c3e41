import { defineTexts } from '../text/texts.ts'

/** The names of the categories of reports. */
export const categoryTexts = defineTexts(
  {
    THREAT: 'Hot eller våld',
    MINOR: 'Någon verkar vara under 18 år',
    INTIMATE_IMAGE: 'Intima bilder sprids utan lov',
    COERCION: 'Någon tvingas eller utnyttjas',
    HARASSMENT: 'Trakasserier eller förföljelse',
    HATE: 'Hat mot en grupp människor',
    UNWANTED_SEXUAL: 'Sexuella inviter som jag inte bett om',
    FRAUD: 'Bedrägeri, eller någon ber om pengar',
    FAKE: 'Falsk profil eller någon annans bilder',
    SEX_TRADE: 'Köp eller försäljning av sex',
    SPAM: 'Reklam eller skräp',
    COPYRIGHT: 'Min bild eller text används utan lov',
    OTHER: 'Något annat',
  },
  {
    THREAT: 'Threats or violence',
    MINOR: 'Someone seems to be under 18',
    INTIMATE_IMAGE: 'Intimate pictures shared without consent',
    COERCION: 'Someone is forced or exploited',
    HARASSMENT: 'Harassment or stalking',
    HATE: 'Hatred of a group of people',
    UNWANTED_SEXUAL: 'Sexual advances that I did not ask for',
    FRAUD: 'Fraud, or someone asks for money',
    FAKE: "A fake profile or someone else's pictures",
    SEX_TRADE: 'Buying or selling sex',
    SPAM: 'Advertising or spam',
    COPYRIGHT: 'My picture or text is used without permission',
    OTHER: 'Something else',
  },
)
