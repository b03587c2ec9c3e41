import type { Text } from './language.ts'

/**
 * Problems of a field in reports, notices, decisions and appeals. The web client loads them together with these forms.
 */
export const SAFETY_PROBLEMS = {
  'report.question': { sv: 'Skriv din fråga.', en: 'Write your question.' },
  'report.reason': { sv: 'Skriv varför du tror att det är olagligt.', en: 'Say why you believe it is illegal.' },
  'decision.facts': { sv: 'Skriv vad som har hänt.', en: 'Say what happened.' },
  'decision.actions': { sv: 'Välj vad beslutet innebär.', en: 'Choose what the decision means.' },
  'decision.days': { sv: 'Antalet dagar går inte att använda.', en: "That number of days can't be used." },
  'appeal.words': { sv: 'Skriv vad vi har missat.', en: 'Tell us what we missed.' },
  'notice.reason': { sv: 'Skriv vad det gäller och varför.', en: 'Say what it is about and why.' },
  'notice.who': {
    sv: 'Vi behöver ditt namn och din e-postadress. Bara när det gäller övergrepp mot barn går det utan.',
    en: 'We need your name and email address. Only reports of child abuse can be sent without them.',
  },
  'notice.goodFaith': { sv: 'Intyga att uppgifterna är riktiga.', en: 'Please confirm that this is correct.' },
} as const satisfies Record<string, Text>

export type SafetyProblem = keyof typeof SAFETY_PROBLEMS
