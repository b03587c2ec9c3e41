import type { Operations } from '@app/contract/operations'
import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { type AssessedName, type Assessment, assessOperations, sumQueues } from './assessment.ts'
import { operationsTexts } from './texts.ts'
import { type FormatMetric, type Unit, useFormatMetric } from './units.ts'

export type TileName = Exclude<AssessedName, 'measurements' | 'redis'>

/** A metric. Its `detail` is empty if the tile links to the failed jobs instead. */
export type Tile = { name: TileName; state: Assessment; value: string; detail: string }

const UNKNOWN = '–'

const formatterWithFallback =
  (formatMetric: FormatMetric, unknown: string): ((value: number | null | undefined, unit?: Unit) => string) =>
  (value, unit) =>
    value === null || value === undefined ? unknown : formatMetric(value, unit)

/**
 * Returns the reasons why values from Redis and from hubs are missing. Email counts need no hub: if they are missing,
 * too, Redis is the reason.
 */
function useReasons({ queues, minute }: Operations): { noRedis: string; noHub: string } {
  const t = useTexts(operationsTexts)
  const noRedis = t(queues === null ? 'detail.redisUnavailable' : 'detail.notMeasured')
  return { noRedis, noHub: queues === null || minute?.mailsTaken === null ? noRedis : t('detail.noHub') }
}

function useWaitingDetail(operations: Operations): string {
  const t = useTexts(operationsTexts)
  const formatMetric = useFormatMetric()
  const list = new Intl.ListFormat(localeOf(useLanguage()))
  const queues = sumQueues(operations)
  if (queues === null) return t('detail.redisUnavailable')
  const paused = operations.queues
    ?.filter((queue) => queue.paused)
    .map(({ queue }) => t(`queue.${queue}`).toLowerCase())
  if (paused?.length) return t('detail.paused', { count: paused.length, queues: list.format(paused) })
  return queues.waiting > 0
    ? t('detail.oldest', { time: formatMetric(queues.oldestSeconds, 'seconds') })
    : t('detail.noneWaiting')
}

function useStorage({ minute, photoStore }: Operations): [value: string, detail: string] {
  const t = useTexts(operationsTexts)
  const formatMetric = useFormatMetric()
  const formatSize = formatterWithFallback(formatMetric, t('detail.unknown'))
  const bytes = [minute?.databaseBytes, photoStore?.bytes, minute?.redisBytes].map((size) => size ?? 0)
  const redis = formatSize(minute?.redisBytes, 'bytes')
  const max = minute?.redisBytesMax
  return [
    formatMetric(
      bytes.reduce((sum, size) => sum + size, 0),
      'bytes',
    ),
    t('detail.storage', {
      database: formatSize(minute?.databaseBytes, 'bytes'),
      photos: formatSize(photoStore?.bytes, 'bytes'),
      redis: typeof max === 'number' ? t('detail.ofMax', { size: redis, max: formatMetric(max, 'bytes') }) : redis,
    }),
  ]
}

/** Returns the tiles with formatted values, in display order. */
export function useTiles(operations: Operations): Tile[] {
  const t = useTexts(operationsTexts)
  const formatMetric = useFormatMetric()
  const states = assessOperations(operations)
  const { minute, outbox } = operations
  const queues = sumQueues(operations)
  const formatValue = formatterWithFallback(formatMetric, UNKNOWN)
  const { noRedis, noHub } = useReasons(operations)
  const tiles: Record<TileName, [value: string, detail: string]> = {
    online: [formatValue(minute?.membersOnline), minute?.membersOnline === null ? noHub : t('detail.online')],
    messages: [
      formatValue(minute?.messages),
      typeof minute?.pushes === 'number' ? t('detail.pushes', { count: formatMetric(minute.pushes) }) : noHub,
    ],
    lag: [
      formatValue(minute?.pushLagP50, 'milliseconds'),
      typeof minute?.pushLagP99 === 'number'
        ? t('detail.lag', { p99: formatMetric(minute.pushLagP99, 'milliseconds') })
        : states.lag === 'unknown'
          ? noHub
          : t('detail.noPushes'),
    ],
    outbox: [
      formatMetric(outbox.rows),
      outbox.rows > 0 ? t('detail.unsent', { time: formatMetric(outbox.oldestSeconds, 'seconds') }) : t('detail.sent'),
    ],
    waiting: [formatValue(queues?.waiting), useWaitingDetail(operations)],
    failed: [formatValue(queues?.failed), queues === null ? noRedis : queues.failed > 0 ? '' : t('detail.noneFailed')],
    rejected: [
      formatValue(minute?.mailsRefused),
      states.rejected === 'unknown' ? noRedis : t('detail.accepted', { count: formatValue(minute?.mailsTaken) }),
    ],
    storage: useStorage(operations),
  }
  const names = Object.keys(tiles) as TileName[]
  return names.map((name) => ({ name, state: states[name], value: tiles[name][0], detail: tiles[name][1] }))
}
