import type { Operations } from '@app/contract/operations'
import { useId } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { focusFailedJobs } from './jobs/focus-failed-jobs.ts'
import { StateMark } from './StateMark.tsx'
import { operationsTexts } from './texts.ts'
import styles from './tiles.module.css'
import { type Tile, useTiles } from './tiles.ts'

function TileItem({ name, state, value, detail }: Tile) {
  const t = useTexts(operationsTexts)
  return (
    <li className={styles.tile}>
      <p className={styles.name}>{t(`tile.${name}`)}</p>
      <p className={styles.value}>{value}</p>
      <p className={styles.detail}>
        {detail || (
          <button type="button" className="text-link" onClick={focusFailedJobs}>
            {t('detail.showFailed')}
          </button>
        )}
      </p>
      <StateMark state={state} />
    </li>
  )
}

/** Shows the key metrics of the installation. */
export function Tiles({ operations }: { operations: Operations }) {
  const t = useTexts(operationsTexts)
  const id = useId()
  const tiles = useTiles(operations)
  return (
    <section>
      <h2 id={id} className="visually-hidden">
        {t('minute')}
      </h2>
      <ul className={styles.tiles} aria-labelledby={id}>
        {tiles.map((tile) => (
          <TileItem key={tile.name} {...tile} />
        ))}
      </ul>
    </section>
  )
}
