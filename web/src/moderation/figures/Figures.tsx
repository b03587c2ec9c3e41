import type { Count, Figures as FiguresData } from '@app/contract/safety/figures'
import { REASONS } from '@app/contract/safety/reason-texts'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { saveFile } from '../../lib/device/save-file.ts'
import { categoryTexts } from '../../lib/reporting/category-texts.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import styles from './figures.module.css'
import { loadFigures, useFigures } from './figures.ts'
import { type FigureGroup, toCsv } from './figures-csv.ts'
import { figuresTexts } from './figures-texts.ts'

/** Returns a function that names a half-year, such as `2026-1`. */
function useHalfName(): (half: string) => string {
  const t = useTexts(figuresTexts)
  return (half) => {
    const [year = '', part = ''] = half.split('-')
    return t('halfOf', { year, part })
  }
}

/**
 * Returns a function that converts figures to tables. A code without a text is shown as it is, since a newer server may
 * send unknown ones.
 */
function useFigureGroups(): (figures: FiguresData) => FigureGroup[] {
  const t = useTexts(figuresTexts)
  const tCategory = useTexts(categoryTexts)
  const isEnglish = useLanguage() === 'ENGLISH'
  const nameOf = (name: string) => {
    const reason = Object.hasOwn(REASONS, name) ? REASONS[name as keyof typeof REASONS] : undefined
    if (!reason) return name
    return isEnglish ? `${reason.label.en}, ${reason.reference.en}` : `${reason.label.sv}, ${reason.reference.sv}`
  }
  type Part = 'source' | 'action' | 'ground' | 'outcome'
  const partName = (part: Part) => (name: string) =>
    t.has(`${part}.${name}` as 'ground.LAW') ? t(`${part}.${name}` as 'ground.LAW') : name
  const categoryName = (name: string) => (tCategory.has(name as 'SPAM') ? tCategory(name as 'SPAM') : name)
  const rows = (counts: readonly Count[], name: (code: string) => string) =>
    counts.map((count) => ({ name: name(count.name), value: count.count }))
  return (figures) => [
    { title: t('group.reportsByCategory'), rows: rows(figures.reportsByCategory, categoryName) },
    { title: t('group.reportsBySource'), rows: rows(figures.reportsBySource, partName('source')) },
    { title: t('group.actionsByKind'), rows: rows(figures.actionsByKind, partName('action')) },
    { title: t('group.actionsByReason'), rows: rows(figures.actionsByReason, nameOf) },
    { title: t('group.actionsByGround'), rows: rows(figures.actionsByGround, partName('ground')) },
    { title: t('group.appeals'), rows: rows(figures.appeals, partName('outcome')) },
    { title: t('group.objections'), rows: rows(figures.objections, partName('outcome')) },
    {
      title: t('group.other'),
      rows: [
        { name: t('AUTOMATED'), value: figures.automated.count },
        { name: t('ORDERS'), value: figures.orders.count },
        { name: t('medianHours'), value: figures.medianHours },
        { name: t('withinAim'), value: figures.withinAim },
      ],
    },
  ]
}

function Table({ group: { title, rows } }: { group: FigureGroup }) {
  const t = useTexts(figuresTexts)
  const format = new Intl.NumberFormat(localeOf(useLanguage()))
  return (
    <table className={styles.table}>
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value === null ? <span className={styles.few}>{t('few')}</span> : format.format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FiguresSkeleton() {
  const t = useTexts(figuresTexts)
  return (
    <Loading text={t('loading')}>
      <div className={styles.tables}>
        <Skeleton height="24rem" radius="var(--radius-card)" />
        <Skeleton height="24rem" radius="var(--radius-card)" />
      </div>
    </Loading>
  )
}

type Props = { half: string | null; onHalf: (half: string) => void }

/** Shows the figures of a half-year for the transparency report, and saves them as CSV. */
export function Figures({ half, onHalf }: Props) {
  const t = useTexts(figuresTexts)
  const language = useLanguage()
  const halfName = useHalfName()
  const toGroups = useFigureGroups()
  const figures = useFigures((state) => state.figures)
  const retry = () => void loadFigures(half)
  useEffect(() => void loadFigures(half), [half])
  if (figures.state === 'failed') return <Failed title={t('failed')} error={figures.error} retry={retry} />
  if (!figures.data) return <FiguresSkeleton />
  const { data } = figures
  const isLoading = figures.state === 'loading'
  const groups = toGroups(data)
  function save(): void {
    const columns = [t('column.period'), t('column.group'), t('column.name'), t('column.count')]
    const csv = toCsv({ period: data.half, columns, groups, language })
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `figures-${data.half}.csv`)
  }
  return (
    <>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={styles.controls}>
        <SelectField
          label={t('half')}
          choices={data.halves.map((value) => ({ value, label: halfName(value) }))}
          value={half ?? data.half}
          onChange={onHalf}
        />
        <Button variant="quiet" icon={Download} disabled={isLoading} onClick={save}>
          {t('csv')}
        </Button>
      </div>
      <div className={styles.tables} aria-busy={isLoading}>
        {groups.map((group) => (
          <Table key={group.title} group={group} />
        ))}
      </div>
    </>
  )
}
