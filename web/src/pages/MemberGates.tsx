import { DecisionGate } from '../decisions/DecisionGate.tsx'
import { useSession } from '../lib/http/session.ts'
import { NewPasswordWarning } from '../passkeys/NewPasswordWarning.tsx'

/** Covers every page with the warning about a pending new password, and with decisions that the member has to read. */
export function MemberGates() {
  const session = useSession()
  return (
    <>
      {session?.newPasswordFrom && <NewPasswordWarning />}
      {(session?.unreadDecisions ?? 0) > 0 && <DecisionGate />}
    </>
  )
}
