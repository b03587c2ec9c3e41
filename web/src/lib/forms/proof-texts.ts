import { defineTexts } from '../text/texts.ts'

export const proofTexts = defineTexts(
  { passwordNeeded: 'Det var ett tag sedan du loggade in. Skriv lösenordet för att fortsätta.' },
  { passwordNeeded: 'You logged in a while ago. Enter your password to continue.' },
)
