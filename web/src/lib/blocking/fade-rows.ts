import { prefersReducedMotion } from '../device/motion.ts'

const DURATION_MS = 200

/**
 * Fades out a member's rows (`data-member`) in all lists on screen. Resolves after the animation, or immediately if the
 * device requests reduced motion, with a function that makes the remaining rows visible again.
 */
export async function fadeRowsOf(userName: string): Promise<() => void> {
  if (prefersReducedMotion()) return () => undefined
  const rows = [...document.querySelectorAll<HTMLElement>('[data-member]')]
  const animations = rows
    .filter((row) => row.dataset.member === userName)
    .flatMap(
      (row) => row.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration: DURATION_MS, fill: 'forwards' }) ?? [],
    )
  await Promise.allSettled(animations.map(({ finished }) => finished))
  return () => {
    for (const animation of animations) animation.cancel()
  }
}
