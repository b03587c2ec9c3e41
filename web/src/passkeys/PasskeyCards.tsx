import { CodesCard } from './CodesCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'

/** Renders the settings of passkeys and recovery codes. */
export const PasskeyCards = () => (
  <>
    <PasskeysCard />
    <CodesCard />
  </>
)
