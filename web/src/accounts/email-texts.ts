import { defineTexts } from '../lib/texts.ts'

export const emailTexts = defineTexts(
  {
    confirmTitle: 'Ny e-postadress',
    confirmLead: 'Vill du använda den här adressen för ditt konto? Sedan loggar du in med den.',
    confirm: 'Bekräfta adressen',
    confirmed: 'Adressen är bytt. Nu loggar du in med den nya.',
    returnTitle: 'Hämta tillbaka kontot',
    returnLead:
      'Kontot har fått en annan e-postadress. Var det inte du som bytte? Då får du tillbaka kontot till din gamla adress. Det loggas ut överallt, och du väljer ett nytt lösenord.',
    return: 'Hämta tillbaka kontot',
    returned: 'Kontot har din gamla adress igen. Vi har skickat ett mejl dit. Öppna länken i det för att komma in.',
  },
  {
    confirmTitle: 'New email address',
    confirmLead: 'Do you want to use this address for your account? You will log in with it from then on.',
    confirm: 'Confirm address',
    confirmed: 'Your address has been changed. You now log in with the new one.',
    returnTitle: 'Take your account back',
    returnLead:
      "The account has been given another email address. Wasn't it you? Then take the account back to your old address. It is logged out everywhere, and you choose a new password.",
    return: 'Take my account back',
    returned: 'The account has your old address again. We have sent an email to it. Open the link in it to get in.',
  },
)
