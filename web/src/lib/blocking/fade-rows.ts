const DURATION_MS = 200

/**
 * Fades out the rows of a member in all lists on screen, whose elements carry `data-member`. Resolves when the rows can
 * be removed, immediately if the member prefers reduced motion, with a function that shows the rows that stay.
 */
export async function fadeRowsOf(userName: string): Promise<() => void> {
  if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return () => undefined
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
