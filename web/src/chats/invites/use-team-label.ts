import { useIsTeam } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { statusTexts } from './status-texts.ts'

/** Returns the label of the button that opens the chat between a member and the team, for either side. */
export function useTeamLabel(): string {
  const t = useTexts(statusTexts)
  return t(useIsTeam() ? 'asTeam' : 'ADMIN_CHAT')
}
