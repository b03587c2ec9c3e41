import type { Text } from '../text/language.ts'

// Without schemas, so that the pages of decisions load without zod.

/** A ground for a decision: a section of the operator's terms, or a law. */
type Reason = {
  ground: 'TERMS' | 'LAW'
  reference: Text
  label: Text
  /** Gives the reason in the email that answers a notice. */
  sentence: Text
}

const fromTerms = (section: string, label: Text, sentence: Text): Reason => ({
  ground: 'TERMS',
  reference: { sv: `Villkoren ${section}`, en: `Terms ${section}` },
  label,
  sentence,
})

/** Returns a reason whose ground is a law, which `reference` names. */
const fromLaw = (reference: Text, label: Text): Reason => ({
  ground: 'LAW',
  reference,
  label,
  sentence: { sv: `Det strider mot ${reference.sv}.`, en: `It is against the law (${reference.en}).` },
})

/**
 * Every reason code of a decision. The sections are those of the terms in `infra/pages`. The operator's counsel has to
 * confirm the references to laws.
 */
const REASON_LIST = {
  TERMS_AGE: fromTerms(
    '1.1',
    { sv: 'Under 18 år', en: 'Under 18' },
    { sv: 'Alla här har fyllt 18 år.', en: 'Everyone here is at least 18 years old.' },
  ),
  TERMS_REAL: fromTerms(
    '1.2',
    { sv: 'Verkliga personer', en: 'Real people' },
    {
      sv: 'En profil visar en verklig person eller ett verkligt par, med egna uppgifter.',
      en: 'A profile shows a real person or a real couple, with their own details.',
    },
  ),
  TERMS_ONE_ACCOUNT: fromTerms(
    '1.3',
    { sv: 'Uteslutna kommer inte tillbaka', en: 'No return after a ban' },
    {
      sv: 'Den som är utesluten kommer inte tillbaka med ett nytt konto.',
      en: 'Nobody who is banned comes back with a new account.',
    },
  ),
  TERMS_THREAT: fromTerms(
    '3.1',
    { sv: 'Hot och våld', en: 'Threats and violence' },
    { sv: 'Hot och våld hör inte hemma här.', en: 'There is no room for threats or violence here.' },
  ),
  TERMS_HARASSMENT: fromTerms(
    '3.2',
    { sv: 'Trakasserier', en: 'Harassment' },
    {
      sv: 'Ett nej är ett nej, och ingen trakasseras eller förföljs.',
      en: 'No means no, and nobody is harassed or stalked.',
    },
  ),
  TERMS_HATE: fromTerms(
    '3.3',
    { sv: 'Hat mot grupper', en: 'Hatred' },
    {
      sv: 'Hat mot grupper av människor hör inte hemma här.',
      en: 'There is no room for hatred against groups of people here.',
    },
  ),
  TERMS_SEXUAL: fromTerms(
    '3.4',
    { sv: 'Oönskade inviter', en: 'Unwanted advances' },
    {
      sv: 'Sexuella inviter går bara till den som har bett om dem.',
      en: 'Sexual advances are only for those who have asked for them.',
    },
  ),
  TERMS_COERCION: fromTerms(
    '3.5',
    { sv: 'Tvång', en: 'Coercion' },
    { sv: 'Ingen tvingas eller utnyttjas.', en: 'Nobody is forced or exploited.' },
  ),
  TERMS_OWN_IMAGES: fromTerms(
    '4.1',
    { sv: 'Egna bilder', en: 'Your own pictures' },
    {
      sv: 'Man lägger bara upp bilder som man har rätt till.',
      en: 'Members only upload pictures that are theirs to share.',
    },
  ),
  TERMS_OTHERS: fromTerms(
    '4.2',
    { sv: 'Bilder på andra', en: 'Pictures of others' },
    { sv: 'Bilder på andra visas bara med deras lov.', en: 'Pictures of others are only shown with their consent.' },
  ),
  TERMS_FRAUD: fromTerms(
    '5.1',
    { sv: 'Bedrägeri och pengar', en: 'Fraud and money' },
    { sv: 'Ingen ber om pengar eller lurar någon.', en: 'Nobody asks for money or deceives anyone.' },
  ),
  TERMS_SEX_TRADE: fromTerms(
    '5.2',
    { sv: 'Köp och försäljning av sex', en: 'Buying and selling sex' },
    { sv: 'Sex varken köps eller säljs här.', en: 'Sex is neither bought nor sold here.' },
  ),
  TERMS_SPAM: fromTerms(
    '5.3',
    { sv: 'Reklam', en: 'Advertising' },
    { sv: 'Reklam hör inte hemma här.', en: 'There is no room for advertising here.' },
  ),
  TERMS_REPORTS: fromTerms(
    '6.1',
    { sv: 'Anmälningar i god tro', en: 'Reports in good faith' },
    { sv: 'Den som anmäler gör det i god tro.', en: 'Reports are made in good faith.' },
  ),
  LAW_THREAT: fromLaw(
    { sv: 'brottsbalken 4 kap. 5 §', en: 'Swedish Criminal Code, chapter 4, section 5' },
    { sv: 'Olaga hot', en: 'Unlawful threats' },
  ),
  LAW_INCITEMENT: fromLaw(
    { sv: 'brottsbalken 16 kap. 5 §', en: 'Swedish Criminal Code, chapter 16, section 5' },
    { sv: 'Uppvigling', en: 'Incitement' },
  ),
  LAW_AGITATION: fromLaw(
    { sv: 'brottsbalken 16 kap. 8 §', en: 'Swedish Criminal Code, chapter 16, section 8' },
    { sv: 'Hets mot folkgrupp', en: 'Agitation against a group' },
  ),
  LAW_CHILD_IMAGES: fromLaw(
    { sv: 'brottsbalken 16 kap. 10 a §', en: 'Swedish Criminal Code, chapter 16, section 10 a' },
    { sv: 'Övergrepp mot barn på bild', en: 'Child sexual abuse material' },
  ),
  LAW_VIOLENCE: fromLaw(
    { sv: 'brottsbalken 16 kap. 10 c §', en: 'Swedish Criminal Code, chapter 16, section 10 c' },
    { sv: 'Olaga våldsskildring', en: 'Unlawful depiction of violence' },
  ),
  LAW_PRIVACY: fromLaw(
    { sv: 'brottsbalken 4 kap. 6 c §', en: 'Swedish Criminal Code, chapter 4, section 6 c' },
    { sv: 'Olaga integritetsintrång', en: 'Unlawful breach of privacy' },
  ),
  LAW_TRAFFICKING: fromLaw(
    { sv: 'brottsbalken 4 kap. 1 a §', en: 'Swedish Criminal Code, chapter 4, section 1 a' },
    { sv: 'Människohandel', en: 'Human trafficking' },
  ),
  LAW_SEX_PURCHASE: fromLaw(
    { sv: 'brottsbalken 6 kap. 11 §', en: 'Swedish Criminal Code, chapter 6, section 11' },
    { sv: 'Köp av sexuell tjänst', en: 'Purchase of sexual services' },
  ),
  LAW_COPYRIGHT: fromLaw(
    { sv: 'upphovsrättslagen', en: 'the Swedish Copyright Act' },
    { sv: 'Upphovsrätt', en: 'Copyright' },
  ),
  LAW_TERRORISM: fromLaw(
    { sv: 'förordning (EU) 2021/784', en: 'Regulation (EU) 2021/784' },
    { sv: 'Terrorisminnehåll', en: 'Terrorist content' },
  ),
  NO_BREACH: {
    ground: 'TERMS',
    reference: { sv: 'Villkoren', en: 'Terms' },
    label: { sv: 'Inget brott mot villkoren', en: 'No breach of the terms' },
    sentence: {
      sv: 'Vi har läst det du anmälde. Det bryter inte mot villkoren.',
      en: 'We have read what you reported. It does not break the terms.',
    },
  },
  NOT_FOUND: {
    ground: 'TERMS',
    reference: { sv: 'Villkoren', en: 'Terms' },
    label: { sv: 'Innehållet gick inte att hitta', en: 'The content could not be found' },
    sentence: {
      sv: 'Vi kunde inte hitta det du anmälde.',
      en: 'We could not find what you reported.',
    },
  },
} satisfies Record<string, Reason>

export type ReasonCode = keyof typeof REASON_LIST
export const REASONS: Record<ReasonCode, Reason> = REASON_LIST
