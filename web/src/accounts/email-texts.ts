import { defineTexts } from '../lib/text/texts.ts'

export const emailTexts = defineTexts(
  {
    confirmTitle: 'Ny e-postadress',
    confirmLead: 'Vill du använda den här adressen för ditt konto? Sedan loggar du in med den.',
    confirm: 'Bekräfta adressen',
    confirmed: 'Adressen är bytt. Nu loggar du in med den nya.',
    newDeviceTitle: 'Var det inte du?',
    newDeviceLead:
      'Logga ut ditt konto överallt och välj ett nytt lösenord. Passkeys och återställningskoder som lagts till de senaste åtta dagarna tas bort.',
    endLogins: 'Logga ut överallt',
    loginsEnded: 'Kontot är utloggat överallt.',
    returnTitle: 'Hämta tillbaka kontot',
    returnLead:
      'Kontot har fått en annan e-postadress. Var det inte du som bytte? Då kan du hämta tillbaka kontot till din gamla adress. Det loggas ut överallt, och du väljer ett nytt lösenord.',
    return: 'Hämta tillbaka kontot',
    returned:
      'Kontot har din gamla adress igen. Vi har skickat ett mejl dit. Öppna länken i det för att välja ett nytt lösenord.',
  },
  {
    confirmTitle: 'New email address',
    confirmLead: 'Do you want to use this address for your account? You will log in with it from then on.',
    confirm: 'Confirm address',
    confirmed: 'Your address has been changed. You now log in with the new one.',
    newDeviceTitle: "Wasn't you?",
    newDeviceLead:
      'Log your account out everywhere and choose a new password. Passkeys and recovery codes added in the last eight days are deleted.',
    endLogins: 'Log out everywhere',
    loginsEnded: 'Your account is logged out everywhere.',
    returnTitle: 'Get your account back',
    returnLead:
      "Your account has a new email address. If you didn't change it, you can get the account back with your old address. It will be logged out everywhere, and you'll choose a new password.",
    return: 'Get my account back',
    returned:
      'Your account has its old address again. We have sent an email there. Open the link in it to choose a new password.',
  },
)
