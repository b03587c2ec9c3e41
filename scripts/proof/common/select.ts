/**
 * Returns the items that a value of a command-line option selects. Throws if there are none, because a proof that checks
 * nothing must not pass.
 */
export function selectItems<Item>(
  option: string,
  value: string,
  items: readonly Item[],
  isSelected: (item: Item) => boolean,
): Item[] {
  const selected = items.filter(isSelected)
  if (selected.length === 0) throw new Error(`--${option} ${value} selects nothing.`)
  return selected
}
