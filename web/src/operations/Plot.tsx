import type { OperationsRange } from '@app/contract/operations'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import UPlot, { type AlignedData } from 'uplot'
import { useLanguage } from '../lib/language.ts'
import { useTheme } from '../lib/theme.ts'
import './plot.css'
import type { Chart, Values } from './charts.ts'
import { type Colours, PLOT_HEIGHT, plotOptions } from './plot-options.ts'

const TOKENS: Record<keyof Colours, string> = {
  first: '--control',
  second: '--fjord-ink',
  third: '--sage',
  bad: '--brick-ink',
  words: '--ink-3',
  grid: '--line',
}

/** A canvas knows no custom properties: the browser is asked what each of them is in the theme of this place. */
function coloursIn(box: HTMLElement): Colours {
  const probe = box.appendChild(document.createElement('span'))
  const colours = Object.entries(TOKENS).map(([name, token]) => {
    probe.style.color = `var(${token})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(colours)
}

const dark = matchMedia('(prefers-color-scheme: dark)')

function onDark(run: () => void): () => void {
  dark.addEventListener('change', run)
  return () => dark.removeEventListener('change', run)
}

/** A mouse moves the cursor by itself; a finger that is drawn across does it here. */
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
  /** In seconds. */
  times: readonly number[]
  values: readonly Values[]
  /** Told which point the cursor is on. */
  onPoint: (index: number | null) => void
}

/** The lines of a chart. Drawn anew where theme, language or range are others; new values move into the same drawing. */
export function Plot({ chart, range, times, values, onPoint }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<UPlot>(null)
  const language = useLanguage()
  const theme = useTheme()
  const isDark = useSyncExternalStore(onDark, () => dark.matches)
  const look = `${theme} ${isDark}`
  useEffect(() => {
    const place = box.current
    if (!place || look === '') return
    const font = `12px ${getComputedStyle(place).fontFamily}`
    const options = plotOptions(chart, {
      width: place.clientWidth,
      font,
      colours: coloursIn(place),
      language,
      range,
    })
    const plot = new UPlot(options, [[]], place)
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
  }, [chart, range, language, look, onPoint])
  useEffect(() => {
    drawn.current?.setData([times, ...values] as AlignedData)
  })
  return <div ref={box} />
}
