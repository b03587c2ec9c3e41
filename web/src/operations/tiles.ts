import { useTexts } from '../lib/texts.ts'
import { type Judged, type Judgement, judgementsOf, sumOfQueues } from './judging.ts'
import type { Figures } from './store.ts'
import { operationsTexts } from './texts.ts'
import { type Figure, type Unit, useFigure } from './units.ts'

export type TileName = Exclude<Judged, 'measurements' | 'redis'>

export type Tile = { name: TileName; state: Judgement; value: string; detail: string }

const UNKNOWN = '–'

const orUnknown =
  (figure: Figure, unknown: string): ((value: number | null | undefined, unit?: Unit) => string) =>
  (value, unit) =>
    value === null || value === undefined ? unknown : figure(value, unit)

/** What the tiles say, in their order. */
export function useTiles(figures: Figures): Tile[] {
  const t = useTexts(operationsTexts)
  const figure = useFigure()
  const states = judgementsOf(figures)
  const { operations } = figures
  const { minute, outbox, photoStore } = operations
  const queues = sumOfQueues(operations)
  const value = orUnknown(figure, UNKNOWN)
  const named = orUnknown(figure, t('detail.unknown'))
  const away = t('detail.redisAway')
  const bytes = [minute?.databaseBytes, photoStore?.bytes, minute?.redisBytes].map((size) => size ?? 0)
  const tiles: Record<TileName, [value: string, detail: string]> = {
    online: [value(minute?.membersOnline), states.online === 'unknown' ? away : t('detail.online')],
    messages: [
      value(minute?.messages),
      typeof minute?.pushes === 'number' ? t('detail.pushes', { count: figure(minute.pushes) }) : away,
    ],
    lag: [
      value(minute?.pushLagP50, 'milliseconds'),
      typeof minute?.pushLagP99 === 'number'
        ? t('detail.lag', { p99: figure(minute.pushLagP99, 'milliseconds') })
        : states.lag === 'unknown'
          ? away
          : t('detail.noPushes'),
    ],
    outbox: [
      figure(outbox.rows),
      outbox.rows > 0 ? t('detail.unsent', { time: figure(outbox.oldestSeconds, 'seconds') }) : t('detail.sent'),
    ],
    waiting: [
      value(queues?.waiting),
      queues === null
        ? away
        : queues.waiting > 0
          ? t('detail.oldest', { time: figure(queues.oldestSeconds, 'seconds') })
          : t('detail.noneWait'),
    ],
    failed: [value(queues?.failed), queues === null ? away : queues.failed > 0 ? '' : t('detail.noneFailed')],
    refused: [
      value(minute?.mailsRefused),
      states.refused === 'unknown' ? away : t('detail.taken', { count: value(minute?.mailsTaken) }),
    ],
    storage: [
      figure(
        bytes.reduce((sum, size) => sum + size, 0),
        'bytes',
      ),
      t('detail.storage', {
        database: named(minute?.databaseBytes, 'bytes'),
        photos: named(photoStore?.bytes, 'bytes'),
        redis: named(minute?.redisBytes, 'bytes'),
      }),
    ],
  }
  const names = Object.keys(tiles) as TileName[]
  return names.map((name) => ({ name, state: states[name], value: tiles[name][0], detail: tiles[name][1] }))
}
