type Ranked = { value: number; isFirst: boolean }

/** Returns the rank of each value, from 1; equal values share the mean of their ranks. Also sums t³ − t over the ties. */
function rank(sorted: Ranked[]): { ranks: number[]; ties: number } {
  const ranks: number[] = []
  let ties = 0
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (sorted[to]?.value === sorted[from]?.value) to++
    const count = to - from
    for (let index = from; index < to; index++) ranks.push((from + 1 + to) / 2)
    ties += count ** 3 - count
    from = to
  }
  return { ranks, ties }
}

/** Approximates the complementary error function with an absolute error below 1.5e-7 (Abramowitz and Stegun, 7.1.26). */
function complementaryErrorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const coefficients = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]
  return coefficients.reduceRight((sum, coefficient) => (sum + coefficient) * t, 0) * Math.exp(-x * x)
}

/**
 * Returns the two-sided p value of the Mann–Whitney test that two samples come from the same distribution, by the normal
 * approximation with a correction for ties. For samples of more than about twenty values each.
 */
export function mannWhitney(first: number[], second: number[]): number {
  const sorted = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((one, other) => one.value - other.value)
  const { ranks, ties } = rank(sorted)
  const [n, m] = [first.length, second.length]
  const rankSum = sorted.reduce((sum, { isFirst }, index) => sum + (isFirst ? (ranks[index] ?? 0) : 0), 0)
  const u = rankSum - (n * (n + 1)) / 2
  const total = n + m
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)))
  if (variance === 0) return 1
  const z = Math.max(Math.abs(u - (n * m) / 2) - 0.5, 0) / Math.sqrt(variance)
  return complementaryErrorFunction(z / Math.SQRT2)
}
