import type { AdFilter } from '@app/contract/ads'
import { useTexts } from '../lib/text/texts.ts'
import { TogglePills } from '../ui/forms/TogglePills.tsx'
import { chooseFilter, useAds } from './store.ts'
import { adsTexts } from './texts.ts'

const KINDS = [
  'showCouples',
  'showSingleMen',
  'showSingleWomen',
  'showSingleNonBinary',
] as const satisfies readonly (keyof AdFilter)[]

/**
 * Filters ads by kind of author. The filter is stored with the member; until it is loaded, all kinds appear selected,
 * which is the default.
 */
export function AdFilterPills() {
  const t = useTexts(adsTexts)
  const filter = useAds((state) => state.filter)
  return (
    <TogglePills<keyof AdFilter>
      legend={t('which')}
      legendHidden
      choices={KINDS.map((value) => ({ value, label: t(value) }))}
      values={KINDS.filter((kind) => filter?.[kind] ?? true)}
      onChange={(values) =>
        filter && void chooseFilter(Object.fromEntries(KINDS.map((kind) => [kind, values.includes(kind)])) as AdFilter)
      }
    />
  )
}
