import { CodesCard } from './CodesCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'

/** Renders the settings of the login without a password. */
export const PasskeyCards = () => (
  <>
    <PasskeysCard />
    <CodesCard />
  </>
)
