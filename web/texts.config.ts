import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Yields every string value in the object literals that are passed to `defineTexts`. */
function* findMessages(node: unknown, isInDefinition = false): Generator<Node & { value: string }> {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const child of node) yield* findMessages(child, isInDefinition)
    return
  }
  const { type, callee, key, ...rest } = node as Node & { callee?: Node; key?: Node }
  if (isInDefinition && type === 'Literal' && typeof rest.value === 'string') yield node as Node & { value: string }
  else {
    const isDefinition = type === 'CallExpression' && callee?.name === 'defineTexts'
    for (const child of Object.values(rest)) yield* findMessages(child, isInDefinition || isDefinition)
  }
}

/**
 * Compiles the ICU messages of all `defineTexts` calls during the build, so that the browser needs no parser. The calls
 * have to be in files with 'texts' in their names.
 */
export const compileTexts = (): Plugin => ({
  name: 'compile-texts',
  apply: 'build',
  config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
  transform: {
    filter: { id: /\/web\/src\/.*texts[^/]*\.ts$/ },
    handler(code) {
      // Replaces the last message first, so that the positions of the earlier ones stay valid.
      const messages = [...findMessages(this.parse(code, { lang: 'ts' }))].sort((a, b) => b.start - a.start)
      return messages.reduce(
        (text, { start, end, value }) => text.slice(0, start) + JSON.stringify(compile(value)) + text.slice(end),
        code,
      )
    },
  },
})
