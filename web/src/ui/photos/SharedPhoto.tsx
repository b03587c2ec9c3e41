import { type ReactNode, ViewTransition } from 'react'

/** The moves between search hits and a profile, in which the photo moves from one to the other. */
const MOVES = { grow: 'photo', shrink: 'photo', default: 'none' }

/**
 * Moves a member's photo, or the landscape in its place, between its places on two pages. It must not be rendered twice
 * for the same member on one page.
 */
export const SharedPhoto = ({ userName, children }: { userName: string; children: ReactNode }) => (
  <ViewTransition name={`photo-${encodeURIComponent(userName)}`} share={MOVES} default="none">
    {children}
  </ViewTransition>
)
