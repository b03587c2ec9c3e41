import type { OperationsHistory, OperationsRange } from '@app/contract/operations'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import UPlot, { type AlignedData } from 'uplot'
import { useTheme } from '../../lib/device/theme.ts'
import { useLanguage } from '../../lib/text/language.ts'
import './plot.css'
import type { Chart } from './charts.ts'
import { PLOT_HEIGHT, type PlotColors, plotOptions } from './plot-options.ts'

const TOKENS: Record<keyof PlotColors, string> = {
  first: '--control',
  second: '--fjord-ink',
  third: '--sage',
  bad: '--brick-ink',
  words: '--ink-3',
  grid: '--line',
}

/** Resolves the theme's custom properties to colors, because a canvas cannot use them. */
function readColors(box: HTMLElement): PlotColors {
  const probe = box.appendChild(document.createElement('span'))
  const colors = Object.entries(TOKENS).map(([name, token]) => {
    probe.style.color = `var(${token})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(colors)
}

const dark = matchMedia('(prefers-color-scheme: dark)')

function onDark(run: () => void): () => void {
  dark.addEventListener('change', run)
  return () => dark.removeEventListener('change', run)
}

/** Moves the cursor with a touch drag; uPlot only follows a mouse. */
function followFinger(plot: UPlot): void {
  const move = ({ pointerType, clientX }: PointerEvent) => {
    if (pointerType === 'mouse') return
    plot.setCursor({ left: clientX - plot.over.getBoundingClientRect().left, top: 0 })
  }
  plot.over.addEventListener('pointerdown', move)
  plot.over.addEventListener('pointermove', move)
}

type Props = {
  chart: Chart
  range: OperationsRange
  history: OperationsHistory
  /** Receives the index of the point under the cursor. */
  onPoint: (index: number | null) => void
}

const dataOf = (chart: Chart, { at, ...series }: OperationsHistory): AlignedData => [
  at.map((time) => Date.parse(time) / 1_000),
  ...chart.series.map(({ name }) => series[name]),
]

/** Renders the chart, and recreates it when language or range change; new values update it in place. */
function Drawing({ chart, range, history, onPoint }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<UPlot>(null)
  const data = useRef<AlignedData>([[]])
  const language = useLanguage()
  useEffect(() => {
    data.current = dataOf(chart, history)
    drawn.current?.setData(data.current)
  }, [chart, history])
  useEffect(() => {
    const place = box.current
    if (!place) return
    const font = `12px ${getComputedStyle(place).fontFamily}`
    const look = { width: place.clientWidth, font, colours: readColors(place), language, range }
    const plot = new UPlot(plotOptions(chart, look), data.current, place)
    plot.hooks.setCursor = [({ cursor }) => onPoint(cursor.idx ?? null)]
    followFinger(plot)
    const observer = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: PLOT_HEIGHT }))
    observer.observe(place)
    drawn.current = plot
    return () => {
      observer.disconnect()
      plot.destroy()
      drawn.current = null
    }
  }, [chart, range, language, onPoint])
  return <div ref={box} />
}

/** Draws the lines of a chart in the theme's colors. */
export function Plot(props: Props) {
  const theme = useTheme()
  const isDark = useSyncExternalStore(onDark, () => dark.matches)
  return <Drawing key={`${theme} ${isDark}`} {...props} />
}
