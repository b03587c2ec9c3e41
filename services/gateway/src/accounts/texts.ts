import type { Text } from '@app/contract/text/language'

/** The response to a request for an email, whether the address is known or not. */
export const MAIL_SENT: Text = {
  sv: 'Vi har skickat ett mejl till adressen. Följ länken i det för att gå vidare.',
  en: 'We have sent an email to the address. Follow the link in it to continue.',
}

export const PASSWORD_CHANGED: Text = {
  sv: 'Ditt lösenord är bytt. Logga in med det nya.',
  en: 'Your password has been changed. Log in with the new one.',
}

export const ACCOUNT_RESTORED: Text = {
  sv: 'Ditt konto är tillbaka som det var. Logga in som vanligt.',
  en: 'Your account is back as it was. Log in as usual.',
}
