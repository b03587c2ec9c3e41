import { useEffect } from 'react'
import { useDuties, useSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { CountMark } from '../../ui/marks/CountMark.tsx'
import { loadCaseCount, useQueue } from './queue.ts'
import { queueTexts } from './queue-texts.ts'

/** Shows the number of open cases in the navigation, to moderators whose session began with a passkey. */
export function CasesCountMark() {
  const t = useTexts(queueTexts)
  const count = useQueue((state) => state.openCount) ?? 0
  const hasPasskeySession = useSession()?.passkey === true
  const mayRead = useDuties().includes('MODERATE') && hasPasskeySession
  useEffect(() => {
    if (mayRead) void loadCaseCount()
  }, [mayRead])
  return <CountMark count={count} label={t('openCount', { count })} />
}
