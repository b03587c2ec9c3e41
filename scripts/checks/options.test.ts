import { expect, test } from 'vitest'
import { parseOptions } from './options.mjs'

test.each([
  [[], { only: [], filter: [], changed: undefined }],
  [['--only', 'lint,types'], { only: ['lint', 'types'], filter: [], changed: undefined }],
  [['sending', '--only', 'vitest', '-t', 'a name'], { only: ['vitest'], filter: ['sending', '-t', 'a name'] }],
  [['--changed'], { only: [], filter: [], changed: 'HEAD' }],
  [['--only', 'vitest', '--changed=main'], { only: ['vitest'], filter: [], changed: 'main' }],
])('reads the arguments %j', (args, options) => {
  expect(parseOptions(args)).toEqual(options)
})

test('rejects a word right after --changed, but accepts one before it and options after it', () => {
  expect(() => parseOptions(['--changed', 'main'])).toThrow('Write --changed=main for changes since main')
  expect(parseOptions(['sending', '--changed', '--only', 'vitest'])).toEqual({
    ...{ only: ['vitest'], filter: ['sending'], changed: 'HEAD' },
  })
})
