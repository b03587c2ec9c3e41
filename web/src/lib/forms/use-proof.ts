import { useState } from 'react'
import { isApiError } from '../http/api-error.ts'
import { useSession } from '../http/session.ts'

/**
 * Returns whether a change requires the password, and a function that sends the change. A session that began with a
 * passkey or a recovery code needs none for five minutes. Only the server knows when they have passed, so the form asks
 * for the password once the server has rejected a change without it.
 */
export function useProof() {
  const [wasRejected, setRejected] = useState(false)
  const session = useSession()
  const needsPassword = !(session?.passkey || session?.recovered) || wasRejected
  async function send(password: string, change: (proof: { password?: string }) => Promise<void>): Promise<void> {
    try {
      await change(needsPassword ? { password } : {})
    } catch (error) {
      if (isApiError(error, 'VALIDATION') && error.fields.some(({ path }) => path === 'password')) setRejected(true)
      throw error
    }
  }
  return { needsPassword, send }
}
