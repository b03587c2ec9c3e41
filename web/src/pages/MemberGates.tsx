import { DecisionGate } from '../decisions/DecisionGate.tsx'
import { useSession } from '../lib/http/session.ts'
import { NewPasswordWarning } from '../passkeys/NewPasswordWarning.tsx'

/** Covers every page with what the member has to see first: a new password that waits, and decisions to read. */
export function MemberGates() {
  const session = useSession()
  return (
    <>
      {session?.newPasswordFrom && <NewPasswordWarning />}
      {(session?.unreadDecisions ?? 0) > 0 && <DecisionGate />}
    </>
  )
}
