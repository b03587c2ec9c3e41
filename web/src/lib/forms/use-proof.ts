import { useEffect, useRef, useState } from 'react'
import { clearProblems } from '../feedback/problem-banner.ts'
import { isApiError } from '../http/api-error.ts'
import { useSession } from '../http/session.ts'
import { useTexts } from '../text/texts.ts'
import { proofTexts } from './proof-texts.ts'

/**
 * Returns whether a change requires the password, and a function that sends the change. A session that began with a
 * passkey or a recovery code needs none for five minutes. Only the server knows when they have passed, so the form asks
 * for the password once the server has rejected a change without it. The error of a failed change leaves the banner with
 * the form.
 */
export function useProof() {
  const t = useTexts(proofTexts)
  const [wasRejected, setRejected] = useState(false)
  const [isProven, setProven] = useState(false)
  const hasFailed = useRef(false)
  const session = useSession()
  const needsPassword = !(session?.passkey || session?.recovered) || wasRejected
  useEffect(
    () => () => {
      if (hasFailed.current) clearProblems()
    },
    [],
  )

  /** Sends the change. Returns false if the server requires the password, for which the form has not asked yet. */
  async function send(password: string, change: (proof: { password?: string }) => Promise<void>): Promise<boolean> {
    hasFailed.current = false
    try {
      await change(needsPassword ? { password } : {})
      setProven(true)
      return true
    } catch (error) {
      const isPasswordRejected = isApiError(error, 'VALIDATION') && error.fields.some(({ path }) => path === 'password')
      if (isPasswordRejected && !needsPassword) {
        setRejected(true)
        return false
      }
      hasFailed.current = true
      throw error
    }
  }
  return {
    needsPassword,
    send,
    /** The properties of a password field that appears after the form was sent. Later it appears without the focus. */
    laterField: wasRejected ? { autoFocus: !isProven, hint: t('passwordNeeded') } : {},
  }
}
