import { prefersReducedMotion } from '../device/motion.ts'

const DURATION_MS = 200

/**
 * Fades out a member's rows, which carry `data-member`, in all lists on screen. Resolves when the rows can be removed,
 * at once if the device requests reduced motion. The returned function shows the rows again that were not removed.
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
