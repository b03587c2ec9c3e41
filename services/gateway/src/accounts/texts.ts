import type { Text } from '@app/contract/text/language'

/** The response to a request for a registration email, whether the address is known or not. */
export const MAIL_SENT: Text = {
  sv: 'Vi har skickat ett mejl till adressen. Följ länken i det för att gå vidare.',
  en: 'We have sent an email to the address. Follow the link in it to continue.',
}

export const PASSWORD_CHANGED: Text = {
  sv: 'Ditt lösenord är bytt. Logga in med det nya.',
  en: 'Your password has been changed. Log in with the new one.',
}

export const PASSWORD_WAITS: Text = {
  sv: 'Du loggar bara in med passkey, så det nya lösenordet börjar gälla först om 72 timmar. En återställningskod släpper in dig direkt.',
  en: 'You log in with passkeys only, so the new password takes effect in 72 hours. A recovery code lets you in right away.',
}

export const ACCOUNT_RESTORED: Text = {
  sv: 'Ditt konto är tillbaka som det var. Logga in som vanligt.',
  en: 'Your account is back as it was. Log in as usual.',
}
