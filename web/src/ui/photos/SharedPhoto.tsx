import { type ReactNode, ViewTransition } from 'react'
import { prefersReducedMotion } from '../../lib/device/motion.ts'

/**
 * Animates a member's photo, or the landscape that replaces it, between its positions on two pages. Must not be
 * rendered twice for the same member on one page.
 */
export const SharedPhoto = ({ userName, children }: { userName: string; children: ReactNode }) => (
  <ViewTransition
    name={`photo-${encodeURIComponent(userName)}`}
    share={prefersReducedMotion() ? 'none' : 'photo'}
    default="none"
  >
    {children}
  </ViewTransition>
)
