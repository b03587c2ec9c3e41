import type { Operations } from '@app/contract/operations'
import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { type AssessedName, type Assessment, assessOperations, sumOfQueues } from './assessment.ts'
import { operationsTexts } from './texts.ts'
import { type Figure, type Unit, useFigure } from './units.ts'

export type TileName = Exclude<AssessedName, 'measurements' | 'redis'>

export type Tile = { name: TileName; state: Assessment; value: string; detail: string }

const UNKNOWN = '–'

const orUnknown =
  (figure: Figure, unknown: string): ((value: number | null | undefined, unit?: Unit) => string) =>
  (value, unit) =>
    value === null || value === undefined ? unknown : figure(value, unit)

/** Returns the texts for missing values of Redis and of hubs. The mail count does not need a hub. */
function useReasons({ queues, minute }: Operations): { away: string; noHub: string } {
  const t = useTexts(operationsTexts)
  const away = t(queues === null ? 'detail.redisAway' : 'detail.notMeasured')
  return { away, noHub: queues === null || minute?.mailsTaken === null ? away : t('detail.noHub') }
}

function useWaiting(operations: Operations): string {
  const t = useTexts(operationsTexts)
  const figure = useFigure()
  const list = new Intl.ListFormat(localeOf(useLanguage()))
  const queues = sumOfQueues(operations)
  if (queues === null) return t('detail.redisAway')
  const paused = operations.queues
    ?.filter((queue) => queue.paused)
    .map(({ queue }) => t(`queue.${queue}`).toLowerCase())
  if (paused?.length) return t('detail.paused', { count: paused.length, queues: list.format(paused) })
  return queues.waiting > 0
    ? t('detail.oldest', { time: figure(queues.oldestSeconds, 'seconds') })
    : t('detail.noneWait')
}

function useStorage({ minute, photoStore }: Operations): [value: string, detail: string] {
  const t = useTexts(operationsTexts)
  const figure = useFigure()
  const named = orUnknown(figure, t('detail.unknown'))
  const bytes = [minute?.databaseBytes, photoStore?.bytes, minute?.redisBytes].map((size) => size ?? 0)
  const redis = named(minute?.redisBytes, 'bytes')
  const max = minute?.redisBytesMax
  return [
    figure(
      bytes.reduce((sum, size) => sum + size, 0),
      'bytes',
    ),
    t('detail.storage', {
      database: named(minute?.databaseBytes, 'bytes'),
      photos: named(photoStore?.bytes, 'bytes'),
      redis: typeof max === 'number' ? t('detail.ofMax', { size: redis, max: figure(max, 'bytes') }) : redis,
    }),
  ]
}

/** Returns the tiles in order. */
export function useTiles(operations: Operations): Tile[] {
  const t = useTexts(operationsTexts)
  const figure = useFigure()
  const states = assessOperations(operations)
  const { minute, outbox } = operations
  const queues = sumOfQueues(operations)
  const value = orUnknown(figure, UNKNOWN)
  const { away, noHub } = useReasons(operations)
  const tiles: Record<TileName, [value: string, detail: string]> = {
    online: [value(minute?.membersOnline), minute?.membersOnline === null ? noHub : t('detail.online')],
    messages: [
      value(minute?.messages),
      typeof minute?.pushes === 'number' ? t('detail.pushes', { count: figure(minute.pushes) }) : noHub,
    ],
    lag: [
      value(minute?.pushLagP50, 'milliseconds'),
      typeof minute?.pushLagP99 === 'number'
        ? t('detail.lag', { p99: figure(minute.pushLagP99, 'milliseconds') })
        : states.lag === 'unknown'
          ? noHub
          : t('detail.noPushes'),
    ],
    outbox: [
      figure(outbox.rows),
      outbox.rows > 0 ? t('detail.unsent', { time: figure(outbox.oldestSeconds, 'seconds') }) : t('detail.sent'),
    ],
    waiting: [value(queues?.waiting), useWaiting(operations)],
    failed: [value(queues?.failed), queues === null ? away : queues.failed > 0 ? '' : t('detail.noneFailed')],
    refused: [
      value(minute?.mailsRefused),
      states.refused === 'unknown' ? away : t('detail.taken', { count: value(minute?.mailsTaken) }),
    ],
    storage: useStorage(operations),
  }
  const names = Object.keys(tiles) as TileName[]
  return names.map((name) => ({ name, state: states[name], value: tiles[name][0], detail: tiles[name][1] }))
}
