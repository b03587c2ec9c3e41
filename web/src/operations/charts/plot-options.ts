import type { OperationsRange } from '@app/contract/operations'
import type { Language } from '@app/contract/text/language'
import type UPlot from 'uplot'
import type { Options, Series } from 'uplot'
import { localeOf } from '../../lib/text/language.ts'
import { formatMetricIn, type Unit } from '../units.ts'
import type { Chart, Line } from './charts.ts'

/** The height of `.plot` in `charts.module.css`. */
export const PLOT_HEIGHT_PX = 180
const TIME_AXIS_HEIGHT_PX = 30
const GAP_PX = 8

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]

/** The tick intervals in seconds and the label format of the time axis, per range. */
const AXES: Record<OperationsRange, { steps: number[]; format: Intl.DateTimeFormatOptions }> = {
  HOUR: { steps: [5, 10, 15, 30].map((count) => count * MINUTE), format: { hour: '2-digit', minute: '2-digit' } },
  DAY: { steps: [1, 2, 3, 4, 6, 12].map((count) => count * HOUR), format: { hour: '2-digit', minute: '2-digit' } },
  WEEK: { steps: [1, 2, 4].map((count) => count * DAY), format: { weekday: 'short', day: 'numeric' } },
  MONTH: { steps: [1, 2, 5, 7, 10, 15].map((count) => count * DAY), format: { day: 'numeric', month: 'short' } },
}

const DECIMAL_STEPS = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((factor) => factor * 10 ** power)).flat()
const CLOCK_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200]

/** Tick steps: whole numbers, because there are no fractions of a member; times are divided as on a clock. */
const STEPS: Record<Unit, number[]> = {
  count: DECIMAL_STEPS,
  bytes: DECIMAL_STEPS,
  milliseconds: DECIMAL_STEPS,
  seconds: [...CLOCK_STEPS, ...DECIMAL_STEPS.map((step) => step * DAY)],
}

/** The minimum upper end of the value axis, so that small values do not look large. */
const VALUE_AXIS_TOP_MIN = 4

const DASHES: Record<Line, number[]> = { first: [], second: [7, 4], third: [2, 3], bad: [7, 4] }

/** Returns the indexes of points between two gaps, which are shown as dots because they form no line. */
function isolatedPoints(values: ArrayLike<number | null | undefined>): number[] {
  const hasValue = (index: number) => values[index] !== null && values[index] !== undefined
  return Array.from(values, (_, index) => index).filter(
    (index) => hasValue(index) && !hasValue(index - 1) && !hasValue(index + 1),
  )
}

export type PlotColors = Record<Line | 'text' | 'grid', string>

const lineOf = (line: Line, colors: PlotColors): Series => ({
  stroke: colors[line],
  width: 1.5,
  dash: DASHES[line],
  points: {
    show: false,
    size: 5,
    fill: colors[line],
    filter: (plot, index) => isolatedPoints(plot.data[index] ?? []),
  },
})

type PlotStyle = { width: number; font: string; colors: PlotColors; language: Language; range: OperationsRange }

/** Returns the width of the value axis in pixels: that of its widest label and the gap beside it. */
function widthOf({ ctx }: UPlot, values: readonly string[] | null, font: string): number {
  ctx.save()
  ctx.font = font.replace(/^\d+/, (size) => String(Number(size) * devicePixelRatio))
  const widest = Math.max(0, ...(values ?? []).map((value) => ctx.measureText(value).width))
  ctx.restore()
  return Math.ceil(widest / devicePixelRatio) + GAP_PX
}

function axesOf({ unit }: Chart, { font, colors, language, range }: PlotStyle): Options['axes'] {
  const { steps, format } = AXES[range]
  const timeOf = new Intl.DateTimeFormat(localeOf(language), format)
  const shared = { font, stroke: colors.text, ticks: { show: false }, gap: GAP_PX }
  return [
    {
      ...shared,
      grid: { show: false },
      incrs: steps,
      size: TIME_AXIS_HEIGHT_PX,
      space: 56,
      values: (_, times) => times.map((time) => timeOf.format(time * 1_000)),
    },
    {
      ...shared,
      size: (plot, values) => widthOf(plot, values, font),
      incrs: STEPS[unit],
      space: 28,
      grid: { stroke: colors.grid, width: 1 },
      values: (_, values) => values.map((value) => formatMetricIn(language, value, unit)),
    },
  ]
}

/** Returns the uPlot options except the values: the style of lines, axes and cursor. */
export const plotOptions = (chart: Chart, style: PlotStyle): Options => ({
  width: style.width,
  height: PLOT_HEIGHT_PX,
  padding: [10, 12, 0, 0],
  legend: { show: false },
  cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
  scales: { y: { range: (_, __, highest) => [0, Math.max(highest * 1.08, VALUE_AXIS_TOP_MIN)] } },
  series: [{}, ...chart.series.map(({ line }) => lineOf(line, style.colors))],
  axes: axesOf(chart, style),
})
