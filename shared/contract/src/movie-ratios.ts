/** The shapes of film photos, each as width divided by height: 4:5, square and 3:2. */
export const MOVIE_RATIOS = [4 / 5, 1, 3 / 2] as const

/** Returns the shape that is nearest to the photo's own, so that a crop removes as little as possible. */
export function movieRatioOf({ width, height }: { width: number; height: number }): number {
  const distanceTo = (ratio: number): number => Math.abs(Math.log(width / height / ratio))
  return MOVIE_RATIOS.reduce<number>((nearest, ratio) => (distanceTo(ratio) < distanceTo(nearest) ? ratio : nearest), 1)
}
