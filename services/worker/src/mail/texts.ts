import type { Language } from '@app/contract/text/language'
import { createTranslator } from 'use-intl/core'

const swedish = {
  CONFIRM_ADDRESS: {
    subject: 'Bekräfta din e-postadress',
    lead: 'Någon, förmodligen du, vill skapa ett konto hos {product} med den här adressen. Bekräfta den, så fortsätter du på nästa sida.',
    button: 'Bekräfta adressen',
    validity:
      'Länken gäller i {hours, plural, one {en timme} other {# timmar}} och kan användas en gång. Ber du om en ny slutar den här att gälla.',
    notYou: 'Var det inte du? Då behöver du inte göra någonting. Utan din bekräftelse skapas inget konto.',
  },
  ALREADY_MEMBER: {
    subject: 'Du har redan ett konto',
    lead: 'Någon, förmodligen du, har försökt skapa ett konto hos {product} med den här adressen. Det finns redan ett, så det är bara att logga in.',
    button: 'Logga in',
    forgotten: 'Har du glömt lösenordet?',
    choose: 'Välj ett nytt',
    notYou: 'Var det inte du? Då behöver du inte göra någonting. Ingenting har ändrats.',
  },
  NEW_PASSWORD: {
    subject: 'Nytt lösenord',
    lead: 'Någon, förmodligen du, har bett om ett nytt lösenord till ditt konto hos {product}. Du väljer det på nästa sida.',
    button: 'Välj nytt lösenord',
    validity:
      'Länken gäller i {hours, plural, one {en timme} =2 {två timmar} other {# timmar}} och kan användas en gång. Ber du om en ny slutar den här att gälla.',
    notYou: 'Var det inte du? Då behöver du inte göra någonting. Ditt lösenord gäller som förut.',
  },
  ACCOUNT_DELETED: {
    subject: 'Ditt konto tas bort',
    lead: 'Ditt konto hos {product} syns inte längre. Om {days} dagar raderas allt som hör till det. Ångrar du dig innan dess får du tillbaka kontot som det var.',
    button: 'Behåll kontot',
    validity: 'Länken gäller tills kontot raderas och kan användas en gång.',
    notYou: 'Var det inte du? Hämta tillbaka kontot med länken och välj sedan ett nytt lösenord.',
  },
  CONFIRM_NEW_ADDRESS: {
    subject: 'Bekräfta din nya e-postadress',
    lead: 'Någon, förmodligen du, vill använda den här adressen för sitt konto hos {product}. Bekräfta den, så byts adressen.',
    button: 'Bekräfta adressen',
    validity:
      'Länken gäller i {hours, plural, one {en timme} other {# timmar}} och kan användas en gång. Ber du om en ny slutar den här att gälla.',
    notYou: 'Var det inte du? Då behöver du inte göra någonting. Utan din bekräftelse ändras ingenting.',
  },
  ADDRESS_TAKEN: {
    subject: 'Adressen hör redan till ett konto',
    lead: 'Någon, förmodligen du, vill använda den här adressen för ett annat konto hos {product}. Det går inte, eftersom adressen redan hör till ett konto.',
    button: 'Logga in',
    notYou: 'Var det inte du? Då behöver du inte göra någonting. Ingenting har ändrats.',
  },
  ADDRESS_CHANGED: {
    subject: 'Din e-postadress är bytt',
    lead: 'Ditt konto hos {product} har fått en ny e-postadress, och den här gäller inte längre. Var det inte du? Då kan du hämta tillbaka kontot.',
    button: 'Det var inte jag',
    validity:
      'Länken gäller i {days, plural, one {en dag} =7 {sju dagar} other {# dagar}} och kan användas en gång. Kontot loggas ut överallt, och du väljer ett nytt lösenord.',
    wasYou: 'Var det du? Då behöver du inte göra någonting.',
  },
  LOGIN_CHANGED: {
    subject: 'Din inloggning har ändrats',
    PASSWORD: 'Lösenordet till ditt konto byttes {day} kl.\u00a0{time}.',
    PASSWORD_LATER:
      'Någon, förmodligen du, har valt ett nytt lösenord till ditt konto. Det börjar gälla {day} kl.\u00a0{time}. Innan dess kan du stoppa det i inställningarna, där du är inloggad.',
    PASSKEY_DELETED: 'En passkey togs bort från ditt konto {day} kl.\u00a0{time}.',
    PASSKEY_ONLY: 'Sedan {day} kl.\u00a0{time} går det bara att logga in på ditt konto med passkey.',
    PASSWORD_AGAIN: 'Sedan {day} kl.\u00a0{time} går det att logga in på ditt konto med lösenordet igen.',
    RECOVERY_CODES:
      'Nya återställningskoder till ditt konto skapades {day} kl.\u00a0{time}. Eventuella äldre koder har slutat gälla.',
  },
  NEW_DEVICE: {
    subject: 'En ny inloggning',
    lead: 'Någon, förmodligen du, loggade in på ditt konto: {device}, {day} kl.\u00a0{time}.',
    unknown: 'en okänd webbläsare',
    button: 'Det var inte jag',
    effect:
      'Knappen loggar ut kontot överallt, tar bort passkeys och återställningskoder som lagts till de senaste åtta dagarna och låter dig välja ett nytt lösenord.',
    validity:
      'Länken gäller i {days, plural, one {en dag} =7 {sju dagar} other {# dagar}} och kan användas en gång. Har du fått flera sådana mejl gäller länken i det senaste.',
    wasYou: 'Var det du? Då behöver du inte göra någonting.',
  },
  PASSKEY_ADDED: {
    subject: 'En ny passkey',
    lead: 'Passkeyn {name} lades till på ditt konto {day} kl.\u00a0{time}. Den loggar in utan lösenord.',
    leadUnnamed: 'En ny passkey lades till på ditt konto {day} kl.\u00a0{time}. Den är redan borttagen igen.',
  },
  DECISION: {
    subject: 'Ett beslut om ditt konto',
    lead: 'Hej {name}. Vi har beslutat något om ditt konto. Läs vad, varför och hur du överklagar.',
    button: 'Läs beslutet',
    validity: 'Länken går att öppna utan inloggning till {date}.',
    hidden: 'Innehållet i beslutet står inte i mejlet.',
  },
  APPEAL_DECIDED: {
    subject: 'Svar på din överklagan',
    changed: 'Ett beslut gäller inte längre',
    lead: 'Vi har läst igen och {outcome, select, overturned {ändrat beslutet} other {beslutet står fast}}. {answer}',
    undone: 'Beslutet om ditt konto gäller inte längre.',
  },
  NOTICE_RECEIVED: {
    subject: 'Vi har din anmälan',
    lead: 'Tack. Din anmälan kom fram {day} kl.\u00a0{time} och har nummer {number}.',
    button: 'Läs villkoren',
    aim: 'Vi läser den senast {day} kl.\u00a0{time}.',
    later: 'När vi har bestämt oss får du ett mejl till. Svara inte på det här mejlet.',
  },
  NOTICE_DECIDED: {
    subject: 'Vi har fattat ett beslut om nr {number}',
    lead: 'Vi har läst din anmälan och {removed, select, yes {tagit bort innehållet} other {bestämt att innehållet får vara kvar}}. Skäl: {reason}',
    person: 'En människa har läst anmälan och fattat beslutet.',
    disagree: 'Är du inte nöjd kan du skriva till oss, eller vända dig till domstol.',
    disagreeWithBody:
      'Är du inte nöjd kan du skriva till oss, vända dig till tvistlösningsorganet ({body}), eller till domstol.',
  },
  NOTICE_CHANGED: {
    subject: 'Vi har ändrat beslutet om nr {number}',
    lead: 'Vi har prövat vårt beslut om din anmälan igen. {removed, select, yes {Innehållet är nu borttaget. Skäl: {reason}} other {Innehållet får vara kvar.}}',
  },
  BARRED: {
    subject: 'Adressen går inte att använda',
    lead: 'Någon, förmodligen du, vill bli medlem hos {product} med den här adressen. Det går inte, för att kontot med adressen är uteslutet. Beslutet har nummer {number}.',
    button: 'Kontakta oss',
    appeal: 'Hur du överklagar står i mejlet som vi skickade med beslutet.',
  },
  LOG_HEAD: {
    subject: 'Loggens sista rad',
    lead: 'Teamets logg har {entries, plural, one {en rad} other {{entries, number} rader}}. Den senaste, nr {id}: {hash}. Gårdagens: {previous}.',
    button: 'Öppna loggen',
    keep: 'Spara mejlet. Det visar om någon ändrar loggen.',
  },
  CASE_ALERT: {
    subject: 'Ärende {id} brådskar',
    lead: 'Någon behöver titta på ärende {id} senast {day} kl.\u00a0{time}.',
    button: 'Öppna ärendet',
  },
  VIEW_LIMIT: {
    subject: 'Någon i Teamet har läst ovanligt mycket',
    lead: '{day} kl.\u00a0{time} nådde någon i Teamet gränsen för hur mycket bevis en person får läsa. Personen kan inte läsa mer förrän det har gått en stund.',
    button: 'Öppna loggen',
    log: 'Rad {id} i loggen säger vem det var, och raderna före vilka ärenden det gällde.',
  },
  EVENT_REMINDER: {
    subject: 'Påminnelse',
    lead: 'Du har sagt att du kommer: {day} kl.\u00a0{time}. Logga in för att se vad och var det är.',
  },
  EVENT_CHANGED: {
    subject: 'Tid eller plats är ändrad',
    lead: 'Tid eller plats är ändrad för något som du har svarat på. Nu gäller {day} kl.\u00a0{time}. Logga in för att se vad och var det är.',
  },
  EVENT_CANCELLED: {
    subject: 'Det är inställt',
    lead: 'Något som du har svarat på är inställt. Det skulle ha börjat {day} kl.\u00a0{time}.',
  },
  EVENT_SEAT: {
    subject: 'Du har fått en plats',
    lead: 'En plats blev ledig där du stod i kö, och den är din: {day} kl.\u00a0{time}. Kan du inte komma? Ångra svaret, så går platsen till nästa i kön.',
  },
  EVENT: {
    button: 'Visa',
  },
  DIGEST: {
    subject: 'Dagens sammanfattning',
    lead: 'Det här har hänt hos {product} sedan sist.',
    messages: '{count, plural, one {Ett oläst meddelande} other {# olästa meddelanden}}',
    acceptances: '{count, plural, one {Ett ja till din inbjudan} other {Ja till # av dina inbjudningar}}',
    groups: '{count, plural, one {Nya meddelanden i en grupp} other {Nya meddelanden i # grupper}}',
    invites: '{count, plural, one {En inbjudan} other {# inbjudningar}}',
    groupInvites: '{count, plural, one {En inbjudan till en grupp} other {# inbjudningar till grupper}}',
    changedEvents:
      '{count, plural, one {Ett event som du har svarat på har ändrats} other {# event som du har svarat på har ändrats}}',
    eventsToday:
      '{count, plural, one {Ett event i dag som du har svarat på} other {# event i dag som du har svarat på}}',
    newEvents: '{count, plural, one {Ett nytt event} other {# nya event}}',
    news: '{count, plural, one {En nyhet} other {# nyheter}}',
    searches: '{count, plural, one {En ny} other {# nya}} i en sparad sökning',
    button: 'Öppna {product}',
    atMostOne: 'Den här sammanfattningen kommer högst en gång om dagen, och bara när det finns något att berätta.',
  },
  UNSUBSCRIBE: {
    text: 'Vill du ha färre mejl?',
    CHATS: 'Sluta få mejl om meddelanden och inbjudningar',
    EVENTS: 'Sluta få mejl om event',
    NEWS: 'Sluta få mejl om nyheter',
    ALL: 'Sluta få alla de här mejlen',
  },
  linkFallback: 'Fungerar inte knappen? Kopiera den här adressen till webbläsaren:',
  automatic: 'Det här mejlet skickades automatiskt och går inte att svara på.',
} as const

