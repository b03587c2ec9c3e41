import { PHOTO_BYTES_MAX, UPLOADS_BYTES_MAX } from '@app/contract/limits'
import { expect, test } from 'vitest'
import { fullChart, minimalChart } from './chart-operators.ts'
import { containerOf, podOf } from './chart-parts.ts'
import { compose } from './compose-file.ts'

const MEBIBYTE = 1024 * 1024
/** The memory of a gateway besides its temporary files. */
const NODE_BYTES = 512 * MEBIBYTE
/** The space of uploads at their limit, plus one aborted upload whose file is still open. */
const UPLOAD_SPACE_BYTES = UPLOADS_BYTES_MAX + PHOTO_BYTES_MAX

/** Parses a size of Compose, such as `256m`, or of Kubernetes, such as `256Mi`. */
function parseSize(size: string | undefined): number {
  const [, count, unit = ''] = /^(\d+)(m|g|Mi|Gi)$/.exec(size ?? '') ?? []
  if (!count) throw new Error(`${size} is not a size`)
  return Number(count) * (unit.toLowerCase().startsWith('g') ? 1024 : 1) * MEBIBYTE
}

test("in compose, a gateway's uploads fit its temporary space, and its memory limit holds that space and Node", () => {
  const { tmpfs = [], mem_limit: memoryLimit } = compose.services.gateway!
  const space = parseSize(tmpfs.map((mount) => /^\/tmp:size=(\w+)$/.exec(mount)?.[1]).find(Boolean))
  expect(space).toBeGreaterThanOrEqual(UPLOAD_SPACE_BYTES)
  expect(parseSize(memoryLimit)).toBeGreaterThanOrEqual(space + NODE_BYTES)
})

test.each([
  ['minimal', minimalChart],
  ['full', fullChart],
])("in the %s chart, a gateway's uploads fit its temporary space, and its memory limit holds Node", (_, chart) => {
  const { volumes } = podOf(chart, 'gateway').spec
  const { volumeMounts, resources } = containerOf(chart, 'gateway')
  const mount = volumeMounts.find(({ mountPath }) => mountPath === '/tmp')
  const { sizeLimit, medium } = volumes.find(({ name }) => name === mount?.name)?.emptyDir ?? {}
  const space = parseSize(sizeLimit)
  expect(space).toBeGreaterThanOrEqual(UPLOAD_SPACE_BYTES)
  // Only a volume in memory counts toward the limit; others are on the node's disk.
  const spaceInMemory = medium === 'Memory' ? space : 0
  expect(parseSize(resources.limits.memory)).toBeGreaterThanOrEqual(spaceInMemory + NODE_BYTES)
})
