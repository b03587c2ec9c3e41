import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { STEPS, type Step, welcomeUrl } from '../../welcome/steps.ts'
import { CHATS } from './chats-urls.ts'

/** The state of a history entry: how many steps were opened before it, and whether a page of the app precedes them. */
type EntryState = { depth?: number; fromPage?: boolean } | null

/**
 * Returns functions that open the next and the previous step and close the welcome, whether the step is the last one,
 * and whether the welcome is closing. Each step that is opened after another is an entry in the browser's history.
 */
export function useWelcomeSteps(step: Step) {
  const navigate = useNavigate()
  const { state, key } = useLocation() as { state: EntryState; key: string }
  const [isClosing, setClosing] = useState(false)
  const wasClosed = useRef(false)
  const depth = state?.depth ?? 0
  const index = STEPS.indexOf(step)
  const next = STEPS[index + 1]
  const previous = STEPS[index - 1]

  /** Leaves the first step: returns to the page that opened the welcome, or replaces the step with the chats. */
  const leave = () => void (state?.fromPage ? navigate(-1) : navigate(CHATS, { replace: true }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the first entry is reached.
  useEffect(() => {
    if (isClosing && depth === 0) leave()
  }, [isClosing, depth, key])

  return {
    isClosing,
    isLast: next === undefined,
    goNext: () => {
      // The member may have skipped the rest while a save was pending.
      if (next && !wasClosed.current) void navigate(welcomeUrl(next), { state: { ...state, depth: depth + 1 } })
    },
    goBack: () => {
      if (depth > 0) void navigate(-1)
      else if (previous) void navigate(welcomeUrl(previous), { replace: true, state })
    },
    /** Goes back past the steps, so that the browser's back button does not open them again. */
    close: () => {
      if (wasClosed.current) return
      wasClosed.current = true
      setClosing(true)
      if (depth > 0) void navigate(-depth)
    },
  }
}
