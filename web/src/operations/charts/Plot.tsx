import type { OperationsHistory, OperationsRange } from '@app/contract/operations'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import UPlot, { type AlignedData } from 'uplot'
import { useTheme } from '../../lib/device/theme.ts'
import { useLanguage } from '../../lib/text/language.ts'
import './plot.css'
import type { Chart } from './charts.ts'
import { PLOT_HEIGHT_PX, type PlotColors, plotOptions } from './plot-options.ts'

const COLOR_PROPERTIES: Record<keyof PlotColors, string> = {
  first: '--control',
  second: '--fjord-ink',
  third: '--sage',
  bad: '--brick-ink',
  text: '--ink-3',
  grid: '--line',
}

/** Resolves the theme's custom properties to colors, because a canvas cannot use them. */
function readColors(box: HTMLElement): PlotColors {
  const probe = box.appendChild(document.createElement('span'))
  const colors = Object.entries(COLOR_PROPERTIES).map(([name, property]) => {
    probe.style.color = `var(${property})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(colors)
}

const darkScheme = matchMedia('(prefers-color-scheme: dark)')

function subscribeToDarkScheme(run: () => void): () => void {
  darkScheme.addEventListener('change', run)
  return () => darkScheme.removeEventListener('change', run)
}

/** Moves the cursor with a touch drag; uPlot only follows a mouse. */
function followTouch(plot: UPlot): void {
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
  /** Receives the index of the point under the cursor; null without a cursor, or when the plot is removed. */
  onPoint: (index: number | null) => void
}

const dataOf = (chart: Chart, { at, ...series }: OperationsHistory): AlignedData => [
  at.map((time) => Date.parse(time) / 1_000),
  ...chart.series.map(({ name }) => series[name]),
]

/** Renders the chart, and recreates it when the language or the range changes; new values update it in place. */
function PlotCanvas({ chart, range, history, onPoint }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const plotRef = useRef<UPlot>(null)
  const data = useRef<AlignedData>([[]])
  const language = useLanguage()
  useEffect(() => {
    data.current = dataOf(chart, history)
    plotRef.current?.setData(data.current)
  }, [chart, history])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const font = `12px ${getComputedStyle(element).fontFamily}`
    const style = { width: element.clientWidth, font, colors: readColors(element), language, range }
    const plot = new UPlot(plotOptions(chart, style), data.current, element)
    plot.hooks.setCursor = [({ cursor }) => onPoint(cursor.idx ?? null)]
    followTouch(plot)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: PLOT_HEIGHT_PX }))
    observer.observe(element)
    plotRef.current = plot
    return () => {
      observer.disconnect()
      plot.destroy()
      plotRef.current = null
      // A touch leaves the cursor in place, and its point may not exist in the next plot.
      onPoint(null)
    }
  }, [chart, range, language, onPoint])
  return <div ref={box} />
}

/** Renders a chart in the theme's colors. */
export function Plot(props: Props) {
  const theme = useTheme()
  const isDark = useSyncExternalStore(subscribeToDarkScheme, () => darkScheme.matches)
  return <PlotCanvas key={`${theme} ${isDark}`} {...props} />
}
