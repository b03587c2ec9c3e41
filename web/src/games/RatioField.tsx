import { useTexts } from '../lib/text/texts.ts'
import { Slider } from '../ui/forms/Slider.tsx'
import styles from './games.module.css'
import { gamesTexts } from './texts.ts'

const STEP = 0.01

/** Shows the slider for the share of truths among the drawn cards, from 0 to 1. */
export function RatioField({ value, onChange }: { value: number; onChange: (ratio: number) => void }) {
  const t = useTexts(gamesTexts)
  const percent = Math.round(value * 100)
  const isEven = percent === 50
  return (
    <div className={styles.ratio}>
      <p className={styles.label}>
        {t('ratio')}
        <output className={styles.value}>{isEven ? t('ratioEven') : t('ratioShort', { percent })}</output>
      </p>
      <Slider
        label={t('ratio')}
        valueText={isEven ? t('ratioEven') : t('ratioOf', { percent })}
        max={1}
        step={STEP}
        value={value}
        onChange={onChange}
      />
      <p className={styles.ends}>
        <span>{t('onlyDare')}</span>
        <span>{t('onlyTruth')}</span>
      </p>
    </div>
  )
}
