import { defineTexts } from '../lib/text/texts.ts'

/**
 * Texts of the password reset, the restoration of an account and the operator's pages, and those shared with others.
 */
export const accountPageTexts = defineTexts(
  {
    sending: 'Skickar…',
    backToLogin: 'Till inloggningen',
    sendLink: 'Skicka länken',
    cancel: 'Avbryt',
    checkMail: 'Titta i din mejl',
    mailSlow: 'Det kan ta några minuter. Titta också i skräpposten.',
    otherAddress: 'Använd en annan adress',
    passwordHint: 'Minst 8 tecken.',
    newLink: 'Be om en ny länk',
    resetTitle: 'Glömt lösenordet?',
    resetLead: 'Skriv din e-postadress, så skickar vi en länk där du väljer ett nytt lösenord.',
    resetSent:
      'Om <address></address> hör till ett konto har vi skickat ett mejl dit. Länken i det gäller i två timmar.',
    newPassword: 'Nytt lösenord',
    newPasswordLead: 'Välj ett nytt lösenord. Sedan loggar du in med det.',
    savePassword: 'Spara lösenordet',
    passwordSaved: 'Lösenordet är bytt. Nu kan du logga in.',
    undeleteTitle: 'Välkommen tillbaka',
    undeleteLead: 'Ditt konto är på väg att tas bort. Vill du behålla det?',
    undelete: 'Behåll kontot',
    undeleted: 'Kontot är tillbaka. Nu kan du logga in som vanligt.',
    termsTitle: 'Villkor',
    aboutTitle: 'Om {product}',
    loadingPage: 'Läser in',
  },
  {
    sending: 'Sending…',
    backToLogin: 'Go to login',
    sendLink: 'Send link',
    cancel: 'Cancel',
    checkMail: 'Check your email',
    mailSlow: 'It may take a few minutes. Check your spam folder, too.',
    otherAddress: 'Use another address',
    passwordHint: 'At least 8 characters.',
    newLink: 'Request a new link',
    resetTitle: 'Forgot your password?',
    resetLead: "Enter your email address and we'll send you a link to choose a new password.",
    resetSent:
      'If <address></address> belongs to an account, we have sent an email there. The link is valid for two hours.',
    newPassword: 'New password',
    newPasswordLead: 'Choose a new password. Then log in with it.',
    savePassword: 'Save password',
    passwordSaved: 'Your password has been changed. You can log in now.',
    undeleteTitle: 'Welcome back',
    undeleteLead: 'Your account is about to be deleted. Do you want to keep it?',
    undelete: 'Keep my account',
    undeleted: 'Your account is back. You can log in as usual.',
    termsTitle: 'Terms & conditions',
    aboutTitle: 'About {product}',
    loadingPage: 'Loading',
  },
)