/** The type of a translation: the same keys, with any text. */
type Translation<Original> = {
  [Key in keyof Original]: Original[Key] extends string ? string : Translation<Original[Key]>
}

const english: Translation<typeof swedish> = {
  CONFIRM_ADDRESS: {
    subject: 'Confirm your email address',
    lead: 'Someone, probably you, wants to create an account on {product} with this address. Confirm it to continue.',
    button: 'Confirm address',
    validity:
      'The link is valid for {hours, plural, one {one hour} other {# hours}} and can be used once. If you ask for a new one, this one stops working.',
    notYou: "Wasn't you? Then you don't need to do anything. No account will be created unless you confirm.",
  },
  ALREADY_MEMBER: {
    subject: 'You already have an account',
    lead: 'Someone, probably you, has tried to create an account on {product} with this address. You already have one, so you can just log in.',
    button: 'Log in',
    forgotten: 'Forgot your password?',
    choose: 'Choose a new one',
    notYou: "Wasn't you? Then you don't need to do anything. Nothing has changed.",
  },
  NEW_PASSWORD: {
    subject: 'New password',
    lead: 'Someone, probably you, has asked for a new password for your account on {product}. You can choose it on the next page.',
    button: 'Choose new password',
    validity:
      'The link is valid for {hours, plural, one {one hour} =2 {two hours} other {# hours}} and can be used once. If you ask for a new one, this one stops working.',
    notYou: "Wasn't you? Then you don't need to do anything. Your password is unchanged.",
  },
  ACCOUNT_DELETED: {
    subject: 'Your account is being deleted',
    lead: 'Your account on {product} is no longer visible. In {days} days everything that belongs to it will be deleted for good. If you change your mind before then, you get it back as it was.',
    button: 'Keep my account',
    validity: 'The link is valid until the account is deleted for good and can be used once.',
    notYou: "Wasn't you? Get your account back with the link, then choose a new password.",
  },
  CONFIRM_NEW_ADDRESS: {
    subject: 'Confirm your new email address',
    lead: 'Someone, probably you, wants to use this address for their account on {product}. Confirm it to complete the change.',
    button: 'Confirm address',
    validity:
      'The link is valid for {hours, plural, one {one hour} other {# hours}} and can be used once. If you ask for a new one, this one stops working.',
    notYou: "Wasn't you? Then you don't need to do anything. Nothing will change unless you confirm.",
  },
  ADDRESS_TAKEN: {
    subject: 'This address already has an account',
    lead: "Someone, probably you, wants to use this address for another account on {product}. That isn't possible, because the address already belongs to an account.",
    button: 'Log in',
    notYou: "Wasn't you? Then you don't need to do anything. Nothing has changed.",
  },
  ADDRESS_CHANGED: {
    subject: 'Your email address has been changed',
    lead: "Your account on {product} has a new email address, and this one can no longer be used to log in. Wasn't you? Then you can get the account back.",
    button: "It wasn't me",
    validity:
      'The link is valid for {days, plural, one {one day} =7 {seven days} other {# days}} and can be used once. Using it logs your account out on all devices; then you choose a new password.',
    wasYou: "Was it you? Then you don't need to do anything.",
  },
  LOGIN_CHANGED: {
    subject: 'Your login has changed',
    PASSWORD: 'The password of your account was changed {day} at {time}.',
    PASSWORD_LATER:
      'Someone, probably you, has chosen a new password for your account. It starts to work {day} at {time}. Until then you can stop it in the settings, where you are logged in.',
    PASSKEY_DELETED: 'A passkey was deleted from your account {day} at {time}.',
    PASSKEY_ONLY: 'Since {day} at {time}, only passkeys log in to your account.',
    PASSWORD_AGAIN: 'Since {day} at {time}, your password logs in to your account again.',
    RECOVERY_CODES:
      'New recovery codes for your account were created {day} at {time}. Any earlier codes no longer work.',
  },
  NEW_DEVICE: {
    subject: 'A new login',
    lead: 'Someone, probably you, logged in to your account: {device}, {day} at {time}.',
    unknown: 'an unknown browser',
    button: "It wasn't me",
    effect:
      'The button logs your account out everywhere, deletes passkeys and recovery codes added in the last eight days, and lets you choose a new password.',
    validity:
      'The link is valid for {days, plural, one {one day} =7 {seven days} other {# days}} and can be used once. If you have received several such emails, the link in the latest one is valid.',
    wasYou: "Was it you? Then you don't need to do anything.",
  },
  PASSKEY_ADDED: {
    subject: 'A new passkey',
    lead: 'The passkey {name} was added to your account {day} at {time}. It logs in without a password.',
    leadUnnamed: 'A new passkey was added to your account {day} at {time}. It has been deleted again.',
  },
  DECISION: {
    subject: 'A decision about your account',
    lead: 'Hello {name}. We have decided something about your account. Read what it is, why, and how to appeal.',
    button: 'Read the decision',
    validity: 'The link opens without a login until {date}.',
    hidden: 'What was decided is not in this email.',
  },
  APPEAL_DECIDED: {
    subject: 'Answer to your appeal',
    changed: 'A decision no longer applies',
    lead: 'We have read it again and {outcome, select, overturned {changed the decision} other {the decision stands}}. {answer}',
    undone: 'The decision about your account no longer applies.',
  },
  NOTICE_RECEIVED: {
    subject: 'We have your report',
    lead: 'Thank you. Your report arrived {day} at {time} and has number {number}.',
    button: 'Read the terms',
    aim: 'We will read it by {day} at {time}.',
    later: 'You will get another email when we have made a decision. Please do not reply to this one.',
  },
  NOTICE_DECIDED: {
    subject: 'We have made a decision about no. {number}',
    lead: 'We have read your report and {removed, select, yes {removed the content} other {decided that the content may stay}}. Reason: {reason}',
    person: 'A person read the report and made the decision.',
    disagree: 'If you disagree, you can write to us, or turn to a court.',
    disagreeWithBody:
      'If you disagree, you can write to us, or turn to the dispute settlement body ({body}) or to a court.',
  },
  NOTICE_CHANGED: {
    subject: 'We have changed the decision about no. {number}',
    lead: 'We have reviewed our decision about your report. {removed, select, yes {The content is now removed. Reason: {reason}} other {The content may stay.}}',
  },
  BARRED: {
    subject: 'That address cannot be used',
    lead: 'Someone, probably you, wants to become a member of {product} with this address. That is not possible, because the account with this address is banned. The decision has number {number}.',
    button: 'Contact us',
    appeal: 'The email that we sent with the decision says how to appeal.',
  },
  LOG_HEAD: {
    subject: "The log's last row",
    lead: "The team's log has {entries, plural, one {one row} other {{entries, number} rows}}. The newest, no. {id}: {hash}. Yesterday's: {previous}.",
    button: 'Open the log',
    keep: 'Keep this email. It will show whether anyone has changed the log.',
  },
  CASE_ALERT: {
    subject: 'Case {id} is urgent',
    lead: 'Someone has to look at case {id} by {day} at {time}.',
    button: 'Open the case',
  },
  VIEW_LIMIT: {
    subject: 'Someone on the team has viewed an unusual amount',
    lead: 'On {day} at {time} someone on the team reached the limit on how much evidence one person may view. They cannot view more for a while.',
    button: 'Open the log',
    log: 'Row {id} of the log says who it was, and the rows before it say which cases were involved.',
  },
  EVENT_REMINDER: {
    subject: 'Reminder',
    lead: "You said you're coming: {day} at {time}. Log in to see what it is and where.",
  },
  EVENT_CHANGED: {
    subject: 'Time or place has changed',
    lead: 'The time or place has changed for something you responded to. It is now {day} at {time}. Log in to see what it is and where.',
  },
  EVENT_CANCELLED: {
    subject: 'It has been canceled',
    lead: 'Something you responded to has been canceled. It was to begin {day} at {time}.',
  },
  EVENT_SEAT: {
    subject: 'You got a spot',
    lead: "A spot opened up and it is yours: {day} at {time}. Can't come? Clear your response, and the spot goes to the next person on the waitlist.",
  },
  EVENT: {
    button: 'View',
  },
  DIGEST: {
    subject: 'Your daily summary',
    lead: 'Here is what has happened on {product} since last time.',
    messages: '{count, plural, one {One unread message} other {# unread messages}}',
    acceptances: '{count, plural, one {One of your invites was accepted} other {# of your invites were accepted}}',
    groups: '{count, plural, one {New messages in one group} other {New messages in # groups}}',
    invites: '{count, plural, one {One invite} other {# invites}}',
    groupInvites: '{count, plural, one {One invite to a group} other {# invites to groups}}',
    changedEvents:
      '{count, plural, one {One event you responded to has changed} other {# events you responded to have changed}}',
    eventsToday:
      '{count, plural, one {One event today that you responded to} other {# events today that you responded to}}',
    newEvents: '{count, plural, one {One new event} other {# new events}}',
    news: '{count, plural, one {One news post} other {# news posts}}',
    searches: '{count, plural, one {One new} other {# new}} in a search of yours',
    button: 'Open {product}',
    atMostOne: 'This summary comes at most once a day, and only when there is something new.',
  },
  UNSUBSCRIBE: {
    text: 'Do you want fewer emails?',
    CHATS: 'Stop emails about messages and invites',
    EVENTS: 'Stop emails about events',
    NEWS: 'Stop emails about news',
    ALL: 'Stop all of these emails',
  },
  linkFallback: 'Button not working? Copy this address into your browser:',
  automatic: 'This is an automatic email. Replies are not read.',
}

// NOTE: the Swedish texts define the types, so the English ones must have the same keys and arguments.
const translators = {
  SWEDISH: createTranslator({ locale: 'sv-SE', messages: swedish }),
  ENGLISH: createTranslator({ locale: 'en-GB', messages: english as typeof swedish }),
}

export const getTranslator = (language: Language) => translators[language]
